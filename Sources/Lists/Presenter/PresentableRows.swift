internal import StageFloor

/// One version of rows in sections, which never changes: what a ``ListPresenter`` presents.
///
/// A ``ListSnapshot`` is one, with a single section, and so is a snapshot of a grouped list.
public protocol PresentableRows: Sendable {
  /// What the rows are.
  associatedtype Row

  /// How many sections there are.
  var numberOfSections: Int { get }

  /// How many rows a section has.
  ///
  /// - Parameter section: its number, counted from 0.
  /// - Returns: the number of its rows.
  func numberOfRows(inSection section: Int) -> Int

  /// One row.
  ///
  /// - Parameter path: where it is.
  /// - Returns: the row.
  func row(at path: RowPath) -> Row
}

extension PresentableRows {
  /// How many rows each section has.
  var rowCounts: [Int] { (0..<numberOfSections).map { numberOfRows(inSection: $0) } }
}

extension ListSnapshot: PresentableRows {
  /// Always 1.
  public var numberOfSections: Int { 1 }

  /// How many rows there are.
  ///
  /// - Parameter section: 0.
  /// - Returns: ``count``.
  /// - Precondition: it is 0.
  public func numberOfRows(inSection section: Int) -> Int {
    requireSection(section, of: 1)
    return count
  }

  /// One row.
  ///
  /// - Parameter path: where it is.
  /// - Returns: the row.
  /// - Precondition: there is one.
  public func row(at path: RowPath) -> Element {
    requireSection(path.section, of: 1)
    return self[path.row]
  }
}

/// Stops the program unless there is a section with this number.
func requireSection(_ section: Int, of count: Int) {
  require(
    section >= 0 && section < count,
    "There is no section \(section): there are \(count) of them. Ask for `numberOfSections` first.")
}
