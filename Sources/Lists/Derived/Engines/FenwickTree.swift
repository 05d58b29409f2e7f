struct FenwickTree: Sendable {
  private var sums: [Int] = []
  /// The greatest power of two that is not greater than the count.
  private var top = 0

  init() {}

  init(_ numbers: [Int]) {
    sums = numbers
    for index in sums.indices {
      let parent = index | (index + 1)
      if parent < sums.count { sums[parent] += sums[index] }
    }
    top = 1
    while top * 2 <= sums.count { top *= 2 }
    if sums.isEmpty { top = 0 }
  }

  mutating func add(_ difference: Int, at index: Int) {
    var index = index
    while index < sums.count {
      sums[index] += difference
      index |= index + 1
    }
  }

  func sum(before index: Int) -> Int {
    var (index, result) = (index, 0)
    while index > 0 {
      result += sums[index - 1]
      index &= index - 1
    }
    return result
  }

  /// Returns where the prefix sum exceeds `target`, or the count, and the rest of `target` there.
  func find(_ target: Int) -> (index: Int, rest: Int) {
    var (index, rest, step) = (0, target, top)
    while step > 0 {
      if index + step <= sums.count, sums[index + step - 1] <= rest {
        index += step
        rest -= sums[index - 1]
      }
      step /= 2
    }
    return (index, rest)
  }
}
