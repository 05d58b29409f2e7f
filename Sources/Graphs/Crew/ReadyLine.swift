/// Ready steps of a small graph by their places in its plan: a bit for each place.
struct ReadyLine {
  private var words: [UInt64]
  private(set) var isEmpty = true

  /// - Parameter count: how many places there are.
  init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  /// The first place that is taken; nil if none is.
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
