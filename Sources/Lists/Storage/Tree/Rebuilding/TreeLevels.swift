/// The inner nodes above a sequence of subtrees of any height, created from left to right; below a
/// higher subtree, the nodes before it are completed first, so all leaves have the same depth.
@usableFromInline
struct TreeLevels {
  @frozen
  @usableFromInline
  struct Child {
    @usableFromInline let node: TreeNode
    @usableFromInline let count: Int
    @usableFromInline let first: UInt64

    @inlinable
    init(node: TreeNode, count: Int, first: UInt64) {
      self.node = node
      self.count = count
      self.first = first
    }
  }

  private let inner: Int
  /// For each height the subtrees that have no parent yet: fewer than two nodes hold, so that the
  /// last node of a sequence is never nearly empty.
  private var groups: [[Child]] = []

  @usableFromInline
  init(inner: Int) { self.inner = inner }

  @usableFromInline
  mutating func append(_ child: Child) {
    for height in 0..<child.node.height where height < groups.count && !groups[height].isEmpty {
      if groups[height].count < inner / 2, !borrow(height) {
        // They are too few for a parent, and become siblings of its first descendants.
        for grandchild in takeChildren(of: child) { append(grandchild) }
        return
      }
      complete(height)
    }
    push(child)
  }

  /// Removes the last leaf, which then belongs to the caller; nil if nothing was appended.
  @usableFromInline
  mutating func popLeaf() -> TreeNode? {
    guard let lowest = groups.first else { return nil }
    if lowest.isEmpty, !borrow(0) { return nil }
    return groups[0].popLast()?.node
  }

  @usableFromInline
  mutating func finish() -> TreeNode? {
    var height = 0
    while height < groups.count {
      if height == groups.count - 1, groups[height].count == 1 { return groups[height][0].node }
      if !groups[height].isEmpty, groups[height].count < inner / 2 { _ = borrow(height) }
      complete(height)
      height += 1
    }
    return nil
  }

  /// Takes the last higher node apart, if there is one, so that its last descendants of this height
  /// precede those that are there: otherwise rows appended to a whole list would get a root above
  /// its root, and the list would be higher after each time.
  private mutating func borrow(_ height: Int) -> Bool {
    guard var higher = groups.indices.first(where: { $0 > height && !groups[$0].isEmpty }) else {
      return false
    }
    while higher > height, let last = groups[higher].popLast() {
      higher -= 1
      groups[higher].insert(contentsOf: takeChildren(of: last), at: 0)
    }
    return true
  }

  /// Releases a node of this value, and returns its children, which then belong to this value.
  private func takeChildren(of child: Child) -> [Child] {
    let node = InnerNode(child.node)
    let isOwn = child.node.isUnique
    let children = (0..<node.count).map { number in
      if !isOwn { node.children[number].retain() }
      return Child(
        node: node.children[number], count: Int(node.counts[number]), first: node.firsts[number])
    }
    // A node with another owner is one of the present list, which outlives this value.
    if isOwn { child.node.deallocate() } else { _ = child.node.releaseIsLast() }
    return children
  }

  private mutating func push(_ child: Child) {
    let height = child.node.height
    while groups.count <= height { groups.append([]) }
    groups[height].append(child)
    guard groups[height].count == 2 * inner else { return }
    // Some free space saves the first insertions from splits.
    let fill = inner - inner / 8
    push(parent(of: groups[height][..<fill]))
    groups[height].removeFirst(fill)
  }

  private mutating func complete(_ height: Int) {
    let group = groups[height]
    groups[height].removeAll(keepingCapacity: true)
    guard group.count > inner else {
      if !group.isEmpty { push(parent(of: group[...])) }
      return
    }
    push(parent(of: group[..<(group.count / 2)]))
    push(parent(of: group[(group.count / 2)...]))
  }

  private func parent(of children: ArraySlice<Child>) -> Child {
    let height = children.first.map { $0.node.height + 1 } ?? 1
    let node = InnerNode(capacity: inner, height: height)
    var count = 0
    for child in children {
      node.insert(child.node, count: child.count, first: child.first, at: node.count)
      count += child.count
    }
    return Child(node: node.node, count: count, first: node.firsts[0])
  }
}
