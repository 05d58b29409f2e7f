public import CStageFloor

/// A node with elements: `[header | keys | places | revisions | elements]`.
///
/// The elements of a leaf are contiguous, so that iteration is as over an array.
///
/// - `key`: The slot's label, which increases along the list.
/// - `place`: The version in which the element was inserted at or moved to this place.
/// - `revision`: The version in which the element's content was last set.
@frozen
@usableFromInline
struct LeafNode<Element> {
  @usableFromInline let node: TreeNode
  @usableFromInline let capacity: Int

  @inlinable
  @inline(__always)
  init(_ node: TreeNode) {
    self.node = node
    capacity = node.capacity
  }

  /// Finds the arrays without reading the header.
  @inlinable
  @inline(__always)
  init(_ node: TreeNode, capacity: Int) {
    self.node = node
    self.capacity = capacity
  }

  @inlinable
  init(capacity: Int) {
    let offset = LeafNode.elementsOffset(capacity: capacity)
    self.capacity = capacity
    node = TreeNode.allocate(
      bytes: offset + capacity * MemoryLayout<Element>.stride,
      alignment: MemoryLayout<Element>.alignment, height: 0, capacity: capacity)
  }

  @inlinable static var bookkeeping: Int { 3 * MemoryLayout<UInt64>.stride }

  @inlinable
  @inline(__always)
  static func elementsOffset(capacity: Int) -> Int {
    let mask = MemoryLayout<Element>.alignment - 1
    return (TreeNode.headerBytes + capacity * bookkeeping + mask) & ~mask
  }

  @inlinable var count: Int {
    @inline(__always) get { node.count }
    @inline(__always) nonmutating set { node.count = newValue }
  }

  @inlinable var keys: UnsafeMutablePointer<UInt64> {
    @inline(__always) get {
      (node.base + TreeNode.headerBytes).assumingMemoryBound(to: UInt64.self)
    }
  }

  @inlinable var places: UnsafeMutablePointer<UInt64> {
    @inline(__always) get { keys + capacity }
  }

  @inlinable var revisions: UnsafeMutablePointer<UInt64> {
    @inline(__always) get { keys + 2 * capacity }
  }

  @inlinable var elements: UnsafeMutablePointer<Element> {
    @inline(__always) get {
      (node.base + LeafNode.elementsOffset(capacity: capacity))
        .assumingMemoryBound(to: Element.self)
    }
  }

  @inlinable
  @inline(__always)
  func slot(of key: UInt64) -> Int? {
    let keys = keys
    // Which half has the key is not predictable, so this selects without a branch.
    var (slot, rest) = (0, count)
    while rest > 1 {
      let half = rest >> 1
      slot = keys[slot &+ half] <= key ? slot &+ half : slot
      rest &-= half
    }
    return rest == 1 && keys[slot] == key ? slot : nil
  }

  /// In leaves that were filled at once the keys have equal distances, so that the slot is known
  /// without a search, and the element is fetched together with the key; `first` is 0 if it is not
  /// known.
  @inlinable
  @inline(__always)
  func slot(of key: UInt64, first: UInt64, count: Int) -> Int? {
    let distance = Int(truncatingIfNeeded: (key &- first) / OrderKeys.step)
    let guess = distance < count ? distance : count &- 1
    stage_prefetch(elements + guess)
    return keys[guess] == key ? guess : slot(of: key)
  }
}

extension LeafNode {
  /// Leaves are scattered in memory, so the hardware does not prefetch the next one.
  @inlinable
  @inline(__always)
  static func prefetch(_ child: Int, of parent: InnerNode, capacity: Int) {
    guard child < parent.count else { return }
    let bytes = elementsOffset(capacity: capacity) + capacity * MemoryLayout<Element>.stride
    for line in stride(from: 0, to: min(bytes, 1024), by: 64) {
      stage_prefetch(parent.children[child].base + line)
    }
  }
}

// MARK: - Changing the slots

extension LeafNode {
  @inlinable
  func clone() -> LeafNode {
    let copy = LeafNode(capacity: capacity)
    copy.copyStamps(0..<count, of: self, to: 0)
    copy.elements.initialize(from: elements, count: count)
    copy.count = count
    return copy
  }

  @inlinable
  @inline(__always)
  func copyStamps(_ range: Range<Int>, of other: LeafNode, to position: Int) {
    let source = range.lowerBound
    (keys + position).update(from: other.keys + source, count: range.count)
    (places + position).update(from: other.places + source, count: range.count)
    (revisions + position).update(from: other.revisions + source, count: range.count)
  }

  /// Makes space for slots, which the caller initializes, and includes them in the count.
  @inlinable
  func open(_ slots: Int, at position: Int) {
    let moved = position..<count
    copyStamps(moved, of: self, to: position + slots)
    (elements + position + slots).moveInitialize(from: elements + position, count: moved.count)
    count += slots
  }

  /// Closes the gap of slots whose elements have been moved out, and excludes them from the count.
  @inlinable
  func close(_ range: Range<Int>) {
    let moved = range.upperBound..<count
    copyStamps(moved, of: self, to: range.lowerBound)
    (elements + range.lowerBound)
      .moveInitialize(from: elements + range.upperBound, count: moved.count)
    count -= range.count
  }

  @inlinable
  func take(_ range: Range<Int>, of other: LeafNode, at position: Int) {
    open(range.count, at: position)
    copyStamps(range, of: other, to: position)
    (elements + position)
      .moveInitialize(from: other.elements + range.lowerBound, count: range.count)
    other.close(range)
  }

  @inlinable
  func appendCopies(of other: LeafNode) {
    copyStamps(0..<other.count, of: other, to: count)
    (elements + count).initialize(from: other.elements, count: other.count)
    count += other.count
  }
}
