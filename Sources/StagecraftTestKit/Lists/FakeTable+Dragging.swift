public import LiveLists

extension FakeTable {
  /// Plays a user who drags a row to another place.
  ///
  /// As in a real table, the row is there before anybody is asked, and changes are violations until
  /// it has been dropped.
  ///
  /// - Parameters:
  ///   - source: where the row is.
  ///   - target: where it is to be, once it has left its old place.
  ///   - drop: tells the data source. Called when the table shows the row at its new place.
  /// - Precondition: there is such a row, and such a place.
  public func dragRow(at source: RowPath, to target: RowPath, drop: () -> Void) {
    precondition(!isDragging && !isInBatch, "One row at a time, and none inside a batch.")
    isDragging = true
    let cell = cells[source.section].remove(at: source.row)
    cells[target.section].insert(cell, at: target.row)
    drop()
    isDragging = false
  }
}
