import Foundation
import LibraryModel
import Stagecraft
import StagecraftGTK

/// The orders in three columns, which all desks edit.
final class DeskScreen: LibraryScreen {
  @ViewBound private var columns: [Order.State: OrderColumn] = [:]
  @ViewBound private var advance: Button
  @ViewBound private var undo: Button
  @ViewBound private var live: Label
  @ViewBound private var liveRow: Box
  private var traffic: OrderTraffic?

  override init(_ app: CityApp) {
    super.init(app)
    title = text("Desk")
  }

  override var restorationName: String? { "desk" }

  override func makeView() {
    guard let view = view as? Box else { return }
    live = tag(text("● live · desk %@", Self.deskName), "success")
    live.setAccessibleLabel(text("Live, desk %@", Self.deskName))
    advance = Button(icon: "object-select-symbolic", label: text("Advance the Selected Orders")) {
      [weak self] in self?.advanceSelected()
    }
    advance.isSensitive = false
    undo = Button(icon: "edit-undo-symbolic", label: text("Undo")) { [weak self] in
      self?.undoEdit()
    }
    undo.isSensitive = false
    view.barStartActions = [advance, undo]
    liveRow = Box(.horizontal)
    liveRow.setMargins(top: 12, start: 18)
    view.append(liveRow)
  }

  override func layOut() {
    let isInBar = app.hasSpaceInBar
    liveRow.isVisible = !isInBar
    liveRow.remove(live)
    view.barActions = isInBar ? [live] : []
    if !isInBar { liveRow.append(live) }
  }

  /// A letter that follows from the process.
  private static var deskName: String {
    String(UnicodeScalar(UInt8(65 + ProcessInfo.processInfo.processIdentifier % 26)))
  }

  override func show(_ library: Library) {
    let row = Grid(columnSpacing: 16)
    row.setMargin(18)
    row.expands = true
    row.hasHomogeneousColumns = true
    for (index, state) in Order.State.allCases.enumerated() {
      guard let orders = library.desk.columns[state] else { continue }
      let column = OrderColumn(state, orders, app) { [weak self] in self?.showSelection() }
      column.onDrop = { [weak self] ids, neighbour in self?.move(ids, to: state, before: neighbour)
      }
      column.onStep = { [weak self] ids, isUp in self?.step(ids, in: state, isUp: isUp) }
      columns[state] = column
      row.attach(column, column: index, row: 0)
      follow(orders) { [weak column, weak orders] in column?.showCount(orders?.count ?? 0) }
    }
    (view as? Box)?.append(ScrolledView(row))
    view.addShortcut("<Control>z") { [weak self] in self?.undoEdit() }
    view.addShortcut("<Control>Return") { [weak self] in self?.advanceChosen() }
    if !app.arguments.isQuiet, traffic == nil {
      traffic = OrderTraffic(
        library.desk, titles: library.catalogue.titles.list.snapshot(), pause: .seconds(4))
    }
    undo.isSensitive = library.desk.canUndo
  }

  // MARK: Editing

  private var selected: [(state: Order.State, ids: [Order.ID])] {
    Order.State.allCases.compactMap { state in
      guard let ids = columns[state]?.list.selection, !ids.isEmpty else { return nil }
      return (state, ids.sorted())
    }
  }

  private func showSelection() { advance.isSensitive = !selected.isEmpty }

  private func advanceSelected() { advance(selected) }

  private func advanceChosen() {
    let focused = columns.first { $0.value.list.focusedRowID != nil }
    advance(focused.map { [($0.key, $0.value.chosen)] } ?? selected)
  }

  private func advance(_ orders: [(state: Order.State, ids: [Order.ID])]) {
    guard let desk = app.library?.desk else { return }
    for (state, ids) in orders {
      edit { [weak self] in
        let edit =
          switch state {
          case .new: try await desk.move(ids, to: .picking)
          case .picking: try await desk.move(ids, to: .ready)
          case .ready: try await desk.close(ids)
          }
        self?.offerUndo(
          ids.count == 1 ? text("1 order moved on") : text("%d orders moved on", ids.count), edit)
      }
    }
  }

  private func step(_ ids: [Order.ID], in state: Order.State, isUp: Bool) {
    guard let desk = app.library?.desk, let orders = desk.columns[state] else { return }
    edit { [weak self] in
      guard let place = try await desk.step(ids, in: state, isUp: isUp),
        let list = self?.columns[state]?.list
      else { return }
      let rows = orders.snapshot()
      guard rows.indices.contains(place - 1) else { return }
      list.setAccessibleDescription(
        text("“%@” is number %d of %d.", rows[place - 1].name, place, rows.count))
    }
  }

  private func move(_ ids: [Order.ID], to state: Order.State, before neighbour: Order.ID?) {
    guard let desk = app.library?.desk else { return }
    edit { [weak self] in
      let edit = try await desk.move(ids, to: state, before: neighbour)
      self?.offerUndo(text("Moved to %@", state.name), edit)
    }
  }

  private func edit(_ body: @escaping @MainActor () async throws -> Void) {
    attempt { [weak self] in
      defer {
        if let self, self.isViewLoaded {
          self.undo.isSensitive = self.app.library?.desk.canUndo ?? false
        }
      }
      try await body()
    }
  }

  private func offerUndo(_ message: String, _ edit: OrderDesk.Edit) {
    app.show(message, button: text("Undo")) { [weak self] in self?.undoEdit(edit) }
  }

  /// Takes an edit back, the last one unless given.
  private func undoEdit(_ number: OrderDesk.Edit? = nil) {
    guard let desk = app.library?.desk else { return }
    edit { try await desk.undo(number) }
  }
}
