import StagecraftLists
import StagecraftTestKit
import TestSupport
import Testing

/// The number of changes that an observer on the main actor receives in one transition.
@Suite(.timeLimit(.minutes(3)))
@MainActor
struct StepBudgetTests {
  private let list = LiveList(ids: 0..<40_000)

  /// Adds rows; their number is far from half of all.
  private func add(_ ids: Range<Int>) {
    list.transaction { draft in
      for id in ids { draft.upsert(DeskOrder(id)) }
    }
  }

  @Test
  func transitionBeyondTheBudgetIsAReset() {
    var steps: [LiveList<DeskOrder>.Transition] = []
    let observation = list.observe(.manual, initial: false) { steps.append($0) }
    let old = list.snapshot()
    add(40_000..<46_000)
    observation.flush()
    #expect(steps.last?.changes.insertions.count == 6000)

    add(46_000..<58_000)
    observation.flush()
    #expect(steps.count == 2 && steps.last?.changes == .reset(from: 46_000, to: 58_000))
    #expect(steps.last?.new.isIdentical(to: list.snapshot()) == true)

    // The next transition begins there. Explicitly requested changes are exact.
    add(58_000..<58_001)
    observation.flush()
    #expect(steps.last?.changes.insertions == [58_000])
    #expect(list.changes(since: old).changes.insertions.count == 18_001)
    #expect(list.snapshot().changes(since: old).insertions.count == 18_001)
  }

  /// Rows at the end are found in another way, and cost the same.
  @Test(arguments: [(7900, false), (8193, true)])
  func insertionsCostTheSameAtTheFrontAndAtTheEnd(count: Int, isReset: Bool) {
    var steps: [LiveList<DeskOrder>.Transition] = []
    let observation = list.observe(.manual, initial: false) { steps.append($0) }
    add(40_000..<40_000 + count)
    observation.flush()
    #expect(steps.last?.changes.isReset == isReset)

    list.transaction { draft in
      for id in 60_000..<60_000 + count { try? draft.insert(DeskOrder(id), at: 0) }
    }
    observation.flush()
    #expect(steps.last?.changes.isReset == isReset)
    #expect(isReset || steps.last?.changes.insertions.count == count)
  }

  @Test
  func updatesCostLessThanInsertions() {
    var steps: [LiveList<DeskOrder>.Transition] = []
    let observation = list.observe(.manual, initial: false) { steps.append($0) }
    list.transaction { draft in
      for id in 0..<30_000 { draft.update(id) { $0.copies += 1 } }
    }
    observation.flush()
    #expect(steps.last?.changes.updates.count == 30_000)
  }

  @Test
  func derivedAndGroupedListsHaveTheSameBudget() {
    let sorted = list.sorted { $0.id < $1.id }
    let grouped = list.grouped(by: { $0.id % 3 })
    var resets: [Bool] = []
    let observations = [
      sorted.observe(.manual, initial: false) { resets.append($0.changes.isReset) },
      grouped.observe(.manual, initial: false) { resets.append($0.changes.isReset) },
    ]
    let (oldSorted, oldGrouped) = (sorted.snapshot(), grouped.snapshot())
    add(40_000..<52_000)
    for observation in observations { observation.flush() }
    #expect(resets == [true, true])
    #expect(sorted.changes(since: oldSorted).changes.insertions.count == 12_000)
    #expect(grouped.changes(since: oldGrouped).changes.insertions.count == 12_000)
  }

  @Test
  func presentersHaveTheSameBudget() {
    let presenter = ListPresenter(list)
    presenter.maximumBatch = .max
    let table = FakeTable()
    table.show(presenter) { $0.copies }
    var presented: [ListPresentation] = []
    presenter.onPresentation = { presented.append($0) }
    add(40_000..<52_000)
    presenter.flush()
    #expect(presented == [.reload(.reset)])
    #expect(table.violations.isEmpty)
  }
}
