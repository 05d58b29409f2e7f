/// A set of small numbers that counts those below any of them: a Fenwick tree.
@usableFromInline
struct PrefixCounts {
  private var sums: [Int32]

  /// The numbers for which `isMember` says so.
  init(of isMember: [Bool]) {
    sums = Array(repeating: 0, count: isMember.count + 1)
    for (number, isMember) in isMember.enumerated() {
      let node = number + 1
      if isMember { sums[node] += 1 }
      // Each node sums as many numbers as its lowest bit says, and is part of the next larger one.
      let parent = node + (node & -node)
      if parent < sums.count { sums[parent] += sums[node] }
    }
  }

  /// Takes out a number that is in.
  ///
  /// - Complexity: O(log *n*).
  mutating func remove(_ number: Int) {
    var node = number + 1
    while node < sums.count {
      sums[node] -= 1
      node += node & -node
    }
  }

  /// How many smaller numbers are in.
  ///
  /// - Complexity: O(log *n*).
  func count(below number: Int) -> Int {
    var (node, count) = (number, 0)
    while node > 0 {
      count += Int(sums[node])
      node -= node & -node
    }
    return count
  }
}
