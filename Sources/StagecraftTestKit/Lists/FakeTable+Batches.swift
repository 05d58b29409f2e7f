public import StagecraftLists

/// What a batch has named so far.
struct FakeTableBatch {
  var removedSections: [Int] = []
  var insertedSections: [Int] = []
  var movedSections: [(source: Int, target: Int)] = []
  var reloadedSections: [Int] = []
  var removedRows: [RowPath] = []
  var insertedRows: [RowPath] = []
  var movedRows: [GroupedMove] = []
  var reloadedRows: [RowPath] = []
}

extension FakeTable {
  /// Performs changes as one batch.
  ///
  /// The data source answers as before until `updates` is called, and as after all changes when it
  /// returns; both is checked.
  ///
  /// - Parameters:
  ///   - isAnimated: only counted.
  ///   - updates: switches the rows of the data source and names the changes, in any order.
  public func performBatchUpdates(isAnimated: Bool = true, _ updates: () -> Void) {
    guard !isInBatch else {
      note(.oneBatchAtATime, "There was a batch inside a batch.")
      return updates()
    }
    if !isInWindow { note(.batchesNeedWindows, "There was a batch without a window.") }
    if !compare(.rowsSwitchedEarly, contents: true) { showEverything() }
    perform(isAnimated: isAnimated, updates)
  }

  /// Names sections that go.
  ///
  /// - Parameter sections: their numbers before the batch.
  public func deleteSections(_ sections: [Int]) {
    change { $0.removedSections += sections }
  }

  /// Names sections that come, with all their rows.
  ///
  /// - Parameter sections: their numbers after the batch.
  public func insertSections(_ sections: [Int]) {
    change { $0.insertedSections += sections }
  }

  /// Names a section that moves, with its rows.
  ///
  /// - Parameters:
  ///   - source: its number before the batch.
  ///   - target: its number after the batch.
  public func moveSection(_ source: Int, to target: Int) {
    change { $0.movedSections.append((source, target)) }
  }

  /// Names sections to ask for anew, with all their rows.
  ///
  /// - Parameter sections: their numbers before the batch.
  public func reloadSections(_ sections: [Int]) {
    change { $0.reloadedSections += sections }
  }

  /// Names rows that go.
  ///
  /// - Parameter paths: where they are before the batch.
  public func deleteRows(at paths: [RowPath]) {
    change { $0.removedRows += paths }
  }

  /// Names rows that come.
  ///
  /// - Parameter paths: where they are after the batch.
  public func insertRows(at paths: [RowPath]) {
    change { $0.insertedRows += paths }
  }

  /// Names a row that moves.
  ///
  /// - Parameters:
  ///   - source: where it is before the batch.
  ///   - target: where it is after the batch.
  public func moveRow(at source: RowPath, to target: RowPath) {
    change { $0.movedRows.append(GroupedMove(from: source, to: target)) }
  }

  /// Names rows that get new cells.
  ///
  /// - Parameter paths: where they are before the batch.
  public func reloadRows(at paths: [RowPath]) {
    change { $0.reloadedRows += paths }
  }

  /// Notes a change of the open batch, or performs it as a batch of its own.
  private func change(_ body: (inout FakeTableBatch) -> Void) {
    guard var open = batch else { return perform(isAnimated: true) { change(body) } }
    body(&open)
    batch = open
  }

  private func perform(isAnimated: Bool, _ updates: () -> Void) {
    if isDragging { note(.nothingDuringDrags, "There were changes while a row was dragged.") }
    batchCount += 1
    if isAnimated { animatedBatchCount += 1 }
    batch = FakeTableBatch()
    updates()
    let rows = settle(batch ?? FakeTableBatch())
    if let rows { cells = rows }
    // Cells are asked for while the batch is still open, as a real table does.
    if rows == nil || !compare(.rowsAgree, contents: false) { showEverything() }
    batch = nil
  }
}
