import StagecraftLists
import StagecraftTestKit
import TestSupport
import Testing

/// An order at the desk.
struct ShownOrder: Identifiable, Hashable, Sendable {
  var id: Int
  var state = 0
}

/// A data source without a presenter, as in the textbook.
@MainActor
final class ArraySource: FakeTableDataSource {
  var sections: [[ShownOrder]]
  /// Called whenever the table requests a cell.
  var onCell: (() -> Void)?

  init(_ sections: [[Int]]) {
    self.sections = sections.map { $0.map { ShownOrder(id: $0) } }
  }

  var numberOfSections: Int { sections.count }
  func numberOfRows(inSection section: Int) -> Int { sections[section].count }

  func cell(at path: RowPath) -> FakeCell {
    onCell?()
    let order = sections[path.section][path.row]
    return FakeCell(id: order.id, content: order.state)
  }
}

/// Returns a path.
func at(_ section: Int, _ row: Int) -> RowPath { RowPath(section: section, row: row) }

extension FakeTable {
  /// The displayed ids, by section.
  var ids: [[Int]] { cells.map { $0.map { $0.id.base as? Int ?? -1 } } }
  /// The violated rules.
  var broken: [FakeTableViolation.Rule] { violations.map(\.rule) }
}

extension FakeListView {
  var ids: [Int] { cells.map { $0.id.base as? Int ?? -1 } }
  var broken: [FakeListViolation.Rule] { violations.map(\.rule) }
}

extension ListPresenter {
  /// A reload would hide wrong changes.
  func expectNoContradiction(sourceLocation: SourceLocation = #_sourceLocation) {
    onPresentation = { presentation in
      guard case .reload(.invalidChanges(let contradiction)) = presentation else { return }
      Issue.record("\(contradiction)", sourceLocation: sourceLocation)
    }
  }
}

extension LiveList where Element == ShownOrder {
  /// Makes a random edit.
  func editAtRandom(_ generator: inout SeededGenerator, origin: ListOrigin? = nil) throws {
    let rows = snapshot()
    let spot = rows.isEmpty ? 0 : Int.random(in: 0..<rows.count, using: &generator)
    switch Int.random(in: 0..<11, using: &generator) {
    case ..<4:
      let id = (rows.map(\.id).max() ?? -1) + 1
      try insert(
        ShownOrder(id: id), at: Int.random(in: 0...rows.count, using: &generator), origin: origin)
    case 4..<6 where !rows.isEmpty:
      try remove(at: spot, origin: origin)
    case 6..<8 where !rows.isEmpty:
      let target = Int.random(in: 0..<rows.count, using: &generator)
      try move(rows[spot].id, to: target, origin: origin)
    case 8..<10 where !rows.isEmpty:
      update(rows[spot].id, origin: origin) { $0.state += 1 }
    case 10 where generator.oneIn(20):
      removeAll(origin: origin)
    default:
      break
    }
  }
}
