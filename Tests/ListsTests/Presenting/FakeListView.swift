import StagecraftLists
import StagecraftTestKit

/// A list view that checks GTK's rules, and records violations that would crash a real view.
///
/// It receives splices, requests the new rows, and keeps all others. After each splice the model
/// must match exactly what has been announced so far, which is checked row by row.
///
/// ```swift
/// let view = FakeListView()
/// let presenter = SplicePresenter(orders)
/// view.show(presenter) { $0.title }
///
/// orders.remove(order.id)
/// presenter.flush()
/// view.checkRows()
/// expect(view.violations.isEmpty)
/// ```
///
/// After a violation it shows the rows of its model, so each mistake is recorded once.
@MainActor
final class FakeListView {
  /// The cells shown, by position.
  private(set) var cells: [FakeCell] = []
  /// The violated rules, in order.
  private(set) var violations: [FakeListViolation] = []
  /// The announced splices, in order.
  private(set) var splices: [ListSplice] = []
  /// The number of rows announced to have new content.
  private(set) var updateCount = 0
  /// The number of rows requested for display, not counting requests made only for checking.
  private(set) var rowRequestCount = 0
  /// Whether the view accepts changes; if not, they are violations.
  var isReadyForChanges = true
  /// The rows that the view keeps; none by default.
  var keptRows: [Range<Int>] = []
  /// Whether the view is calling the model or handling a change, when announcements are violations.
  private var isBusy = false

  private var count: () -> Int = { 0 }
  private var cell: (Int) -> FakeCell = { _ in FakeCell(id: "none", content: "none") }

  /// Creates a view without a model.
  init() {}

  /// Shows a model, and requests all of its rows.
  ///
  /// - Parameters:
  ///   - count: Returns the number of rows of the model.
  ///   - cell: Returns the cell to show for a row.
  func show(count: @escaping () -> Int, cell: @escaping (_ position: Int) -> FakeCell) {
    self.count = count
    self.cell = cell
    showEverything()
  }

  /// Shows the rows of a presenter and follows its changes.
  ///
  /// The view retains the presenter and becomes its surface.
  ///
  /// - Parameters:
  ///   - presenter: The presenter whose rows are shown.
  ///   - content: Returns the visible content of a row.
  func show<Element>(
    _ presenter: SplicePresenter<Element>, content: @escaping (Element) -> some Hashable
  ) {
    func cell(at position: Int) -> FakeCell {
      let row = presenter.row(at: position)
      return FakeCell(id: row.id, content: content(row))
    }
    show(count: { presenter.count }, cell: cell)
    presenter.attach(to: self)
  }

  /// Compares each row with the model.
  func checkRows() {
    isBusy = true
    defer { isBusy = false }
    _ = compare(contents: true)
  }

  private func showEverything() {
    isBusy = true
    defer { isBusy = false }
    cells = (0..<count()).map(request)
  }

  private func request(_ position: Int) -> FakeCell {
    rowRequestCount += 1
    return cell(position)
  }

  private func note(_ rule: FakeListViolation.Rule, _ description: String) {
    violations.append(FakeListViolation(rule, description))
  }

  private func compare(contents: Bool) -> Bool {
    let count = count()
    guard count == cells.count else {
      note(.countsAgree, "\(cells.count) rows were announced, the model has \(count).")
      return false
    }
    for (position, shown) in cells.enumerated() {
      let cell = cell(position)
      guard shown.id != cell.id || contents && shown != cell else { continue }
      note(.rowsAgree, "Row \(position) shows \(shown), the model has \(cell).")
      return false
    }
    return true
  }
}

extension FakeListView: SpliceSurface {
  /// Applies a splice, and checks the model.
  ///
  /// - Parameter splice: The rows that were replaced.
  func rowsChanged(_ splice: ListSplice) {
    guard isFree() else { return }
    isBusy = true
    splices.append(splice)
    let end = splice.position + splice.removed
    if splice.position < 0 || splice.removed < 0 || splice.inserted < 0 || end > cells.count {
      note(.positionsExist, "The splice \(splice) is out of range: there are \(cells.count) rows.")
    } else if splice.position + splice.inserted > count() {
      note(
        .countsAgree, "The splice \(splice) was announced, but the model has \(count()) rows.")
    } else {
      let inserted = (0..<splice.inserted).map { request(splice.position + $0) }
      cells.replaceSubrange(splice.position..<end, with: inserted)
    }
    let agrees = compare(contents: false)
    isBusy = false
    if !agrees { showEverything() }
  }

  /// Updates rows whose content changed but not their identity.
  ///
  /// - Parameter positions: The positions of the rows.
  func rowsUpdated(at positions: [Int]) {
    guard isFree() else { return }
    isBusy = true
    defer { isBusy = false }
    for position in positions {
      guard cells.indices.contains(position) else {
        note(.positionsExist, "Row \(position) cannot be updated: there are \(cells.count) rows.")
        continue
      }
      updateCount += 1
      let (former, cell) = (cells[position], request(position))
      cells[position] = cell
      guard former.id != cell.id else { continue }
      note(.rowsAgree, "Row \(position) shows \(former), and an update would show \(cell) there.")
    }
  }

  private func isFree() -> Bool {
    if isBusy {
      note(.oneAtATime, "A change was announced while the view was asking for rows.")
    } else if !isReadyForChanges {
      note(.onlyWhenReady, "A change was announced while the view was not ready.")
    }
    return !isBusy
  }
}
