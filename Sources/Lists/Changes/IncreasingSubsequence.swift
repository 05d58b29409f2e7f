/// Finds the rows of a new order that need not move.
@usableFromInline
enum IncreasingSubsequence {
  /// Returns the indices of a longest increasing subsequence.
  ///
  /// The algorithm is patience sorting: each number is placed on the leftmost pile whose top is not
  /// smaller, and records the top of the previous pile.
  ///
  /// - Parameter numbers: Distinct numbers; negative ones are ignored.
  /// - Returns: The indices, ascending.
  /// - Complexity: O(*n* log *n*), and O(*n*) if the numbers increase.
  @usableFromInline
  static func longest(in numbers: [Int]) -> [Int] {
    // The index and the number on top of each pile.
    var tops: [Int] = []
    var topNumbers: [Int] = []
    var predecessors = Array(repeating: -1, count: numbers.count)
    for (index, number) in numbers.enumerated() where number >= 0 {
      let pile = pile(for: number, topNumbers)
      if pile > 0 { predecessors[index] = tops[pile - 1] }
      if pile < tops.count {
        (tops[pile], topNumbers[pile]) = (index, number)
      } else {
        tops.append(index)
        topNumbers.append(number)
      }
    }
    var result: [Int] = []
    result.reserveCapacity(tops.count)
    var index = tops.last ?? -1
    while index >= 0 {
      result.append(index)
      index = predecessors[index]
    }
    result.reverse()
    return result
  }

  private static func pile(for number: Int, _ tops: [Int]) -> Int {
    guard let last = tops.last, last >= number else { return tops.count }
    var (low, high) = (0, tops.count)
    while low < high {
      let middle = (low + high) / 2
      if tops[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
