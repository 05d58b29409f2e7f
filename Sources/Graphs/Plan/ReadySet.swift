/// The ready steps of a small graph as a bit set over their places in the plan.
struct ReadySet {
  private var words: [UInt64]
  private(set) var isEmpty = true

  /// - Parameter count: The number of places.
  init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  /// The lowest place in the set, or `nil` if it is empty.
  var first: Int? {
    if isEmpty { return nil }
    for (index, word) in words.enumerated() where word != 0 {
      return index * 64 + word.trailingZeroBitCount
    }
    return nil
  }

  mutating func insert(_ place: Int) {
    words[place / 64] |= 1 << UInt64(place % 64)
    isEmpty = false
  }

  mutating func remove(_ place: Int) {
    words[place / 64] &= ~(1 << UInt64(place % 64))
    isEmpty = words.allSatisfy { $0 == 0 }
  }
}
