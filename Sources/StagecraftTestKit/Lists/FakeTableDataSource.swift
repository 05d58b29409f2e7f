public import StagecraftLists

/// Whom a ``FakeTable`` asks what to show.
@MainActor
public protocol FakeTableDataSource: AnyObject {
  /// How many sections there are.
  var numberOfSections: Int { get }

  /// How many rows a section has.
  ///
  /// - Parameter section: its number, counted from 0.
  /// - Returns: the number of its rows.
  func numberOfRows(inSection section: Int) -> Int

  /// What to show of a row.
  ///
  /// - Parameter path: where it is.
  /// - Returns: whose row it is, and what is to be seen.
  func cell(at path: RowPath) -> FakeCell
}
