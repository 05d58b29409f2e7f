/// The state to restore if an inner transaction or a user's closure throws.
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

  /// Undoes all edits made since.
  @usableFromInline
  mutating func restore() {
    swap(&tree, &list.working.pointee)
    list.desk.pointee.edits &+= 1
    list.desk.pointee.hasNews = hasNews
    list.desk.pointee.origins = origins
    list.desk.pointee.isNoted = false
  }

  /// Discards the savepoint.
  @usableFromInline
  consuming func end() {}

  /// Ends the inner transaction, whether it was undone or not.
  @usableFromInline
  consuming func leave(_ isNested: Bool) {
    list.desk.pointee.origin = origin
    list.desk.pointee.isNoted = false
    if !isNested { list.desk.pointee.turn &+= 1 }
  }
}
