public import StagecraftLists
internal import StageFloor

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
    require(!isDragging, "A row is being dragged already: drop it before dragging \(source).")
    require(!isInBatch, "Row \(source) cannot be dragged inside a batch.")
    require(
      cells.indices.contains(source.section) && cells[source.section].indices.contains(source.row),
      "The table has no row at \(source).")
    isDragging = true
    let cell = cells[source.section].remove(at: source.row)
    require(
      cells.indices.contains(target.section)
        && (0...cells[target.section].count).contains(target.row),
      "The table has no place \(target) for the dragged row.")
    cells[target.section].insert(cell, at: target.row)
    drop()
    isDragging = false
  }
}
