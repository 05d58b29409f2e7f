internal import StageFloor

/// An immutable version of a list, with its rows in sections, as shown by a ``ListPresenter``.
///
/// A ``ListSnapshot`` is one, with a single section, and so is a ``GroupedSnapshot``.
public protocol PresentableRows: Sendable {
  /// The type of the rows.
  associatedtype Row

  /// The type of the changes between two versions.
  associatedtype Changes: Sendable

  /// Creates a version without rows, which is of no list.
  init()

  /// The number of this version; each change of the list creates the next one.
  var version: UInt64 { get }

  /// The number of sections.
  var numberOfSections: Int { get }

  /// Returns the number of rows in a section.
  ///
  /// - Parameter section: The number of the section, counted from 0.
  /// - Returns: The number of rows.
  func numberOfRows(inSection section: Int) -> Int

  /// Returns the row at a path.
  ///
  /// - Parameter path: The path of the row.
  /// - Returns: The row.
  func row(at path: RowPath) -> Row

  /// Returns the same changes by section.
  ///
  /// - Parameter changes: The changes between two versions.
  /// - Returns: The changes as they are shown.
  static func bySection(_ changes: Changes) -> GroupedChanges
}

extension PresentableRows {
  var rowCounts: [Int] { (0..<numberOfSections).map { numberOfRows(inSection: $0) } }
}

extension ListSnapshot: PresentableRows {
  /// Creates a version without rows, which is of no list.
  public init() { self.init(EmptyCollection()) }

  /// Always 1.
  public var numberOfSections: Int { 1 }

  /// Returns the number of rows.
  ///
  /// - Parameter section: Must be 0.
  /// - Returns: ``count``.
  /// - Precondition: `section` is 0.
  public func numberOfRows(inSection section: Int) -> Int {
    requireSection(section, of: 1)
    return count
  }

  /// Returns the row at a path.
  ///
  /// - Parameter path: The path of the row.
  /// - Returns: The row.
  /// - Precondition: The row exists.
  public func row(at path: RowPath) -> Element {
    requireSection(path.section, of: 1)
    return self[path.row]
  }

  /// Returns the same changes for one section.
  ///
  /// - Parameter changes: The changes between two versions.
  /// - Returns: The changes of the only section.
  public static func bySection(_ changes: ListChanges) -> GroupedChanges {
    GroupedChanges(changes)
  }
}

func requireSection(_ section: Int, of count: Int) {
  require(
    section >= 0 && section < count,
    "There is no section \(section): there are \(count) of them. Ask for `numberOfSections` first.")
}
