/// A set of small numbers that counts the members below any number: a Fenwick tree.
@usableFromInline
struct PrefixCounts {
  private var sums: [Int32]

  /// Creates the set of the numbers for which `isMember` is true.
  init(of isMember: [Bool]) {
    sums = Array(repeating: 0, count: isMember.count + 1)
    for (number, isMember) in isMember.enumerated() {
      let node = number + 1
      if isMember { sums[node] += 1 }
      // Each node sums as many numbers as the value of its lowest set bit, and is part of its
      // parent.
      let parent = node + (node & -node)
      if parent < sums.count { sums[parent] += sums[node] }
    }
  }

  /// Removes a member.
  ///
  /// - Complexity: O(log *n*).
  mutating func remove(_ number: Int) {
    var node = number + 1
    while node < sums.count {
      sums[node] -= 1
      node += node & -node
    }
  }

  /// Returns the number of smaller members.
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
