/// A row with edits that are shown and not confirmed.
struct OverlaidRow<Row: Sendable>: Sendable {
  /// The row of the table; nil if it was removed.
  var base: Row?
  /// The row that the list shows.
  var shown: Row
  /// How many edits of it are not confirmed.
  var edits: Int
}

extension Dictionary {
  /// Returns false if the row has no such edits.
  mutating func setBase<Row>(_ row: Row?, of id: Key) -> Bool where Value == OverlaidRow<Row> {
    guard let index = index(forKey: id) else { return false }
    values[index].base = row
    return true
  }
}
