/// The place of an operation in a ``PriorityLine``, or among those that need a category.
struct LinePlace: PagedElement {
  var slot: Slot = -1
  /// The level at which it stands.
  var level: UInt8 = 0
  /// The category in whose line it is, if it is in one.
  var category: Int32 = -1
  /// Its neighbours in the line.
  var next: Int32 = -1
  var previous: Int32 = -1
  /// The next of the places of the same operation.
  var sibling: Int32 = -1

  var nextVacant: Int32 {
    get { next }
    set { next = newValue }
  }
}
