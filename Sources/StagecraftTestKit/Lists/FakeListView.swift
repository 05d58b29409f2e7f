public import StagecraftLists

/// A list view that keeps the rules of GTK's, and notes who breaks them where that would crash.
///
/// It hears of splices, asks for the rows that are new, and keeps all others. After each splice the
/// model must be exactly what was announced so far, which is checked row by row.
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
/// After a violation it shows what its model says, so that each mistake is noted once.
@MainActor
public final class FakeListView {
  /// What is shown, by position.
  public private(set) var cells: [FakeCell] = []
  /// The rules that were broken, in order.
  public private(set) var violations: [FakeListViolation] = []
  /// The splices that were announced, in order.
  public private(set) var splices: [ListSplice] = []
  /// How many rows were announced to have new content.
  public private(set) var updateCount = 0
  /// How many rows it asked for to show them, and not just to check them.
  public private(set) var rowRequestCount = 0
  /// Whether it takes changes now; if not, they are violations.
  public var isReadyForChanges = true
  /// Whether the model is being called, or told of something; announcements are violations then.
  private var isBusy = false

  private var count: () -> Int = { 0 }
  private var cell: (Int) -> FakeCell = { _ in FakeCell(id: "nobody", content: "nothing") }

  /// A view without a model.
  public init() {}

  /// Shows a model from now on, and asks for all of its rows.
  ///
  /// - Parameters:
  ///   - count: how many rows the model has.
  ///   - cell: what to show of a row.
  public func show(count: @escaping () -> Int, cell: @escaping (_ position: Int) -> FakeCell) {
    self.count = count
    self.cell = cell
    showEverything()
  }

  /// Shows what a presenter has, now and from now on.
  ///
  /// The view keeps the presenter, and becomes its surface.
  ///
  /// - Parameters:
  ///   - presenter: whose rows to show.
  ///   - content: what is to be seen of a row.
  public func show<Element>(
    _ presenter: SplicePresenter<Element>, content: @escaping (Element) -> some Hashable
  ) {
    func cell(at position: Int) -> FakeCell {
      let row = presenter.row(at: position)
      return FakeCell(id: row.id, content: content(row))
    }
    show(count: { presenter.count }, cell: cell)
    presenter.attach(to: self)
  }

  /// Compares each row with what the model says, as a glance at the screen would.
  public func checkRows() {
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

  /// - Returns: whether the model has as many rows, and the same ones.
  private func compare(contents: Bool) -> Bool {
    let count = count()
    guard count == cells.count else {
      note(.countsAgree, "\(cells.count) rows were announced, the model says \(count).")
      return false
    }
    for (position, shown) in cells.enumerated() {
      let cell = cell(position)
      guard shown.id != cell.id || contents && shown != cell else { continue }
      note(.rowsAgree, "Row \(position) shows \(shown), the model says \(cell).")
      return false
    }
    return true
  }
}

extension FakeListView: SpliceSurface {
  /// Replays a splice, and checks the model.
  ///
  /// - Parameter splice: which rows have given way to others.
  public func rowsChanged(_ splice: ListSplice) {
    guard isFree() else { return }
    isBusy = true
    splices.append(splice)
    let end = splice.position + splice.removed
    if splice.position < 0 || splice.removed < 0 || splice.inserted < 0 || end > cells.count {
      note(.positionsExist, "There are \(cells.count) rows, and none for the splice \(splice).")
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

  /// Shows rows that stay with their new content.
  ///
  /// - Parameter positions: where these rows are.
  public func rowsUpdated(at positions: [Int]) {
    guard isFree() else { return }
    isBusy = true
    defer { isBusy = false }
    for position in positions {
      guard cells.indices.contains(position) else {
        note(.positionsExist, "Row \(position) cannot be updated: there are \(cells.count).")
        continue
      }
      updateCount += 1
      let (former, cell) = (cells[position], request(position))
      cells[position] = cell
      guard former.id != cell.id else { continue }
      note(.rowsAgree, "Row \(position) shows \(former), and is now to show \(cell).")
    }
  }

  /// Notes the violation if the view does not expect to be told of anything.
  private func isFree() -> Bool {
    if isBusy {
      note(.oneAtATime, "A change was announced while the view was asking for rows.")
    } else if !isReadyForChanges {
      note(.onlyWhenReady, "A change was announced while the view was not ready.")
    }
    return !isBusy
  }
}
