#if canImport(UIKit) && !os(watchOS)
internal import StageFloor
internal import UIKit

@MainActor
struct TableCellKind<Row> {
  let identifier: String
  let isFor: @MainActor (Row) -> Bool
  let configure: @MainActor (UITableViewCell, Row) -> Void

  init<Cell: UITableViewCell>(
    _ cell: Cell.Type, number: Int, in table: UITableView,
    for isFor: @escaping @MainActor (Row) -> Bool,
    configure: @escaping @MainActor (Cell, Row) -> Void
  ) {
    // The number ensures that a row whose kind changes gets another cell, even of the same class.
    let identifier = "\(String(reflecting: cell))#\(number)"
    self.identifier = identifier
    self.isFor = isFor
    self.configure = { cell, row in
      guard let cell = cell as? Cell else {
        misuse(
          """
          The table created a \(type(of: cell)) instead of a \(Cell.self): another class is \
          registered for “\(identifier)”, which is reserved for the adapter.
          """)
      }
      configure(cell, row)
    }
    table.register(cell, forCellReuseIdentifier: identifier)
  }
}
#endif
