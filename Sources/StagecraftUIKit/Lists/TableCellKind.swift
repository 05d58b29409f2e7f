#if canImport(UIKit) && !os(watchOS)
internal import StageFloor
internal import UIKit

/// A class of cells, and the rows that it is for.
@MainActor
struct TableCellKind<Row> {
  /// Under what the class is registered.
  let identifier: String
  let isFor: @MainActor (Row) -> Bool
  let configure: @MainActor (UITableViewCell, Row) -> Void

  init<Cell: UITableViewCell>(
    _ cell: Cell.Type, number: Int, in table: UITableView,
    for isFor: @escaping @MainActor (Row) -> Bool,
    configure: @escaping @MainActor (Cell, Row) -> Void
  ) {
    // With the number: a row that changes its kind gets another cell, also of the same class.
    let identifier = "\(String(reflecting: cell))#\(number)"
    self.identifier = identifier
    self.isFor = isFor
    self.configure = { cell, row in
      guard let cell = cell as? Cell else {
        misuse(
          """
          The table made a \(type(of: cell)) instead of a \(Cell.self): something else is registered \
          for “\(identifier)”, which belongs to the adapter.
          """)
      }
      configure(cell, row)
    }
    table.register(cell, forCellReuseIdentifier: identifier)
  }
}
#endif
