#if canImport(UIKit) && !os(watchOS)
internal import UIKit

/// A class of cells, and the rows that it is for.
@MainActor
struct TableCellKind<Row> {
  /// Under what the class is registered.
  let identifier: String
  let isFor: @MainActor (Row) -> Bool
  let configure: @MainActor (UITableViewCell, Row) -> Void

  init<Cell: UITableViewCell>(
    _ cell: Cell.Type, in table: UITableView, for isFor: @escaping @MainActor (Row) -> Bool,
    configure: @escaping @MainActor (Cell, Row) -> Void
  ) {
    identifier = String(reflecting: cell)
    self.isFor = isFor
    self.configure = { cell, row in
      guard let cell = cell as? Cell else {
        preconditionFailure("The table made a \(type(of: cell)) instead of a \(Cell.self).")
      }
      configure(cell, row)
    }
    table.register(cell, forCellReuseIdentifier: identifier)
  }
}
#endif
