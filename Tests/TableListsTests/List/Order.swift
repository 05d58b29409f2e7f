import StageFloor
@testable import StagecraftTableLists

/// A row of the tests.
struct Order: Codable, Identifiable, Equatable, Sendable {
  enum State: String, Codable, Sendable { case open, ready, closed }

  var id: Int
  var title: String
  var state: State = .open
  var due: Int = 0
  var note: String?

  init(_ id: Int, _ title: String = "Momo", _ state: State = .open, due: Int = 0) {
    self.id = id
    self.title = title
    self.state = state
    self.due = due
  }

  static let columns = ["id", "title", "state", "due", "note"].map { TableColumn($0) }
}

extension MemoryTableStore {
  /// A store with a table of orders.
  static func orders(_ orders: Order...) throws -> MemoryTableStore {
    let store = MemoryTableStore()
    store.createTable("orders", columns: Order.columns, key: "id")
    for order in orders { try store.insert(order) }
    return store
  }

  func insert(_ order: Order) throws {
    try write(
      [
        .insert([
          TableField("id", .integer(Int64(order.id))), TableField("title", .text(order.title)),
          TableField("state", .text(order.state.rawValue)),
          TableField("due", .integer(Int64(order.due))),
        ])
      ], in: "orders")
  }

  /// The rows of the table, with all their columns.
  func orders(by order: TableRowOrder = .key) -> [Order] {
    let records = state.withLock {
      $0.tables["orders"]?.sorted(by: RowOrder(columns: order.columns))
    }
    let schema = TableSchema(table: "orders", columns: Order.columns, keyColumn: 0)
    return (records ?? []).compactMap { record in
      try? RowCoder(TableRowFormat<Order>.codable, for: schema).decode(record)
    }
  }

  func set(_ column: String, _ value: TableValue, of id: Int) throws {
    try write(
      [.update(key: .integer(Int64(id)), [TableField(column, value)], expecting: [])], in: "orders")
  }

  func remove(_ id: Int) throws {
    try write([.remove(key: .integer(Int64(id)), expecting: [])], in: "orders")
  }
}

extension TableList<Order> {
  /// Waits until all edits that are shown at once have ended.
  func settle() async { await core.state.withLock { $0.lastEdit }?.value }
}
