/// Algorithms on a precedence relation given as lists: `origins[index]` precede `index`.
enum Precedence {
  static func successors(of origins: [[Int]]) -> [[Int]] {
    var successors = origins.map { _ in [Int]() }
    for (index, list) in origins.enumerated() {
      for origin in list { successors[origin].append(index) }
    }
    return successors
  }

  /// Each follows its origins; those on or behind a cycle are left out.
  static func order(of origins: [[Int]]) -> [Int] {
    let successors = successors(of: origins)
    var missing = origins.map(\.count)
    var order = origins.indices.filter { missing[$0] == 0 }
    var next = 0
    while next < order.count {
      for successor in successors[order[next]] {
        missing[successor] -= 1
        if missing[successor] == 0 { order.append(successor) }
      }
      next += 1
    }
    return order
  }
}
