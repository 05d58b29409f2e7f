internal import Synchronization

/// A node with children: how many elements each of them holds, and the first order key of each.
///
/// `[header | counts | children | first keys]`, with room for ``room`` children even if fewer are
/// wanted: where each array begins need not be computed from what the node says, and the processor
/// can fetch all that a step down needs at once.
@frozen
@usableFromInline
struct InnerNode {
  @usableFromInline let node: TreeNode

  @inlinable
  init(_ node: TreeNode) { self.node = node }

  /// An inner node without children.
  @inlinable
  init(capacity: Int, height: Int) {
    node = TreeNode.allocate(
      bytes: InnerNode.firstsOffset + InnerNode.room * MemoryLayout<UInt64>.stride, alignment: 16,
      height: height, capacity: capacity)
  }

  /// How many children there is room for.
  @inlinable static var room: Int { @inline(__always) get { 8 } }

  @inlinable static var childrenOffset: Int {
    @inline(__always) get { TreeNode.headerBytes + room * MemoryLayout<UInt32>.stride }
  }

  @inlinable static var firstsOffset: Int {
    @inline(__always) get { childrenOffset + room * MemoryLayout<UInt64>.stride }
  }

  /// How many elements each child holds.
  @inlinable var counts: UnsafeMutablePointer<UInt32> {
    @inline(__always) get {
      (node.base + TreeNode.headerBytes).assumingMemoryBound(to: UInt32.self)
    }
  }

  /// The order key of each child's first element.
  @inlinable var firsts: UnsafeMutablePointer<UInt64> {
    @inline(__always) get {
      (node.base + InnerNode.firstsOffset).assumingMemoryBound(to: UInt64.self)
    }
  }

  @inlinable var children: UnsafeMutablePointer<TreeNode> {
    @inline(__always) get {
      (node.base + InnerNode.childrenOffset).assumingMemoryBound(to: TreeNode.self)
    }
  }

  @inlinable var count: Int {
    @inline(__always) get { node.count }
    @inline(__always) nonmutating set { node.count = newValue }
  }

  /// The number of elements below.
  @inlinable var total: Int {
    var sum = 0
    for child in 0..<count { sum += Int(counts[child]) }
    return sum
  }
}

// MARK: - Finding a child

extension InnerNode {
  /// The child that holds the element at `offset`, which becomes the offset in that child.
  @inlinable
  @inline(__always)
  func child(holding offset: inout Int) -> Int {
    let counts = counts
    var child = 0
    while offset >= Int(counts[child]) {
      offset -= Int(counts[child])
      child += 1
    }
    return child
  }

  /// The child that takes a new element at `offset`, which becomes the offset in that child.
  ///
  /// Between two children it is the left one, so that only a list's new first element is the first
  /// of its leaf.
  @inlinable
  @inline(__always)
  func child(taking offset: inout Int) -> Int {
    let counts = counts
    let last = count - 1
    var child = 0
    while child < last, offset > Int(counts[child]) {
      offset -= Int(counts[child])
      child += 1
    }
    return child
  }

  /// The child that holds `key` if any does.
  @inlinable
  @inline(__always)
  func child(holdingKey key: UInt64) -> Int {
    let firsts = firsts
    let last = count - 1
    var child = 0
    while child < last, firsts[child + 1] <= key { child += 1 }
    return child
  }
}

// MARK: - Changing the children

extension InnerNode {
  /// A node of its own with the same children, each of which has one more owner.
  ///
  /// - Parameter lent: a child that has not: the caller is about to put another in its place.
  /// - Returns: the copy.
  @usableFromInline
  func clone(lending lent: Int = -1) -> InnerNode {
    let count = count
    let children = children
    // To look at all counts first fetches their lines of the cache together; one after another, as
    // atomic additions do it, they take much longer where they are not at hand.
    var owners = 0
    for child in 0..<count {
      owners &+= children[child].references.pointee.load(ordering: .relaxed)
    }
    let copy = InnerNode(capacity: node.capacity, height: node.height)
    copy.append(0..<count, of: self)
    copy.node.header.pointee.hint = Int32(truncatingIfNeeded: owners)
    for child in 0..<count where child != lent { children[child].retain() }
    return copy
  }

  /// Copies or moves children of another node behind one's own; owners are not counted.
  @usableFromInline
  func append(_ range: Range<Int>, of other: InnerNode) {
    take(range, of: other, at: count)
  }

  /// Copies or moves children of another node to `position`; owners are not counted.
  @usableFromInline
  func take(_ range: Range<Int>, of other: InnerNode, at position: Int) {
    shift(from: position, by: range.count)
    (counts + position).update(from: other.counts + range.lowerBound, count: range.count)
    (firsts + position).update(from: other.firsts + range.lowerBound, count: range.count)
    (children + position).update(from: other.children + range.lowerBound, count: range.count)
    count += range.count
  }

  @usableFromInline
  func insert(_ child: TreeNode, count childCount: Int, first: UInt64, at position: Int) {
    shift(from: position, by: 1)
    counts[position] = UInt32(childCount)
    firsts[position] = first
    children[position] = child
    count += 1
  }

  /// Takes children away; owners are not counted.
  @usableFromInline
  func remove(_ range: Range<Int>) {
    shift(from: range.upperBound, by: -range.count)
    count -= range.count
  }

  @usableFromInline
  func shift(from position: Int, by distance: Int) {
    let moved = count - position
    (counts + position + distance).update(from: counts + position, count: moved)
    (firsts + position + distance).update(from: firsts + position, count: moved)
    (children + position + distance).update(from: children + position, count: moved)
  }
}
