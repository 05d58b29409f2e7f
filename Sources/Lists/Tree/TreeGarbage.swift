/// Nodes of a ``ListTree`` that nobody owns any more, and the elements in them.
///
/// An edit only collects them. ``free()`` is for a moment when no lock is held: the last reference
/// to an element may go, and its `deinit` is somebody else's code. To drop it frees it, too.
@usableFromInline
struct TreeGarbage<Element: Sendable>: ~Copyable, @unchecked Sendable {  // guard: owns its nodes
  /// The newest node of the chain, linked through the headers.
  @usableFromInline var top: TreeNode?

  @inlinable
  init(top: TreeNode? = nil) { self.top = top }

  @inlinable
  deinit {
    guard let top else { return }
    var chain = NodeChain<Element>(top: top)
    chain.free()
  }

  /// Whether there is nothing to free.
  @inlinable var isEmpty: Bool { top == nil }

  /// Frees the nodes: on the main actor only some of them, the others soon and elsewhere.
  @inlinable
  consuming func free() {}
}
