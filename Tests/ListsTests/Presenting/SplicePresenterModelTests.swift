import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftLists

/// Random edits; the list view checks that no rule is violated.
@Suite(.timeLimit(.minutes(3)))
@MainActor
struct SplicePresenterModelTests {
  @Test
  func randomEditsNeverViolateTheRulesOfTheView() throws {
    try withEverySeed(in: 0..<120) { generator in
      let orders = LiveList<ShownOrder>()
      for id in 0..<Int.random(in: 0...20, using: &generator) {
        try orders.append(ShownOrder(id: id))
      }
      let presenter = SplicePresenter(orders)
      presenter.maximumSpan = Int.random(in: 0...10, using: &generator)
      presenter.maximumSplices = Int.random(in: 1...10, using: &generator)
      let view = FakeListView()
      view.show(presenter) { $0.state }
      for _ in 0..<40 {
        for _ in 0..<Int.random(in: 0...10, using: &generator) {
          try orders.editAtRandom(&generator)
        }
        view.isReadyForChanges = !generator.oneIn(5)
        let announced = view.splices.count
        let isUpToDate = presenter.flush()
        try #require(isUpToDate == view.isReadyForChanges)
        view.checkRows()
        try #require(view.violations.isEmpty, "\(view.violations)")
        try #require(view.splices.count - announced <= max(2, presenter.maximumSplices))
        if isUpToDate { try #require(view.ids == orders.snapshot().map(\.id)) }
      }
    }
  }

  /// For all joins, the splices lead to the same rows, and moves within reach are in one splice.
  @Test
  func joinedSplicesReplayExactly() throws {
    try withEverySeed(in: 0..<400) { generator in
      var model = RowModel(count: Int.random(in: 0...20, using: &generator))
      let old = model.rows
      for _ in 0..<Int.random(in: 0...12, using: &generator) { model.editAtRandom(&generator) }
      let new = model.rows
      let changes = try naiveChanges(from: old, to: new)
      for span in [0, 1, 3, 100] {
        for limit in [1, 2, 5, 100] {
          let splices = changes.splices(
            joiningMovesOver: span, limit: limit, from: old.count, to: new.count)
          try #require(
            replay(splices, from: old.map(\.id), to: new.map(\.id)) == new.map(\.id),
            "\(changes) in \(splices)")
          try #require(splices.count <= max(limit, 2))
          try #require(splices.map(\.position) == splices.map(\.position).sorted())
          guard span == 100, limit == 100 else { continue }
          for move in changes.moves {
            try #require(
              splices.count {
                $0.position <= move.target && move.target < $0.position + $0.inserted
              }
                == 1)
            try #require(Self.isWhole(move, in: splices), "\(changes) in \(splices)")
          }
        }
      }
    }
  }

  /// Returns whether the same splice removes and inserts a row.
  private static func isWhole(_ move: ListMove<Int>, in splices: [ListSplice]) -> Bool {
    var shift = 0
    for splice in splices {
      let old = splice.position - shift
      if (old..<(old + splice.removed)).contains(move.source) {
        return (splice.position..<(splice.position + splice.inserted)).contains(move.target)
      }
      shift += splice.inserted - splice.removed
    }
    return false
  }

  @Test
  func changesOfOtherRowsReplaceEverything() throws {
    let changes = try ListChanges(oldCount: 3, newCount: 2, removals: [1])
    #expect(
      changes.splices(joiningMovesOver: 9, limit: 9, from: 4, to: 2) == [
        ListSplice(position: 0, removed: 4, inserted: 0),
        ListSplice(position: 0, removed: 0, inserted: 2),
      ])
    let invalid = ListChanges(trusting: 4, 2, removals: [7])
    #expect(invalid.splices(joiningMovesOver: 9, limit: 9, from: 4, to: 2).count == 2)
    let reset = ListChanges.reset(from: 0, to: 2)
    #expect(reset.splices(joiningMovesOver: 9, limit: 9, from: 0, to: 2).count == 1)
  }

  @Test
  func compositeHasTheRowsAnnouncedSoFar() throws {
    try withEverySeed(in: 0..<100) { generator in
      let orders = LiveList((0..<12).map { ShownOrder(id: $0) })
      let old = orders.snapshot()
      for _ in 0..<8 { try orders.editAtRandom(&generator) }
      let new = orders.snapshot()
      var composite = SpliceComposite(from: old, to: new)
      var announced = Array(old.map(\.id))
      for splice in new.changes(since: old).splices {
        composite.advance(over: splice)
        announced.replaceSubrange(
          splice.position..<(splice.position + splice.removed),
          with: new[splice.position..<(splice.position + splice.inserted)].map(\.id))
        try #require((0..<composite.count).map { composite[$0].id } == announced)
      }
      try #require(announced == new.map(\.id))
    }
  }
}
