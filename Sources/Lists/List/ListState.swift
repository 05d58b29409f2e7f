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

/// The state of the current writer; all of it is guarded by the writer lock.
@usableFromInline
struct ListDesk<Element: Identifiable & Sendable>: ~Copyable where Element.ID: Sendable {
  /// Whether the edits are made on a copy, which is published at the end.
  @usableFromInline var isOpen = false
  /// Whether there are changes to publish, or to notify observers of.
  @usableFromInline var hasNews = false
  /// The number of edits.
  ///
  /// Code that calls a user's closure compares it before and after to detect edits made in the
  /// closure.
  @usableFromInline var edits: UInt64 = 0
  /// Odd while a transaction runs; its drafts are valid for that turn only.
  @usableFromInline var turn: UInt64 = 0
  /// The origins of the edits on the copy.
  @usableFromInline var origins = ListOrigins.none
  /// The origin for edits that carry none.
  @usableFromInline var origin: ListOrigin?
  /// Whether an edit without an explicit origin has been recorded in `origins`.
  @usableFromInline var isNoted = false
  /// Released after the lock has been released.
  @usableFromInline var stale: ListVersion<Element>?
  /// Released like `stale`.
  @usableFromInline var garbage = TreeGarbage<Element>()

  @usableFromInline init() {}

  /// Records one edit on the copy.
  @inlinable
  @inline(__always)
  mutating func note(_ origin: ListOrigin?) {
    edits &+= 1
    hasNews = true
    if origin != nil || !isNoted { add(origin) }
  }

  @usableFromInline
  mutating func add(_ given: ListOrigin?) {
    if given == nil { isNoted = true }
    if let origin = given ?? origin {
      origins.named.insert(origin)
    } else {
      origins.hasOthers = true
    }
  }
}
