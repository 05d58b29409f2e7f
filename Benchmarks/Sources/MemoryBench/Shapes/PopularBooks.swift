/// The readers' demand for books: the second is requested half as often as the first, the third a
/// third as often.
struct PopularBooks {
  private let sums: [Double]
  private var random: SplitMix

  init(count: Int, seed: UInt64) {
    var sum = 0.0
    sums = (1...count).map { rank in
      sum += 1 / Double(rank)
      return sum
    }
    random = SplitMix(seed: seed)
  }

  mutating func next() -> Int {
    let drawn = random.nextFraction() * sums[sums.count - 1]
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
}
