public import StagecraftLists

extension FakeTable: ListSurface {
  /// Whether no batch is open and no row is being dragged.
  public var isReadyForChanges: Bool { !isInBatch && !isDragging }

  /// Performs changes as one batch, as an adapter for a real table does.
  ///
  /// - Parameters:
  ///   - changes: The insertions, removals and moves.
  ///   - isAnimated: Whether the batch counts as animated.
  ///   - switchRows: Switches the rows; called inside the batch.
  public func performBatch(
    _ changes: GroupedChanges, isAnimated: Bool, switchingRows switchRows: () -> Void
  ) {
    performBatchUpdates(isAnimated: isAnimated) {
      switchRows()
      if changes.isReset { note(.countsAgree, "A reset cannot be performed as a batch.") }
      deleteSections(changes.sections.removals)
      insertSections(changes.sections.insertions)
      for move in changes.sections.moves { moveSection(move.source, to: move.target) }
      deleteRows(at: changes.removals)
      insertRows(at: changes.insertions)
      for move in changes.moves { moveRow(at: move.source, to: move.target) }
    }
  }

  /// Requests all cells from the data source.
  public func reloadRows() { reloadData() }
}
