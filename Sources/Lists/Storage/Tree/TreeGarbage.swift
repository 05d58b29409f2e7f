/// Discarded nodes of a ``ListTree`` and the elements in them.
///
/// Edits only collect nodes here. Call ``free()`` when no lock is held: it may release the last
/// reference to an element, whose `deinit` is user code. Destroying the value frees the nodes too.
@usableFromInline
struct TreeGarbage<Element: Sendable>: ~Copyable, @unchecked Sendable {  // guard: owns its nodes
  /// The first node of the chain, linked through the headers.
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

  /// Frees the nodes; on the main actor, only some of them, and the others soon on another thread.
  @inlinable
  consuming func free() {}
}
