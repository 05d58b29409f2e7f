import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftLists

/// Random edits of derived lists; the tables check that no rule is violated.
@Suite(.timeLimit(.minutes(3)))
@MainActor
struct DerivedPresenterModelTests {
  private func orders(_ generator: inout SeededGenerator) throws -> LiveList<ShownOrder> {
    let orders = LiveList<ShownOrder>()
    for id in 0..<Int.random(in: 0...20, using: &generator) {
      try orders.append(ShownOrder(id: id, state: Int.random(in: 0..<4, using: &generator)))
    }
    return orders
  }

  /// A changed state is another section.
  @Test
  func randomEditsOfGroupsNeverViolateTheRulesOfTheTable() throws {
    try withEverySeed(in: 0..<100) { generator in
      let orders = try orders(&generator)
      let groups = orders.grouped { $0.state }
      let presenter = ListPresenter(groups)
      presenter.expectNoContradiction()
      let table = FakeTable()
      table.show(presenter) { $0.state }
      for _ in 0..<30 {
        table.isDragging = generator.oneIn(8)
        for _ in 0..<Int.random(in: 0...6, using: &generator) {
          try orders.editAtRandom(&generator)
        }
        let isUpToDate = presenter.flush()
        table.checkRows()
        try #require(table.violations.isEmpty, "\(table.violations)")
        guard isUpToDate else { continue }
        let sections = Dictionary(grouping: orders.snapshot(), by: \.state).sorted {
          $0.key < $1.key
        }
        try #require(table.ids == sections.map { $0.value.map(\.id) })
      }
      try #require(table.batchCount > 0)
    }
  }

  @Test
  func randomEditsOfDerivedListsNeverViolateTheRulesOfTheTable() throws {
    try withEverySeed(in: 0..<60) { generator in
      let orders = try orders(&generator)
      let few = orders.filtered { $0.state % 2 == 0 }
      let sorted = orders.sorted { $0.state < $1.state }
      let table = FakeTable()
      let fewPresenter = ListPresenter(few)
      table.show(fewPresenter) { $0.state }
      let view = FakeListView()
      let sortedPresenter = SplicePresenter(sorted)
      view.show(sortedPresenter) { $0.state }
      for _ in 0..<30 {
        for _ in 0..<Int.random(in: 0...6, using: &generator) {
          try orders.editAtRandom(&generator)
        }
        fewPresenter.flush()
        sortedPresenter.flush()
        table.checkRows()
        view.checkRows()
        try #require(table.violations.isEmpty, "\(table.violations)")
        try #require(view.violations.isEmpty, "\(view.violations)")
        let rows = orders.snapshot()
        try #require(table.ids == [rows.filter { $0.state % 2 == 0 }.map(\.id)])
        try #require(
          view.ids
            == rows.enumerated().sorted { one, other in
              (one.element.state, one.offset) < (other.element.state, other.offset)
            }.map(\.element.id))
      }
    }
  }
}
