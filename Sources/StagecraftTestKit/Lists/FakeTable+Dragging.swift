internal import StageFloor
public import StagecraftLists

extension FakeTable {
  /// Simulates a user who drags a row to another position.
  ///
  /// As in a real table, the row is moved before the data source is notified, and changes are
  /// violations until the row has been dropped.
  ///
  /// - Parameters:
  ///   - source: The position of the row.
  ///   - target: The position of the row after it has been removed from `source`.
  ///   - drop: Updates the data source. Called when the table shows the row at its new position.
  /// - Precondition: Both positions exist.
  public func dragRow(at source: RowPath, to target: RowPath, drop: () -> Void) {
    require(!isDragging, "A row is already being dragged: drop it before dragging \(source).")
    require(!isInBatch, "Row \(source) cannot be dragged inside a batch.")
    require(
      cells.indices.contains(source.section) && cells[source.section].indices.contains(source.row),
      "The table has no row at \(source).")
    isDragging = true
    let cell = cells[source.section].remove(at: source.row)
    require(
      cells.indices.contains(target.section)
        && (0...cells[target.section].count).contains(target.row),
      "The table has no position \(target) for the dragged row.")
    cells[target.section].insert(cell, at: target.row)
    drop()
    isDragging = false
  }
}
