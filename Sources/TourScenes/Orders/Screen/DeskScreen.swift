internal import Stagecraft
internal import StagecraftTestKit

/// The desk's screen: a table that keeps the rules of a real one, and a presenter that feeds it.
///
/// It stands between both, and measures. A turn begins when the presenter asks whether the table is
/// ready, and ends when it says what it has done.
@MainActor
final class DeskScreen {
  let table = FakeTable()
  let presenter: ListPresenter<ListSnapshot<Order>>
  private(set) var report = ScreenReport()
  /// Is called after each turn in which the screen has changed.
  var onTurn: (() -> Void)?

  private let orders: LiveList<Order>
  /// The rows that the user sees.
  private let window: Range<Int>
  private var shown: UInt64
  private var turn = ThreadTime.Start()
  private var inTable = ThreadTime.zero

  init(of orders: LiveList<Order>, showing window: Range<Int>) {
    self.orders = orders
    self.window = window
    presenter = ListPresenter(orders)
    shown = presenter.rows.version
    table.dataSource = self
    presenter.attach(to: self)
    presenter.onPresentation = { [weak self] in self?.end($0) }
  }

  /// What the user sees, from the table and not from the list.
  var visibleRows: [Order] {
    let rows = table.cells.first ?? []
    return rows[window.clamped(to: rows.indices)].compactMap { $0.content.base as? Order }
  }

  /// All that the table has.
  var rowsOfTable: [Order] {
    table.cells.joined().compactMap { $0.content.base as? Order }
  }

  /// A turn is over: counts, and looks at the screen.
  private func end(_ presentation: ListPresentation) {
    let rows = presenter.rows
    let merged = Int(rows.version - shown)
    let missed = Int(orders.version - rows.version)
    shown = rows.version
    report.add(presentation, merged: merged, missed: missed)
    report.add(turn: turn.elapsed, inTable: inTable)
    if !visibleRows.elementsEqual(rows[window.clamped(to: rows.indices)]) {
      report.differences += 1
    }
    table.checkRows()
    report.violations = table.violations
    onTurn?()
  }

  private func measured(_ body: () -> Void) {
    let start = ThreadTime.Start()
    body()
    inTable += start.elapsed
  }
}

extension DeskScreen: ListSurface {
  var isReadyForChanges: Bool {
    turn = ThreadTime.Start()
    inTable = .zero
    return table.isReadyForChanges
  }

  var isInWindow: Bool { table.isInWindow }

  func performBatch(
    _ changes: GroupedChanges, isAnimated: Bool, switchingRows switchRows: () -> Void
  ) {
    measured {
      table.performBatch(changes, isAnimated: isAnimated, switchingRows: switchRows)
    }
  }

  func reconfigureRows(at paths: [RowPath]) {
    measured { table.reconfigureRows(at: paths) }
  }

  func reloadRows() {
    measured { table.reloadRows() }
  }
}

extension DeskScreen: FakeTableDataSource {
  var numberOfSections: Int { presenter.numberOfSections }

  func numberOfRows(inSection section: Int) -> Int { presenter.numberOfRows(inSection: section) }

  func cell(at path: RowPath) -> FakeCell {
    let order = presenter.row(at: path)
    return FakeCell(id: order.id, content: order)
  }
}
