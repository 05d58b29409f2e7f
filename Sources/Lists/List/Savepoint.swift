/// Where an inner transaction began, or a closure that may throw, to go back there.
@usableFromInline
struct Savepoint<Element: Identifiable & Sendable>: ~Copyable where Element.ID: Sendable {
  private let list: LiveList<Element>
  private var tree: ListTree<Element>
  private let hasNews: Bool
  private let origins: ListOrigins
  private let origin: ListOrigin?

  @usableFromInline
  init(_ list: LiveList<Element>) {
    self.list = list
    tree = list.working.pointee.copy()
    hasNews = list.desk.pointee.hasNews
    origins = list.desk.pointee.origins
    origin = list.desk.pointee.origin
  }

  /// Undoes all edits that were made since.
  @usableFromInline
  mutating func restore() {
    swap(&tree, &list.working.pointee)
    list.desk.pointee.edits &+= 1
    list.desk.pointee.hasNews = hasNews
    list.desk.pointee.origins = origins
    list.desk.pointee.isNoted = false
  }

  /// Nobody goes back there any more.
  @usableFromInline
  consuming func end() {}

  /// The inner transaction has ended, one way or the other.
  @usableFromInline
  consuming func leave(_ isNested: Bool) {
    list.desk.pointee.origin = origin
    list.desk.pointee.isNoted = false
    if !isNested { list.desk.pointee.turn &+= 1 }
  }
}
