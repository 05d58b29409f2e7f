/// What readers of a list see.
@usableFromInline
struct ListState<Element: Identifiable & Sendable>: ~Copyable where Element.ID: Sendable {
  /// Changed by who holds both locks, and read by who holds one of them.
  @usableFromInline var tree: ListTree<Element>
  /// As `tree`.
  @usableFromInline var version: UInt64 = 0
  /// What snapshots of this version share, if there are any; under the lock of the head.
  @usableFromInline var cached: ListVersion<Element>?
  /// Under the lock of the head.
  @usableFromInline var log = OriginLog()

  @usableFromInline
  init(tree: consuming ListTree<Element>) {
    self.tree = tree
  }
}

/// What the one thread that edits a list at a time needs to know, all of it under the writer lock.
@usableFromInline
struct ListDesk<Element: Identifiable & Sendable>: ~Copyable where Element.ID: Sendable {
  /// Whether the edits go to a copy, which is published at the end.
  @usableFromInline var isOpen = false
  /// Whether there is something new to publish, or to tell of.
  @usableFromInline var hasNews = false
  /// How many edits there were; who calls out looks whether it changed meanwhile.
  @usableFromInline var edits: UInt64 = 0
  /// Odd while a transaction runs; its drafts are good for that turn only.
  @usableFromInline var turn: UInt64 = 0
  /// Where the edits on the copy come from.
  @usableFromInline var origins = ListOrigins.none
  /// Where those come from that are given no origin.
  @usableFromInline var origin: ListOrigin?
  /// Whether `origin` is among `origins`.
  @usableFromInline var isNoted = false
  /// Let go of when the lock has been left.
  @usableFromInline var stale: ListVersion<Element>?
  /// As `stale`.
  @usableFromInline var garbage = TreeGarbage<Element>()

  @usableFromInline init() {}

  /// One edit was made on the copy.
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
