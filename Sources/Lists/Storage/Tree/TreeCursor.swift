/// A cursor over the elements of a ``ListTree``; its user keeps the tree alive and unchanged.
@frozen
@usableFromInline
struct TreeCursor<Element>: @unchecked Sendable {  // guard: the tree is read-only meanwhile
  @usableFromInline let root: TreeNode?
  @usableFromInline let end: Int
  @usableFromInline var position: Int
  /// The parent of the latest leaf, so that most leaves are found without a descent from the root.
  @usableFromInline var parent: InnerNode?
  @usableFromInline var child = 0
  @usableFromInline var upcoming: UnsafePointer<Element>?
  @usableFromInline var last: UnsafePointer<Element>?

  @usableFromInline let offset: Int

  @inlinable
  init(root: TreeNode?, shape: TreeShape, positions: Range<Int>) {
    self.root = root
    offset = LeafNode<Element>.elementsOffset(capacity: shape.leaf)
    position = positions.lowerBound
    end = positions.upperBound
  }

  @inlinable
  @inline(__always)
  mutating func next() -> Element? {
    if upcoming == last {
      guard let chunk = nextChunk() else { return nil }
      upcoming = chunk.baseAddress
      last = upcoming.map { $0 + chunk.count }
    }
    guard let current = upcoming else { return nil }
    upcoming = current + 1
    return current.pointee
  }

  /// Valid as long as the tree; nil at the end.
  @inlinable
  mutating func nextChunk() -> UnsafeBufferPointer<Element>? {
    guard position < end else { return nil }
    if let parent, child + 1 < parent.count {
      // The address and the number of the elements are known without reading the leaf, so the
      // processor can fetch several leaves at once.
      child += 1
      let count = min(Int(parent.counts[child]), end - position)
      position += count
      let elements = (parent.children[child].base + offset).assumingMemoryBound(to: Element.self)
      return UnsafeBufferPointer(start: elements, count: count)
    }
    var slot = 0
    guard let leaf = descend(slot: &slot) else { return nil }
    let count = min(leaf.count - slot, end - position)
    position += count
    return UnsafeBufferPointer(start: leaf.elements + slot, count: count)
  }

  @inlinable
  mutating func descend(slot: inout Int) -> LeafNode<Element>? {
    guard var node = root else { return nil }
    slot = position
    while !node.isLeaf {
      let inner = InnerNode(node)
      child = inner.child(holding: &slot)
      parent = inner
      node = inner.children[child]
    }
    return LeafNode(node)
  }
}

extension ListTree {
  @inlinable
  borrowing func cursor(_ positions: Range<Int>) -> TreeCursor<Element> {
    precondition(
      positions.lowerBound >= 0 && positions.upperBound <= count, "there are no such positions")
    return TreeCursor(root: root, shape: shape, positions: positions)
  }

  @inlinable
  borrowing func cursor() -> TreeCursor<Element> {
    TreeCursor(root: root, shape: shape, positions: 0..<count)
  }

  @inlinable
  borrowing func forEachChunk<Failure: Error>(
    _ body: (UnsafeBufferPointer<Element>) throws(Failure) -> Void
  ) throws(Failure) {
    var cursor = cursor()
    while let chunk = cursor.nextChunk() { try body(chunk) }
  }
}

extension ListTree {
  @inlinable var elements: [Element] {
    Array(unsafeUninitializedCapacity: count) { buffer, filled in
      forEachChunk { chunk in
        if let source = chunk.baseAddress, let base = buffer.baseAddress {
          (base + filled).initialize(from: source, count: chunk.count)
        }
        filled += chunk.count
      }
    }
  }
}
