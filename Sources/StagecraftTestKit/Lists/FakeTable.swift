public import StagecraftLists

/// A table that keeps the rules of UIKit's, and notes who breaks them where that would crash.
///
/// It asks its data source for counts and rows as a real table does, keeps a cell for each row, and
/// believes nothing: after each batch it works out for itself which rows there must be now, and
/// compares them with what its data source says.
///
/// ```swift
/// let table = FakeTable()
/// let presenter = ListPresenter(orders)
/// table.show(presenter) { $0.title }
///
/// orders.remove(order.id)
/// presenter.flush()
/// table.checkRows()
/// expect(table.violations.isEmpty)
/// ```
///
/// After a violation it shows what its data source says, so that each mistake is noted once.
@MainActor
public final class FakeTable {
  /// Whom it asks what to show.
  ///
  /// Call ``reloadData()`` after a change.
  public weak var dataSource: (any FakeTableDataSource)?
  /// Whether it is on a screen; without a window, batches are violations.
  public var isInWindow = true
  /// Whether the user is dragging a row, during which changes are violations.
  public var isDragging = false

  /// What it shows, by section and row.
  public internal(set) var cells: [[FakeCell]] = []
  /// The rules that were broken, in order.
  public internal(set) var violations: [FakeTableViolation] = []

  /// How many batches were performed, single changes outside of batches included.
  public internal(set) var batchCount = 0
  /// How many of these were animated.
  public internal(set) var animatedBatchCount = 0
  /// How often everything was asked for anew.
  public internal(set) var reloadCount = 0
  /// How many rows were reconfigured, one by one.
  public internal(set) var reconfigurationCount = 0
  /// How many cells the data source was asked for to show them, and not just to check them.
  public internal(set) var cellRequestCount = 0

  /// A data source that nobody else keeps.
  var ownDataSource: (any FakeTableDataSource)?
  /// What the open batch has named so far.
  var batch: FakeTableBatch?

  /// A table without rows.
  public init() {}

  /// Whether a batch is open.
  public var isInBatch: Bool { batch != nil }

  /// What is shown of a row.
  public subscript(path: RowPath) -> FakeCell { cells[path.section][path.row] }

  /// Asks the data source for everything.
  public func reloadData() {
    guard isFree(for: "a reload") else { return }
    reloadCount += 1
    showEverything()
  }

  /// Shows rows that stay where they are with their new content.
  ///
  /// - Parameter paths: where these rows are.
  public func reconfigureRows(at paths: [RowPath]) {
    guard isFree(for: "a reconfiguration") else { return }
    for path in paths {
      guard cells.indices.contains(path.section), cells[path.section].indices.contains(path.row)
      else {
        note(.positionsExist, "Row \(path) cannot be reconfigured: there is none.")
        continue
      }
      reconfigurationCount += 1
      let (former, cell) = (self[path], request(path))
      cells[path.section][path.row] = cell
      guard former.id != cell.id else { continue }
      note(.rowsAgree, "Row \(path) shows \(former), and is now to show \(cell): that is another.")
    }
  }

  /// Compares each row with what the data source says, as a glance at the screen would.
  public func checkRows() {
    _ = compare(.rowsAgree, contents: true)
  }

  func note(_ rule: FakeTableViolation.Rule, _ description: String) {
    violations.append(FakeTableViolation(rule, description))
  }

  func request(_ path: RowPath) -> FakeCell {
    cellRequestCount += 1
    return dataSource?.cell(at: path) ?? FakeCell(id: "nobody", content: "nothing")
  }

  func showEverything() {
    cells = (0..<sectionCount).map { section in
      (0..<rowCount(section)).map { request(RowPath(section: section, row: $0)) }
    }
  }

  var sectionCount: Int { dataSource?.numberOfSections ?? 0 }

  func rowCount(_ section: Int) -> Int { dataSource?.numberOfRows(inSection: section) ?? 0 }

  /// Notes the violation if a batch is open or a drag under way.
  private func isFree(for what: String) -> Bool {
    if isInBatch {
      note(.onlyChangesInBatches, "There was \(what) inside a batch.")
    } else if isDragging {
      note(.nothingDuringDrags, "There was \(what) while a row was dragged.")
    }
    return !isInBatch
  }

  /// Notes the first difference between the table and the data source.
  ///
  /// - Returns: whether there is none.
  func compare(_ rule: FakeTableViolation.Rule, contents: Bool) -> Bool {
    let count = sectionCount
    guard count == cells.count else {
      note(rule, "The table shows \(cells.count) sections, the data source says \(count).")
      return false
    }
    for (section, row) in cells.enumerated() {
      let count = rowCount(section)
      guard count == row.count else {
        note(
          rule,
          "Section \(section) shows \(row.count) rows, the data source says \(count).")
        return false
      }
      for (index, shown) in row.enumerated() {
        let path = RowPath(section: section, row: index)
        guard let cell = dataSource?.cell(at: path) else { return true }
        guard shown.id != cell.id || contents && shown != cell else { continue }
        note(.rowsAgree, "Row \(path) shows \(shown), the data source says \(cell).")
        return false
      }
    }
    return true
  }
}
