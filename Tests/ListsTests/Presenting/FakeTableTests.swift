import StagecraftLists
import StagecraftTestKit
import Testing

/// Violations of the rules are detected.
@Suite
@MainActor
struct FakeTableTests {
  private let source = ArraySource([[0, 1, 2, 3], [10, 11]])
  private let table = FakeTable()

  init() {
    table.dataSource = source
    table.reloadData()
  }

  /// Performs a batch in which the data source changes to `sections`.
  private func batch(to sections: [[Int]]? = nil, _ body: (FakeTable) -> Void) {
    table.performBatchUpdates {
      if let sections { source.sections = sections.map { $0.map { ShownOrder(id: $0) } } }
      body(table)
    }
  }

  @Test
  func correctBatchesAreAccepted() {
    batch(to: [[3, 0, 7, 2], [5], [11]]) { table in
      table.moveRow(at: at(0, 3), to: at(0, 0))
      table.deleteRows(at: [at(0, 1), at(1, 0)])
      table.insertRows(at: [at(0, 2)])
      table.insertSections([1])
    }
    #expect(table.violations.isEmpty)
    #expect(table.ids == [[3, 0, 7, 2], [5], [11]])
    #expect(table.batchCount == 1 && table.animatedBatchCount == 1 && table.reloadCount == 1)
  }

  @Test
  func rowsAndSectionsMayMoveInOneBatch() {
    batch(to: [[10, 2, 11], [0, 1, 3]]) { table in
      table.moveSection(0, to: 1)
      table.moveRow(at: at(0, 2), to: at(0, 1))
    }
    #expect(table.violations.isEmpty)
    #expect(table.ids == [[10, 2, 11], [0, 1, 3]])
  }

  @Test
  func reloadedRowsAndSectionsGetNewCells() {
    batch(to: [[0, 9, 2, 3], [12]]) { table in
      table.reloadRows(at: [at(0, 1)])
      table.reloadSections([1])
    }
    #expect(table.violations.isEmpty)
    #expect(table.ids == [[0, 9, 2, 3], [12]])
  }

  @Test
  func singleChangeIsABatch() {
    source.sections[0].removeLast()
    table.deleteRows(at: [at(0, 3)])
    #expect(table.violations.isEmpty && table.batchCount == 1)
  }

  /// The model is assigned before the batch begins.
  @Test
  func changeOfTheDataSourceBeforeTheBatchIsDetected() {
    source.sections[0].removeLast()
    batch { $0.deleteRows(at: [at(0, 3)]) }
    #expect(table.broken.first == .rowsSwitchedEarly)
    #expect(
      table.violations.first?.description
        == "Section 0 shows 4 rows, the data source has 3.")
    #expect(table.ids == source.sections.map { $0.map(\.id) })
  }

  /// A data source that reads an array while other code edits it.
  @Test
  func dataSourceThatReadsALiveArrayIsDetected() {
    source.sections[0].swapAt(0, 1)
    table.checkRows()
    #expect(table.broken == [.rowsAgree])
    #expect(
      table.violations.first?.description
        == "Row 0.0 shows 0 (0), the data source has 1 (0).")
  }

  @Test
  func unreportedUpdateIsDetected() {
    source.sections[1][1].state = 4
    table.checkRows()
    #expect(table.broken == [.rowsAgree])
    table.reconfigureRows(at: [at(1, 1)])
    table.checkRows()
    #expect(table.broken == [.rowsAgree])
    #expect(table.reconfigurationCount == 1)
  }

  @Test
  func wrongCountsAreDetected() {
    batch(to: [[0, 1], [10, 11]]) { $0.deleteRows(at: [at(0, 3)]) }
    #expect(table.broken == [.countsAgree])
    #expect(
      table.violations.first?.description
        == """
        Section 0 had 4 rows: 1 removed and 0 inserted makes 3, but the data source has 2.
        """)
    batch(to: [[0, 1]]) { _ in }
    #expect(table.broken == [.countsAgree, .countsAgree])
    // After a violation it shows the current rows.
    #expect(table.ids == [[0, 1]])
  }

  /// One row too many and one too few give the right count.
  @Test
  func wrongRowsOfTheRightCountAreDetected() {
    batch(to: [[0, 1, 2], [10, 11]]) { $0.deleteRows(at: [at(0, 0)]) }
    #expect(table.broken == [.rowsAgree])
    #expect(
      table.violations.first?.description
        == "Row 0.0 shows 1 (0), the data source has 0 (0).")
  }

  @Test
  func unexpectedRowIsNotReportedAsAnUpdate() {
    source.sections[0][2] = ShownOrder(id: 77)
    table.reconfigureRows(at: [at(0, 2)])
    #expect(table.broken == [.rowsAgree])
  }

  @Test
  func positionsOutOfRangeAreDetected() {
    let changes: [(FakeTable) -> Void] = [
      { $0.deleteRows(at: [at(0, 4)]) }, { $0.deleteRows(at: [at(2, 0)]) },
      { $0.deleteRows(at: [at(0, -1)]) }, { $0.insertRows(at: [at(0, 4)]) },
      { $0.insertRows(at: [at(2, 0)]) }, { $0.insertRows(at: [at(0, -1)]) },
      { $0.moveRow(at: at(0, 4), to: at(0, 0)) }, { $0.moveRow(at: at(0, 0), to: at(0, 4)) },
      { $0.reloadRows(at: [at(0, 4)]) }, { $0.deleteSections([2]) }, { $0.insertSections([2]) },
      { $0.moveSection(2, to: 0) }, { $0.moveSection(0, to: 2) }, { $0.reloadSections([-1]) },
    ]
    for (count, change) in changes.enumerated() {
      batch(change)
      #expect(table.broken == Array(repeating: .positionsExist, count: count + 1))
    }
    table.reconfigureRows(at: [at(0, 4), at(2, 0)])
    #expect(table.violations.count == changes.count + 2)
  }

  @Test
  func rowsRemovedTwiceAreDetected() {
    let changes: [(FakeTable) -> Void] = [
      { $0.deleteRows(at: [at(0, 1), at(0, 1)]) },
      { table in
        table.deleteRows(at: [at(0, 1)])
        table.moveRow(at: at(0, 1), to: at(0, 0))
      },
      { table in
        table.deleteRows(at: [at(0, 1)])
        table.reloadRows(at: [at(0, 1)])
      },
      { table in
        table.moveRow(at: at(0, 1), to: at(0, 0))
        table.reloadRows(at: [at(0, 1)])
      },
      { table in
        table.moveRow(at: at(0, 1), to: at(0, 0))
        table.moveRow(at: at(0, 1), to: at(0, 3))
      },
      { $0.reloadRows(at: [at(0, 1), at(0, 1)]) },
    ]
    for (count, change) in changes.enumerated() {
      batch(change)
      #expect(table.broken == Array(repeating: .leavesOnce, count: count + 1))
    }
    batch(to: [[10, 11]]) { table in
      table.deleteSections([0])
      table.deleteRows(at: [at(0, 0)])
    }
    #expect(table.broken.last == .leavesOnce)
    batch(to: [[10]]) { table in
      table.reloadSections([0])
      table.deleteRows(at: [at(0, 0)])
    }
    #expect(table.broken.last == .leavesOnce)
    batch(to: []) { $0.deleteSections([0, 0]) }
    #expect(table.broken.last == .leavesOnce)
  }

  @Test
  func moveOutOfARemovedSectionIsDetected() {
    batch(to: [[0, 10, 11]]) { table in
      table.deleteSections([0])
      table.moveRow(at: at(0, 0), to: at(0, 0))
    }
    #expect(table.broken.contains(.leavesOnce))
  }

  @Test
  func positionsFilledTwiceAreDetected() {
    batch(to: [[7, 0, 1, 2, 3], [10, 11]]) { $0.insertRows(at: [at(0, 0), at(0, 0)]) }
    #expect(table.broken == [.filledOnce])
    batch(to: [[3, 7, 0, 1, 2], [10, 11]]) { table in
      table.moveRow(at: at(0, 4), to: at(0, 0))
      table.insertRows(at: [at(0, 0)])
    }
    #expect(table.broken == [.filledOnce, .filledOnce])
    batch(to: [[3, 7, 0, 1, 2], [5], [10, 11]]) { table in
      table.insertSections([1])
      table.insertRows(at: [at(1, 0)])
    }
    #expect(table.broken == [.filledOnce, .filledOnce, .filledOnce])
    batch(to: [[1], [2], [3], [4]]) { $0.insertSections([1, 1]) }
    #expect(table.broken.last == .filledOnce && table.violations.count == 4)
  }

  @Test
  func movesToTheSamePlaceAreDetected() {
    batch { $0.moveRow(at: at(0, 0), to: at(0, 0)) }
    batch { $0.moveSection(1, to: 1) }
    #expect(table.broken == [.movesMove, .movesMove])
  }

  @Test
  func nestedBatchIsDetected() {
    batch { table in table.performBatchUpdates {} }
    #expect(table.broken == [.oneBatchAtATime])
    #expect(table.batchCount == 1)
  }

  @Test
  func otherCallsInsideABatchAreDetected() {
    batch { table in
      table.reloadData()
      table.reconfigureRows(at: [at(0, 0)])
    }
    #expect(table.broken == [.onlyChangesInBatches, .onlyChangesInBatches])
    #expect(table.reloadCount == 1 && table.reconfigurationCount == 0)
  }

  /// A table requests cells during an update.
  @Test
  func batchDuringADataSourceCallIsDetected() {
    var isFirst = true
    source.onCell = { [table] in
      guard table.isInBatch, isFirst else { return }
      isFirst = false
      table.performBatchUpdates {}
    }
    batch { _ in }
    #expect(table.broken == [.oneBatchAtATime])
  }

  @Test
  func changesDuringADragAreDetected() {
    table.isDragging = true
    #expect(!table.isReadyForChanges)
    batch { _ in }
    table.reloadData()
    table.reconfigureRows(at: [])
    #expect(table.broken == Array(repeating: .nothingDuringDrags, count: 3))
  }

  @Test
  func batchesWithoutAWindowAreDetected() {
    table.isInWindow = false
    batch { _ in }
    #expect(table.broken == [.batchesNeedWindows])
    table.reloadData()
    #expect(table.violations.count == 1)
  }

  @Test
  func resetIsNotABatch() {
    table.performBatch(.reset(from: [4, 2], to: [4, 2]), isAnimated: true) {}
    #expect(table.broken == [.countsAgree])
  }

  @Test
  func tableWithoutADataSourceIsEmpty() {
    let table = FakeTable()
    table.reloadData()
    table.checkRows()
    table.performBatchUpdates {}
    #expect(table.cells.isEmpty && table.violations.isEmpty)
  }
}
