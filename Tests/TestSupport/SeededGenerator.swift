/// A random number generator that repeats itself: the same seed gives the same numbers.
///
/// Put `description` into the message of each failure, so that it can be reproduced:
/// `SeededGenerator(seed: 42)`.
package struct SeededGenerator: RandomNumberGenerator, CustomStringConvertible, Sendable {
  package let seed: UInt64
  private var state: UInt64

  package init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  package var description: String { "SeededGenerator(seed: \(seed))" }

  /// Sebastiano Vigna's splitmix64, which is in the public domain.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// True once in `count` times.
  package mutating func oneIn(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &self) == 0
  }
}

/// Runs `body` once for each seed; an error that it throws names the seed.
package func withEverySeed(
  in seeds: Range<UInt64>, _ body: (inout SeededGenerator) throws -> Void
) throws {
  try withEvery("seed", in: seeds) { seed in
    var generator = SeededGenerator(seed: seed)
    try body(&generator)
  }
}
