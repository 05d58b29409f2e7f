/// The state that readers of a list see.
@usableFromInline
struct ListState<Element: Identifiable & Sendable>: ~Copyable where Element.ID: Sendable {
  /// Written under both locks (the writer lock and the head lock), read under either of them.
  @usableFromInline var tree: ListTree<Element>
  /// Guarded like `tree`.
  @usableFromInline var version: UInt64 = 0
  /// The version object shared by all snapshots of this version, if there are any; guarded by the
  /// head lock.
  @usableFromInline var cached: ListVersion<Element>?
  /// Guarded by the head lock.
  @usableFromInline var log = OriginLog()

  @usableFromInline
  init(tree: consuming ListTree<Element>) {
    self.tree = tree
  }
}
