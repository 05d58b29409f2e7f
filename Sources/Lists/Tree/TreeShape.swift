/// The number of slots in the leaves of a ``ListTree``, and of children in its inner nodes.
@frozen
@usableFromInline
struct TreeShape: Equatable, Sendable {
  /// The number of slots in a leaf.
  @usableFromInline let leaf: Int
  /// The maximum number of children of an inner node.
  @usableFromInline let inner: Int

  @inlinable
  init(leaf: Int, inner: Int) {
    precondition(leaf >= 4, "a leaf has four slots or more")
    precondition((4...InnerNode.room).contains(inner), "a node has from four to eight children")
    self.leaf = leaf
    self.inner = inner
  }

  /// Returns the shape for elements of this type.
  ///
  /// An edit while an older version exists copies a leaf and retains the objects that its elements
  /// refer to, so short leaves are better. For iteration, long ones are better. One kilobyte is
  /// also a size that allocators provide without a search.
  @inlinable
  static func standard<Element>(for type: Element.Type) -> TreeShape {
    let slot = MemoryLayout<Element>.stride + LeafNode<Element>.bookkeeping
    let fitting = (1000 - TreeNode.headerBytes) / slot
    return TreeShape(leaf: min(max(fitting, 8), 64), inner: InnerNode.room)
  }
}
