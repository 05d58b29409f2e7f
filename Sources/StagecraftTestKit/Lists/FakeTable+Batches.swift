public import StagecraftLists

struct FakeTableBatch {
  var removedSections: [Int] = []
  var insertedSections: [Int] = []
  var movedSections: [(source: Int, target: Int)] = []
  var reloadedSections: [Int] = []
  var removedRows: [RowPath] = []
  var insertedRows: [RowPath] = []
  var movedRows: [ListMove<RowPath>] = []
  var reloadedRows: [RowPath] = []
}

extension FakeTable {
  /// Performs changes as one batch.
  ///
  /// The data source must return the old rows until `updates` is called, and the new rows when it
  /// returns; both are checked.
  ///
  /// - Parameters:
  ///   - isAnimated: Whether the batch counts as animated.
  ///   - updates: Switches the rows of the data source and records the changes, in any order.
  public func performBatchUpdates(isAnimated: Bool = true, _ updates: () -> Void) {
    guard !isInBatch else {
      note(.oneBatchAtATime, "A batch was started inside another batch.")
      return updates()
    }
    if !isInWindow { note(.batchesNeedWindows, "A batch was started without a window.") }
    if !compare(.rowsSwitchedEarly, contents: true) { showEverything() }
    perform(isAnimated: isAnimated, updates)
  }

  /// Deletes sections.
  ///
  /// - Parameter sections: Their indices before the batch.
  public func deleteSections(_ sections: [Int]) {
    change { $0.removedSections += sections }
  }

  /// Inserts sections with all their rows.
  ///
  /// - Parameter sections: Their indices after the batch.
  public func insertSections(_ sections: [Int]) {
    change { $0.insertedSections += sections }
  }

  /// Moves a section with its rows.
  ///
  /// - Parameters:
  ///   - source: Its index before the batch.
  ///   - target: Its index after the batch.
  public func moveSection(_ source: Int, to target: Int) {
    change { $0.movedSections.append((source, target)) }
  }

  /// Reloads sections with all their rows.
  ///
  /// - Parameter sections: Their indices before the batch.
  public func reloadSections(_ sections: [Int]) {
    change { $0.reloadedSections += sections }
  }

  /// Deletes rows.
  ///
  /// - Parameter paths: Their positions before the batch.
  public func deleteRows(at paths: [RowPath]) {
    change { $0.removedRows += paths }
  }

  /// Inserts rows.
  ///
  /// - Parameter paths: Their positions after the batch.
  public func insertRows(at paths: [RowPath]) {
    change { $0.insertedRows += paths }
  }

  /// Moves a row.
  ///
  /// - Parameters:
  ///   - source: Its position before the batch.
  ///   - target: Its position after the batch.
  public func moveRow(at source: RowPath, to target: RowPath) {
    change { $0.movedRows.append(ListMove(from: source, to: target)) }
  }

  /// Reloads rows, which get new cells.
  ///
  /// - Parameter paths: Their positions before the batch.
  public func reloadRows(at paths: [RowPath]) {
    change { $0.reloadedRows += paths }
  }

  private func change(_ body: (inout FakeTableBatch) -> Void) {
    guard var open = batch else { return perform(isAnimated: true) { change(body) } }
    body(&open)
    batch = open
  }

  private func perform(isAnimated: Bool, _ updates: () -> Void) {
    if isDragging { note(.nothingDuringDrags, "Rows changed while a row was dragged.") }
    batchCount += 1
    if isAnimated { animatedBatchCount += 1 }
    batch = FakeTableBatch()
    updates()
    let rows = settle(batch ?? FakeTableBatch())
    if let rows { cells = rows }
    // Cells are requested while the batch is still open, as in a real table.
    if rows == nil || !compare(.rowsAgree, contents: false) { showEverything() }
    batch = nil
  }
}
