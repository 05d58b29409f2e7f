import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftLists

/// Random edits; the table checks that no rule is violated.
@Suite(.timeLimit(.minutes(3)))
@MainActor
struct ListPresenterModelTests {
  @Test
  func randomEditsNeverViolateTheRulesOfTheTable() throws {
    try withEverySeed(in: 0..<120) { generator in
      let orders = LiveList<ShownOrder>()
      for id in 0..<Int.random(in: 0...20, using: &generator) {
        try orders.append(ShownOrder(id: id))
      }
      let presenter = ListPresenter(orders)
      presenter.maximumBatch = Int.random(in: 5...100, using: &generator)
      presenter.expectNoContradiction()
      let table = FakeTable()
      table.show(presenter) { $0.state }
      for _ in 0..<40 {
        table.isDragging = generator.oneIn(6)
        table.isInWindow = !generator.oneIn(10)
        for _ in 0..<Int.random(in: 0...8, using: &generator) {
          try orders.editAtRandom(&generator)
        }
        if generator.oneIn(3) { try drag(in: table, of: presenter, orders, &generator) }
        let isUpToDate = presenter.flush()
        try #require(isUpToDate == !table.isDragging)
        table.checkRows()
        try #require(table.violations.isEmpty, "\(table.violations)")
        if isUpToDate { try #require(table.ids == [orders.snapshot().map(\.id)]) }
      }
    }
  }

  private func drag(
    in table: FakeTable, of presenter: ListPresenter<ListSnapshot<ShownOrder>>,
    _ orders: LiveList<ShownOrder>, _ generator: inout SeededGenerator
  ) throws {
    guard let count = table.cells.first?.count, count > 1 else { return }
    let source = Int.random(in: 0..<count, using: &generator)
    let target = Int.random(in: 0..<count, using: &generator)
    let order = presenter.row(at: at(0, source))
    table.isDragging = false
    table.dragRow(at: at(0, source), to: at(0, target)) {
      presenter.surfaceMovedRow(from: at(0, source), to: at(0, target))
    }
    table.checkRows()
    guard !generator.oneIn(3), orders.snapshot().contains(id: order.id) else { return }
    try orders.move(order.id, to: min(target, orders.count - 1), origin: presenter.gestures)
  }

  @Test
  func randomEditsOfSectionsNeverViolateTheRulesOfTheTable() throws {
    try withEverySeed(in: 0..<150) { generator in
      let model = SectionModel(&generator)
      let presenter = ListPresenter(feed: model.feed)
      presenter.expectNoContradiction()
      let table = FakeTable()
      table.show(presenter) { $0.content }
      for _ in 0..<20 {
        table.isDragging = generator.oneIn(8)
        table.isInWindow = !generator.oneIn(10)
        for _ in 0..<Int.random(in: 0...6, using: &generator) { model.editAtRandom(&generator) }
        let isUpToDate = presenter.flush()
        table.checkRows()
        try #require(table.violations.isEmpty, "\(table.violations)")
        guard isUpToDate else { continue }
        try #require(table.ids == model.sections.map { $0.rows.map(\.id) })
      }
      try #require(table.batchCount > 0)
    }
  }

  /// A gesture that is combined with a change of sections reloads the table.
  @Test
  func rowsDraggedFromSectionToSectionAreReloaded() throws {
    try withEverySeed(in: 0..<40) { generator in
      let model = SectionModel(&generator)
      let presenter = ListPresenter(feed: model.feed)
      let table = FakeTable()
      table.show(presenter) { $0.content }
      presenter.expectNoContradiction()
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let sources = table.cells.indices.filter { !table.cells[$0].isEmpty }
        guard let section = sources.randomElement(using: &generator) else { return }
        let row = Int.random(in: table.cells[section].indices, using: &generator)
        let number = Int.random(in: table.cells.indices, using: &generator)
        let places = table.cells[number].count - (number == section ? 1 : 0)
        let (source, target) = (
          at(section, row), at(number, Int.random(in: 0...places, using: &generator))
        )
        table.dragRow(at: source, to: target) {
          presenter.surfaceMovedRow(from: source, to: target)
        }
        table.checkRows()
      }
      model.editAtRandom(&generator)
      presenter.flush()
      table.checkRows()
      try #require(table.violations.isEmpty, "\(table.violations)")
      try #require(table.ids == model.sections.map { $0.rows.map(\.id) })
    }
  }
}

/// A naive model of rows in sections.
@MainActor
final class SectionModel {
  struct Section: Sendable {
    var key: Int
    var rows: [ModelRow]
  }

  struct Version: PresentableRows {
    var sections: [Section] = []
    var version: UInt64 { 0 }

    static func bySection(_ changes: GroupedChanges) -> GroupedChanges { changes }
    var numberOfSections: Int { sections.count }
    func numberOfRows(inSection section: Int) -> Int { sections[section].rows.count }
    func row(at path: RowPath) -> ModelRow { sections[path.section].rows[path.row] }
  }

  private(set) var sections: [Section] = []
  private var last = 0

  init(_ generator: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...5, using: &generator) {
      last += 1
      sections.append(Section(key: last, rows: []))
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        last += 1
        sections[sections.count - 1].rows.append(ModelRow(id: last, place: last, content: last))
      }
    }
  }

  func editAtRandom(_ generator: inout SeededGenerator) {
    last += 1
    let section = sections.indices.randomElement(using: &generator)
    let row = section.flatMap { sections[$0].rows.indices.randomElement(using: &generator) }
    switch Int.random(in: 0..<12, using: &generator) {
    case 0:
      let place = Int.random(in: 0...sections.count, using: &generator)
      let rows = (0..<Int.random(in: 0...3, using: &generator)).map { number in
        ModelRow(id: last * 1000 + number, place: last, content: last)
      }
      sections.insert(Section(key: last, rows: rows), at: place)
    case 1:
      if let section { sections.remove(at: section) }
    case 2..<6:
      guard let section else { return }
      let place = Int.random(in: 0...sections[section].rows.count, using: &generator)
      sections[section].rows.insert(ModelRow(id: last, place: last, content: last), at: place)
    case 6, 7:
      if let section, let row { sections[section].rows.remove(at: row) }
    case 8, 9:
      guard let section, let row,
        let target = sections.indices.randomElement(using: &generator)
      else { return }
      var moved = sections[section].rows.remove(at: row)
      moved.place = last
      let place = Int.random(in: 0...sections[target].rows.count, using: &generator)
      sections[target].rows.insert(moved, at: place)
    default:
      if let section, let row { sections[section].rows[row].content = last }
    }
  }

  /// The model as a list, which is observed by flushing.
  var feed: ListFeed<Version> {
    func step(from shown: Version) -> ListFeed<Version>.Step {
      let new = Version(sections: self.sections)
      let changes = GroupedChanges.naive(from: shown.sections, to: new.sections)
      return ListFeed.Step(rows: new, changes: changes, origins: .unknown)
    }
    return ListFeed(
      changeSignal: ListChangeSignal(), snapshot: { Version(sections: self.sections) }, step: step)
  }
}

extension GroupedChanges {
  /// The changes from one version to another, by comparing every row with every other.
  fileprivate static func naive(
    from old: [SectionModel.Section], to new: [SectionModel.Section]
  ) -> GroupedChanges {
    func stays(_ section: SectionModel.Section) -> Bool {
      old.contains { $0.key == section.key } && new.contains { $0.key == section.key }
    }
    /// The paths of rows in sections that remain, by their ids.
    func paths(_ sections: [SectionModel.Section]) -> [Int: RowPath] {
      var result: [Int: RowPath] = [:]
      for (number, section) in sections.enumerated() where stays(section) {
        for (row, element) in section.rows.enumerated() { result[element.id] = at(number, row) }
      }
      return result
    }
    let (before, after) = (paths(old), paths(new))
    var moves: [ListMove<RowPath>] = []
    var updates: [ListUpdate<RowPath>] = []
    for (id, target) in after {
      guard let source = before[id] else { continue }
      let was = old[source.section].rows[source.row]
      let row = new[target.section].rows[target.row]
      if was.place != row.place { moves.append(ListMove(from: source, to: target)) }
      if was.content != row.content { updates.append(ListUpdate(old: source, new: target)) }
    }
    return GroupedChanges(
      trusting: old.map(\.rows.count), new.map(\.rows.count),
      sections: ListChanges(
        trusting: old.count, new.count, removals: old.indices.filter { !stays(old[$0]) },
        insertions: new.indices.filter { !stays(new[$0]) }),
      removals: before.filter { after[$0.key] == nil }.values.sorted(),
      insertions: after.filter { before[$0.key] == nil }.values.sorted(),
      moves: moves.sorted { $0.target < $1.target },
      updates: updates.sorted { $0.new < $1.new })
  }
}
