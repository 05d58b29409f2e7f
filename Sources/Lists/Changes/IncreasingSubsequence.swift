@usableFromInline
enum IncreasingSubsequence {
  /// Returns the ascending indices of a longest increasing subsequence of distinct numbers;
  /// negative ones are ignored.
  ///
  /// This is patience sorting: each number is placed on the leftmost pile whose top is not smaller,
  /// and records the top of the previous pile. O(*n* log *n*), and O(*n*) if the numbers increase.
  @usableFromInline
  static func longest(in numbers: [Int]) -> [Int] {
    // The heap is not needed for short arrays, nor reallocation for long ones.
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 3 * numbers.count) { scratch in
      guard let tops = scratch.baseAddress else { return [] }
      return longest(
        in: numbers, tops: tops, topNumbers: tops + numbers.count,
        predecessors: tops + 2 * numbers.count)
    }
  }

  // `tops` is memory for the index on top of each pile, `topNumbers` for the number there, and
  // `predecessors` for the top of the previous pile when each number was placed.
  private static func longest(
    in numbers: [Int], tops: UnsafeMutablePointer<Int>, topNumbers: UnsafeMutablePointer<Int>,
    predecessors: UnsafeMutablePointer<Int>
  ) -> [Int] {
    var piles = 0
    for (index, number) in numbers.enumerated() where number >= 0 {
      var pile = piles
      if piles > 0, topNumbers[piles - 1] >= number {
        var low = 0
        while low < pile {
          let middle = (low + pile) / 2
          if topNumbers[middle] < number { low = middle + 1 } else { pile = middle }
        }
      }
      (predecessors + index).initialize(to: pile > 0 ? tops[pile - 1] : -1)
      (tops + pile).initialize(to: index)
      (topNumbers + pile).initialize(to: number)
      if pile == piles { piles += 1 }
    }
    guard piles > 0 else { return [] }
    var index = tops[piles - 1]
    return Array(unsafeUninitializedCapacity: piles) { result, count in
      for place in (0..<piles).reversed() {
        result.initializeElement(at: place, to: index)
        index = predecessors[index]
      }
      count = piles
    }
  }
}
