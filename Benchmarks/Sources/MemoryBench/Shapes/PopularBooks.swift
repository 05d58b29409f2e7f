/// The readers' demand for books: the second is requested half as often as the first, the third a
/// third as often.
struct PopularBooks {
  private let sums: [Double]
  private var state: UInt64

  init(count: Int, seed: UInt64) {
    var sum = 0.0
    sums = (1...count).map { rank in
      sum += 1 / Double(rank)
      return sum
    }
    state = seed
  }

  mutating func next() -> Int {
    let drawn = Double(random() >> 11) * 0x1p-53 * sums[sums.count - 1]
    var range = 0..<sums.count
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      if sums[middle - 1] <= drawn {
        range = middle..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound
  }

  /// Sebastiano Vigna's splitmix64, which is in the public domain.
  private mutating func random() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
