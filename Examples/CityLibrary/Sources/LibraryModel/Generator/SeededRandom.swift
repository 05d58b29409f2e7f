import Foundation

/// A generator of Steele, Lea and Flood (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The same text leads to the same numbers, on every machine.
  init(text: String) {
    state = text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
  mutating func unit() -> Double { Double(next() >> 11) / Double(1 << 53) }
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

func unitVector(_ degrees: Double) -> (x: Double, y: Double) {
  (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
}
