internal import Synchronization

/// A node with children: `[header | counts | children | first keys]`.
///
/// There is always space for ``room`` children. The offsets of the arrays do not depend on the
/// contents of the node, so the processor can fetch everything for a descent at once.
@frozen
@usableFromInline
struct InnerNode {
  @usableFromInline let node: TreeNode

  @inlinable
  init(_ node: TreeNode) { self.node = node }

  @inlinable
  init(capacity: Int, height: Int) {
    node = TreeNode.allocate(
      bytes: InnerNode.firstsOffset + InnerNode.room * MemoryLayout<UInt64>.stride, alignment: 16,
      height: height, capacity: capacity)
  }

  @inlinable static var room: Int { @inline(__always) get { 8 } }

  @inlinable static var childrenOffset: Int {
    @inline(__always) get { TreeNode.headerBytes + room * MemoryLayout<UInt32>.stride }
  }

  @inlinable static var firstsOffset: Int {
    @inline(__always) get { childrenOffset + room * MemoryLayout<UInt64>.stride }
  }

  @inlinable var counts: UnsafeMutablePointer<UInt32> {
    @inline(__always) get {
      (node.base + TreeNode.headerBytes).assumingMemoryBound(to: UInt32.self)
    }
  }

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

  @inlinable var total: Int {
    var sum = 0
    for child in 0..<count { sum += Int(counts[child]) }
    return sum
  }
}

// MARK: - Finding a child

extension InnerNode {
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

  /// Makes `offset` relative to the child; between two children it is the left one, so that a new
  /// element becomes the first of its leaf only if it becomes the first of the list.
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

  /// All keys are compared, without a branch for each: which of them is the last is not
  /// predictable; places beyond the children have space, but no meaning.
  @inlinable
  @inline(__always)
  func child(holdingKey key: UInt64) -> Int {
    let firsts = firsts
    let count = count
    var child = 0
    for place in 1..<InnerNode.room {
      child &+= (place < count ? 1 : 0) & (firsts[place] <= key ? 1 : 0)
    }
    return child
  }

  @inlinable
  @inline(__always)
  func total(before child: Int) -> Int {
    let counts = counts
    var sum: UInt32 = 0
    for place in 0..<InnerNode.room - 1 { sum &+= place < child ? counts[place] : 0 }
    return Int(sum)
  }
}

// MARK: - Changing the children

extension InnerNode {
  /// Retains each child but `lent`, which the caller is about to replace.
  @usableFromInline
  func clone(lending lent: Int = -1) -> InnerNode {
    let count = count
    let children = children
    // Reading all counts first fetches their cache lines in parallel. Atomic additions fetch them
    // one after another, which takes much longer if they are not in the cache.
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

  /// Reference counts are unchanged, as in `take` and `remove`.
  @usableFromInline
  func append(_ range: Range<Int>, of other: InnerNode) {
    take(range, of: other, at: count)
  }

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
