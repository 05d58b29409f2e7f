public import StagecraftLists

/// The source of a ``FakeTable``'s rows.
@MainActor
public protocol FakeTableDataSource: AnyObject {
  /// The number of sections.
  var numberOfSections: Int { get }

  /// Returns the number of rows in a section.
  ///
  /// - Parameter section: The index of the section.
  /// - Returns: The number of rows.
  func numberOfRows(inSection section: Int) -> Int

  /// Returns the cell to show for a row.
  ///
  /// - Parameter path: The position of the row.
  /// - Returns: The identity and the visible content of the row.
  func cell(at path: RowPath) -> FakeCell
}
