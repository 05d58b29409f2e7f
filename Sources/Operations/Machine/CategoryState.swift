/// What the machine knows of one category.
struct CategoryState: Sendable {
  var limit: Int
  /// Who is in it.
  var holders: [Slot] = []
  /// Who waits for it.
  var line = PriorityLine()

  var hasRoom: Bool { holders.count < limit }
}
