/// What the machine knows of one category.
struct CategoryState: PagedElement {
  var limit = 1
  /// The operations that hold it.
  var holders: [Slot] = []
  /// The operations that wait for it.
  var line = PriorityLine()
  /// What those in line lend to those who hold it; 0 while there is room.
  var demand: UInt8 = 0
  /// If its limit is 1: the first of all operations in the table that need it.
  var firstMember: Int32 = -1

  var nextVacant: Int32 {
    get { firstMember }
    set { firstMember = newValue }
  }

  var hasRoom: Bool { holders.count < limit }
}
