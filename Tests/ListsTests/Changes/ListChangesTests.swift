import StagecraftLists
import Testing

@Suite
struct ListChangesTests {
  /// A, B, C become C, A*, D.
  let changes: ListChanges

  init() throws {
    changes = try ListChanges(
      oldCount: 3, newCount: 3, removals: [1], insertions: [2],
      moves: [ListMove(from: 2, to: 0)], updates: [ListUpdate(old: 0, new: 1)])
  }

  @Test
  func positionsAreFoundInBothDirections() {
    #expect((-1...3).map { changes.newPosition(of: $0) } == [nil, 1, nil, 0, nil])
    #expect((-1...3).map { changes.oldPosition(of: $0) } == [nil, 2, 0, nil, nil])
  }

  @Test
  func replayRequestsInsertionsAndUpdatesOnly() {
    var asked: [Int] = []
    let rows = changes.apply(to: ["A", "B", "C"]) { position in
      asked.append(position)
      return "new \(position)"
    }
    #expect(rows == ["C", "new 1", "new 2"])
    #expect(asked == [1, 2])
  }

  @Test
  func replayRethrowsErrorsOfItsClosure() {
    #expect(throws: CancellationError.self) {
      try changes.apply(to: ["A", "B", "C"]) { _ in throw CancellationError() }
    }
  }

  @Test
  func inverseExchangesBothSides() throws {
    let expected = try ListChanges(
      oldCount: 3, newCount: 3, removals: [2], insertions: [1],
      moves: [ListMove(from: 0, to: 2)], updates: [ListUpdate(old: 1, new: 0)])
    #expect(changes.inverted == expected)
    #expect(changes.inverted.inverted == changes)
  }

  @Test
  func adjacentChangesShareASplice() throws {
    #expect(
      changes.splices == [
        ListSplice(position: 0, removed: 0, inserted: 1),
        ListSplice(position: 2, removed: 2, inserted: 1),
      ])
  }

  @Test
  func changesWithoutRowsAreEmpty() throws {
    let none = ListChanges.none(count: 4)
    #expect(none.isEmpty && none.splices.isEmpty && none == none.inverted)
    #expect(none.structuralCount == 0)
    #expect(none == (try ListChanges(oldCount: 4, newCount: 4)))
    #expect(none != ListChanges.none(count: 5))
    #expect(none.composed(with: .none(count: 4)) == none)
    #expect(none.apply(to: [1, 2, 3, 4]) { $0 } == [1, 2, 3, 4])
    #expect(!changes.isEmpty)
    #expect(changes.structuralCount == 3)
    #expect(
      !(try ListChanges(oldCount: 1, newCount: 1, updates: [ListUpdate(old: 0, new: 0)])).isEmpty)
  }

  @Test
  func resetReplacesAllRows() throws {
    let reset = ListChanges.reset(from: 2, to: 3)
    #expect(!reset.isEmpty)
    #expect(ListChanges.reset(from: 2, to: 2) != .none(count: 2))
    try reset.validate()
    #expect(reset.newPosition(of: 0) == nil && reset.oldPosition(of: 0) == nil)
    #expect(reset.apply(to: [7, 8]) { $0 } == [0, 1, 2])
    #expect(reset.inverted == .reset(from: 3, to: 2))
    #expect(reset.splices == [ListSplice(position: 0, removed: 2, inserted: 3)])
    #expect(ListChanges.reset(from: 0, to: 0).splices.isEmpty)
    #expect(reset.composed(with: changes) == reset)
    #expect(changes.composed(with: .reset(from: 3, to: 9)) == .reset(from: 3, to: 9))
    #expect(ListChanges.reset(from: 2, to: 2).composed(with: .none(count: 2)).isReset)
    #expect(ListChanges.none(count: 2).composed(with: .reset(from: 2, to: 2)).isReset)
  }

  @Test
  func rowInsertedAndRemovedIsOmittedFromTheComposition() throws {
    let came = try ListChanges(oldCount: 2, newCount: 3, insertions: [1])
    let went = try ListChanges(oldCount: 3, newCount: 2, removals: [1])
    #expect(came.composed(with: went).isEmpty)
    // Only positions are known, so it may be another row.
    let newRules = try ListChanges(oldCount: 3, newCount: 3, removals: [1], insertions: [1])
    #expect(went.composed(with: came) == newRules)
  }

  @Test
  func rowMovedAwayAndBackHasNotMoved() throws {
    let away = try ListChanges(oldCount: 3, newCount: 3, moves: [ListMove(from: 0, to: 2)])
    let back = try ListChanges(oldCount: 3, newCount: 3, moves: [ListMove(from: 2, to: 0)])
    #expect(away.composed(with: back).isEmpty)
    let once = try ListChanges(oldCount: 3, newCount: 3, moves: [ListMove(from: 0, to: 1)])
    #expect(
      away.composed(
        with: try ListChanges(oldCount: 3, newCount: 3, moves: [ListMove(from: 2, to: 1)]))
        == once)
  }

  @Test
  func updateIsReportedOnce() throws {
    let update = try ListChanges(oldCount: 1, newCount: 1, updates: [ListUpdate(old: 0, new: 0)])
    #expect(update.composed(with: update) == update)
  }

  @Test
  func changesDescribeThemselves() {
    #expect("\(changes)" == "3 → 3: −[1] +[2] moved [2→0] updated [0→1]")
    #expect("\(ListChanges.none(count: 2))" == "2 → 2: nothing")
    #expect("\(ListChanges.reset(from: 2, to: 0))" == "2 → 0: reset")
    #expect("\(ListSplice(position: 3, removed: 1, inserted: 2))" == "3: −1 +2")
    #expect("\(ListUpdate(old: 3, new: 3))" == "3")
  }

  @Test
  func misuseTraps() async {
    await #expect(processExitsWith: .failure) {
      _ = ListChanges.none(count: 2).composed(with: .none(count: 3))
    }
    await #expect(processExitsWith: .failure) {
      _ = ListChanges.none(count: 2).apply(to: [1]) { $0 }
    }
    await #expect(processExitsWith: .failure) { _ = ListChanges.reset(from: -1, to: 0) }
    await #expect(processExitsWith: .failure) { _ = ListChanges.none(count: -1) }
  }
}
