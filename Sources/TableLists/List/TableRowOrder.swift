/// The order of the rows of a ``TableList``.
public struct TableRowOrder: Hashable, Sendable {
  let columns: [TableOrder]
  let positionColumn: String?

  /// By the primary key.
  public static let key = TableRowOrder(columns: [], positionColumn: nil)

  /// By columns; the key decides between rows with equal values.
  ///
  /// - Parameter columns: The columns, the most important one first. Each is a property of the row.
  /// - Returns: The order.
  public static func columns(_ columns: TableOrder...) -> TableRowOrder {
    TableRowOrder(columns: columns, positionColumn: nil)
  }

  /// In an order of the user's, which ``TableList/move(_:before:)`` changes.
  ///
  /// The column contains text that is compared by its bytes. Between two texts that moves have made
  /// there is always another one, so a move writes one row. Rows with equal positions are written
  /// together; other texts may leave no room, and the move is then refused.
  ///
  /// - Parameter column: The column with the positions. It is a property of the row.
  /// - Returns: The order.
  public static func positions(in column: String) -> TableRowOrder {
    TableRowOrder(columns: [TableOrder(column)], positionColumn: column)
  }
}
