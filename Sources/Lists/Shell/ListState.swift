@usableFromInline
struct ListState<Element: Identifiable & Sendable>: ~Copyable where Element.ID: Sendable {
  /// Written under both locks (the writer lock and the head lock), read under either of them.
  @usableFromInline var tree: ListTree<Element>
  /// Guarded like `tree`.
  @usableFromInline var version: UInt64 = 0
  /// Shared by all snapshots of this version; guarded by the head lock.
  @usableFromInline var cached: ListVersion<Element>?
  /// Of the latest edit of all rows, until there is a later version; guarded by the head lock.
  @usableFromInline var step: ListStep?
  /// Guarded by the head lock.
  @usableFromInline var log = OriginLog()

  @usableFromInline
  init(tree: consuming ListTree<Element>) {
    self.tree = tree
  }
}

/// The state of the current writer; all of it is guarded by the writer lock.
@usableFromInline
struct WriterState<Element: Identifiable & Sendable>: ~Copyable where Element.ID: Sendable {
  @usableFromInline var isEditingCopy = false
  @usableFromInline var hasChanges = false
  /// Compared before and after a call of a user's closure to detect edits made in the closure.
  @usableFromInline var editCount: UInt64 = 0
  /// Odd while a transaction runs; its drafts are valid for that generation only.
  @usableFromInline var generation: UInt64 = 0
  @usableFromInline var step: ListStep?
  /// The edit count at which `step` contains all changes.
  @usableFromInline var stepEdits: UInt64 = 0
  @usableFromInline var origins = ListOrigins.none
  @usableFromInline var origin: ListOrigin?
  /// Whether an edit without an explicit origin has been recorded in `origins`.
  @usableFromInline var hasDefaultOrigin = false
  /// This and `garbage` are released after the lock has been released.
  @usableFromInline var stale: ListVersion<Element>?
  @usableFromInline var garbage = TreeGarbage<Element>()

  @usableFromInline init() {}

  @inlinable
  @inline(__always)
  mutating func recordEdit(_ origin: ListOrigin?) {
    editCount &+= 1
    hasChanges = true
    if origin != nil || !hasDefaultOrigin { recordOrigin(origin) }
  }

  @usableFromInline
  mutating func recordOrigin(_ given: ListOrigin?) {
    if given == nil { hasDefaultOrigin = true }
    if let origin = given ?? origin {
      origins.named.insert(origin)
    } else {
      origins.hasOthers = true
    }
  }
}
