/// The state of one category.
struct CategoryState: PagedElement {
  var limit = 1
  /// The operations that hold it.
  var holders: [Slot] = []
  /// The operations that wait for it.
  var line = PriorityLine()
  /// The priority that the line lends to the holders; 0 while the category is not full.
  var demand: UInt8 = 0
  /// If the limit is 1: the first of the operations in the table that need the category.
  var firstMember: Int32 = -1

  var nextVacant: Int32 {
    get { firstMember }
    set { firstMember = newValue }
  }

  var hasRoom: Bool { holders.count < limit }
}
