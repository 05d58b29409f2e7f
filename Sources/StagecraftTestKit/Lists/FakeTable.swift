public import StagecraftLists

/// A table that checks UIKit's rules, and records violations that would crash a real table.
///
/// It requests counts and cells from its data source as a real table does, and stores a cell for
/// each row. After each batch it computes independently which rows it must show, and compares them
/// with those of its data source.
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
/// After a violation it shows the rows of its data source, so each mistake is recorded once.
@MainActor
public final class FakeTable {
  /// The source of the table's rows.
  ///
  /// Call ``reloadData()`` after setting it.
  public weak var dataSource: (any FakeTableDataSource)?
  /// Whether the table is on a screen; without a window, batches are violations.
  public var isInWindow = true
  /// Whether the user is dragging a row, during which changes are violations.
  public var isDragging = false

  /// The cells shown, by section and row.
  public internal(set) var cells: [[FakeCell]] = []
  /// The violated rules, in order.
  public internal(set) var violations: [FakeTableViolation] = []

  /// The number of batches performed, including single changes outside of batches.
  public internal(set) var batchCount = 0
  /// The number of batches that were animated.
  public internal(set) var animatedBatchCount = 0
  /// The number of complete reloads.
  public internal(set) var reloadCount = 0
  /// The number of reconfigured rows.
  public internal(set) var reconfigurationCount = 0
  /// The number of cells requested for display, not counting requests made only for checking.
  public internal(set) var cellRequestCount = 0

  /// A data source that is retained only by the table.
  var ownDataSource: (any FakeTableDataSource)?
  var batch: FakeTableBatch?

  /// Creates a table without rows.
  public init() {}

  /// Whether a batch is open.
  public var isInBatch: Bool { batch != nil }

  /// The cell shown at a position.
  ///
  /// - Parameter path: The position of a row that the table shows.
  public subscript(path: RowPath) -> FakeCell { cells[path.section][path.row] }

  /// Requests all cells from the data source.
  public func reloadData() {
    guard isFree(for: "a reload") else { return }
    reloadCount += 1
    showEverything()
  }

  /// Updates rows whose content changed but not their identity or position.
  ///
  /// - Parameter paths: The positions of the rows.
  public func reconfigureRows(at paths: [RowPath]) {
    guard isFree(for: "a reconfiguration") else { return }
    for path in paths {
      guard cells.indices.contains(path.section), cells[path.section].indices.contains(path.row)
      else {
        note(.positionsExist, "Row \(path) cannot be reconfigured: it does not exist.")
        continue
      }
      reconfigurationCount += 1
      let (former, cell) = (self[path], request(path))
      cells[path.section][path.row] = cell
      guard former.id != cell.id else { continue }
      note(.rowsAgree, "Row \(path) shows \(former), and would show another row: \(cell).")
    }
  }

  /// Compares each row with the data source.
  public func checkRows() {
    _ = compare(.rowsAgree, contents: true)
  }

  func note(_ rule: FakeTableViolation.Rule, _ description: String) {
    violations.append(FakeTableViolation(rule, description))
  }

  func request(_ path: RowPath) -> FakeCell {
    cellRequestCount += 1
    return dataSource?.cell(at: path) ?? FakeCell(id: "none", content: "none")
  }

  func showEverything() {
    cells = (0..<sectionCount).map { section in
      (0..<rowCount(section)).map { request(RowPath(section: section, row: $0)) }
    }
  }

  var sectionCount: Int { dataSource?.numberOfSections ?? 0 }

  func rowCount(_ section: Int) -> Int { dataSource?.numberOfRows(inSection: section) ?? 0 }

  private func isFree(for what: String) -> Bool {
    if isInBatch {
      note(.onlyChangesInBatches, "There was \(what) inside a batch.")
    } else if isDragging {
      note(.nothingDuringDrags, "There was \(what) while a row was dragged.")
    }
    return !isInBatch
  }

  /// Records the first difference between the table and the data source.
  func compare(_ rule: FakeTableViolation.Rule, contents: Bool) -> Bool {
    let count = sectionCount
    guard count == cells.count else {
      note(rule, "The table shows \(cells.count) sections, the data source has \(count).")
      return false
    }
    for (section, row) in cells.enumerated() {
      let count = rowCount(section)
      guard count == row.count else {
        note(
          rule,
          "Section \(section) shows \(row.count) rows, the data source has \(count).")
        return false
      }
      for (index, shown) in row.enumerated() {
        let path = RowPath(section: section, row: index)
        guard let cell = dataSource?.cell(at: path) else { return true }
        guard shown.id != cell.id || contents && shown != cell else { continue }
        note(.rowsAgree, "Row \(path) shows \(shown), the data source has \(cell).")
        return false
      }
    }
    return true
  }
}
