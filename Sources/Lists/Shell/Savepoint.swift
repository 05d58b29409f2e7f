@usableFromInline
struct Savepoint<Element: Identifiable & Sendable>: ~Copyable where Element.ID: Sendable {
  private let list: LiveList<Element>
  private var tree: ListTree<Element>
  private let hasChanges: Bool
  private let origins: ListOrigins
  private let origin: ListOrigin?

  @usableFromInline
  init(_ list: LiveList<Element>) {
    self.list = list
    tree = list.workingCopy.pointee.copy()
    hasChanges = list.writerState.pointee.hasChanges
    origins = list.writerState.pointee.origins
    origin = list.writerState.pointee.origin
  }

  @usableFromInline
  mutating func restore() {
    swap(&tree, &list.workingCopy.pointee)
    list.writerState.pointee.editCount &+= 1
    list.writerState.pointee.hasChanges = hasChanges
    list.writerState.pointee.origins = origins
    list.writerState.pointee.hasDefaultOrigin = false
  }

  @usableFromInline
  consuming func end() {}

  @usableFromInline
  consuming func endTransaction(isNested: Bool) {
    list.writerState.pointee.origin = origin
    list.writerState.pointee.hasDefaultOrigin = false
    if !isNested { list.writerState.pointee.generation &+= 1 }
  }
}
