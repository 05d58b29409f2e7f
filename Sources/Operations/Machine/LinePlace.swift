/// An entry of an operation in a ``PriorityLine``, or in the list of operations that need a
/// category.
struct LinePlace: PagedElement {
  var slot: Slot = -1
  /// The level of the entry.
  var level: UInt8 = 0
  /// The category of the line; -1 if it is not the line of a category.
  var category: Int32 = -1
  /// The neighbours in the line.
  var next: Int32 = -1
  var previous: Int32 = -1
  /// The next entry of the same operation.
  var sibling: Int32 = -1

  var nextVacant: Int32 {
    get { next }
    set { next = newValue }
  }
}
