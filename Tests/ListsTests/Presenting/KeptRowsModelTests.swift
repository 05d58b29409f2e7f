import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftLists

/// Random changes and random kept rows: the replayed splices lead to the new rows, and kept rows
/// that stay are in none of them.
@Suite(.timeLimit(.minutes(3)))
@MainActor
struct KeptRowsModelTests {
  private func randomRanges(
    of count: Int, _ generator: inout SeededGenerator
  ) -> [Range<Int>] {
    (0..<Int.random(in: 0...4, using: &generator)).map { _ in
      let start = Int.random(in: -2...(count + 2), using: &generator)
      return start..<(start + Int.random(in: 0...6, using: &generator))
    }
  }

  /// Returns the old positions that no splice removes.
  private func survivors(of splices: [ListSplice], count: Int) -> Set<Int> {
    let removed: [Int] = replay(
      splices, from: Array(0..<count), to: Array(repeating: -1, count: 10_000))
    return Set(removed.filter { $0 >= 0 })
  }

  @Test
  func plannedSplicesReplayExactly() throws {
    try withEverySeed(in: 0..<3000) { generator in
      var model = RowModel(count: Int.random(in: 0...30, using: &generator))
      let old = model.rows
      for _ in 0..<Int.random(in: 0...14, using: &generator) { model.editAtRandom(&generator) }
      let new = model.rows
      let changes = try naiveChanges(from: old, to: new)
      let kept = KeptRows(randomRanges(of: old.count, &generator), count: old.count)
      let plan = SplicePlan(changes, keeping: kept)
      let splices = plan.splices
      try #require(
        replay(splices, from: old.map(\.id), to: new.map(\.id)) == new.map(\.id),
        "\(changes) around \(kept.ranges) in \(splices)")
      try #require(plan.updates == changes.updates.map(\.new))
      try #require(splices.allSatisfy { $0.removed + $0.inserted > 0 })
      try #require(splices.map(\.position) == splices.map(\.position).sorted())

      let left = survivors(of: splices, count: old.count)
      let positions = Dictionary(uniqueKeysWithValues: new.indices.map { (new[$0].id, $0) })
      let staying = kept.stayingRows { positions[old[$0].id] }
      try #require(
        left.isSuperset(of: staying.map(\.old)),
        "\(changes) around \(kept.ranges) in \(splices)")
      // Without moves, all that exist stay, and so do those that moved with all the others.
      if changes.moves.isEmpty {
        let existing = kept.ranges.joined().filter { positions[old[$0].id] != nil }
        try #require(staying.map(\.old) == existing)
        let inner = changes.removals.count { row in kept.ranges.contains { $0.contains(row) } }
        let inserted = Set(changes.insertions)
        // Rows that were inserted at an end of a range are in the splice outside it.
        let innerGaps = inserted.count { row in
          guard let before = (0..<row).last(where: { !inserted.contains($0) }),
            let after = (row..<new.count).first(where: { !inserted.contains($0) }),
            let first = changes.oldPosition(of: before), let last = changes.oldPosition(of: after)
          else { return false }
          return kept.ranges.contains { $0.contains(first) && $0.contains(last) }
        }
        try #require(splices.count <= 2 * kept.ranges.count + 1 + inner + innerGaps)
      }
    }
  }

  @Test
  func plannedResetsReplayExactly() throws {
    try withEverySeed(in: 0..<1000) { generator in
      var ids = Array(0..<40)
      ids.shuffle(using: &generator)
      let old = Array(ids.prefix(Int.random(in: 0...30, using: &generator)))
      if generator.oneIn(2) { ids.sort() } else { ids.shuffle(using: &generator) }
      let new = Array(ids.prefix(Int.random(in: 0...30, using: &generator)))
      let kept = KeptRows(randomRanges(of: old.count, &generator), count: old.count)
      let staying = kept.stayingRows { new.firstIndex(of: old[$0]) }
      let plan = SplicePlan(resetFrom: old.count, to: new.count, staying: staying)
      try #require(replay(plan.splices, from: old, to: new) == new)
      try #require(plan.updates == staying.map(\.new))
      try #require(plan.splices.count <= staying.count + 1)
      try #require(
        survivors(of: plan.splices, count: old.count) == Set(staying.map(\.old)))
    }
  }

  @Test
  func randomEditsNeverViolateTheRulesOfTheView() throws {
    try withEverySeed(in: 0..<150) { generator in
      let orders = LiveList<ShownOrder>()
      for id in 0..<Int.random(in: 0...30, using: &generator) {
        try orders.append(ShownOrder(id: id))
      }
      let presenter = SplicePresenter(orders)
      let view = FakeListView()
      view.show(presenter) { $0.state }
      for _ in 0..<40 {
        for _ in 0..<Int.random(in: 0...10, using: &generator) {
          try orders.editAtRandom(&generator)
        }
        if generator.oneIn(6) {
          var rows = Array(orders.snapshot())
          rows.shuffle(using: &generator)
          if generator.oneIn(2) { rows.removeLast(rows.count / 2) }
          for index in rows.indices where generator.oneIn(3) { rows[index].state += 1 }
          orders.replaceAll(with: rows)
        }
        view.keptRows = randomRanges(of: presenter.count, &generator)
        presenter.flush()
        view.checkRows()
        try #require(view.violations.isEmpty, "\(view.violations)")
        try #require(view.ids == orders.snapshot().map(\.id))
      }
    }
  }

  /// While splices are announced, the sections of all rows cover the rows exactly.
  @Test
  func sectionsCoverTheAnnouncedRows() throws {
    try withEverySeed(in: 0..<60) { generator in
      let orders = LiveList<ShownOrder>()
      for id in 0..<20 { try orders.append(ShownOrder(id: id)) }
      let grouped = orders.grouped(by: { $0.id % 3 + $0.state })
      let presenter = SplicePresenter(grouped)
      let surface = SectionSurface(presenter)
      presenter.attach(to: surface)
      for _ in 0..<20 {
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
          try orders.editAtRandom(&generator)
        }
        surface.keptRows = randomRanges(of: presenter.count, &generator)
        presenter.flush()
        surface.check()
        let shown = grouped.snapshot()
        try #require(presenter.snapshot?.map(\.id) == shown.rows.map(\.id))
        for section in shown.sections {
          for path in 0..<section.count {
            let position = try #require(shown.rows.index(of: section[path].id))
            try #require(presenter.sectionRange(at: position).count == section.count)
          }
        }
        try #require(surface.isConsistent)
      }
    }
  }
}

@MainActor
private final class SectionSurface: SpliceSurface {
  let presenter: SplicePresenter<ShownOrder>
  var keptRows: [Range<Int>] = []
  var isConsistent = true

  init(_ presenter: SplicePresenter<ShownOrder>) { self.presenter = presenter }

  var isReadyForChanges: Bool { true }
  func rowsChanged(_ splice: ListSplice) { check() }
  func rowsUpdated(at positions: [Int]) {}

  func check() {
    var position = 0
    while position < presenter.count {
      let range = presenter.sectionRange(at: position)
      if range.lowerBound != position || range.isEmpty { isConsistent = false }
      position = max(range.upperBound, position + 1)
    }
    if position != presenter.count { isConsistent = false }
  }
}
