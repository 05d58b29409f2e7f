/// How many slots a leaf of a ``ListTree`` has, and how many children its inner nodes.
@frozen
@usableFromInline
struct TreeShape: Equatable, Sendable {
  /// The slots of a leaf.
  @usableFromInline let leaf: Int
  /// The children of an inner node.
  @usableFromInline let inner: Int

  @inlinable
  init(leaf: Int, inner: Int) {
    precondition(leaf >= 4, "a leaf has four slots or more")
    precondition((4...InnerNode.room).contains(inner), "a node has from four to eight children")
    self.leaf = leaf
    self.inner = inner
  }

  /// The shape that suits elements of that type.
  ///
  /// To edit while an older version lives copies a leaf, and retains whatever its elements refer to:
  /// that wants short leaves. To iterate wants long ones. A kilobyte is also what allocators have at
  /// hand without a search.
  @inlinable
  static func standard<Element>(for type: Element.Type) -> TreeShape {
    let slot = MemoryLayout<Element>.stride + LeafNode<Element>.bookkeeping
    let fitting = (1000 - TreeNode.headerBytes) / slot
    return TreeShape(leaf: min(max(fitting, 8), 64), inner: InnerNode.room)
  }
}
