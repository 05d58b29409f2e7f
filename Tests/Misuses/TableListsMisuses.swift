import Stagecraft

private struct Order: Codable, Identifiable, Sendable {
  var id: Int
  var place = ""
}

private func orders(
  _ use: (TableList<Order>, MemoryTableStore) async throws -> Void
) async {
  do {
    let store = try MemoryTableStore("orders", rows: [Order(id: 1)])
    try await use(try await TableList<Order>("orders", at: store), store)
  } catch {
    print("The misuse threw \(error).")
  }
}

let tableListMisuses: [Misuse] = [
  Misuse("id of a row changed", says: "The id of a row cannot be changed from 1 to 2.") {
    await orders { orders, _ in try await orders.update(1) { $0.id = 2 } }
  },
  Misuse("id of a row changed at once", says: "The id of a row cannot be changed from 1 to 2.") {
    await orders { orders, _ in try orders.updateNow(1) { $0.id = 2 } }
  },
  Misuse("move without positions", says: "Rows of table “orders” can be moved only in a list") {
    await orders { orders, _ in try await orders.move(1, before: nil) }
  },
  Misuse("window without rows", says: "A window has at least 1 row, and not 0.") {
    await orders { _, store in
      _ = try await TableList<Order>.window(of: "orders", at: store, count: 0)
    }
  },
  Misuse("key that is no column", says: "Table “books” has no column “isbn”") {
    await orders { _, store in
      store.createTable("books", columns: [TableColumn("id")], key: "isbn")
    }
  },
]
