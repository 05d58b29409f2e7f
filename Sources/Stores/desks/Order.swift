#if SQLite
internal import SceneFloor
internal import StageFloor
internal import StagecraftLists
internal import StagecraftSQLiteStore
internal import StagecraftTableLists

/// A row of the table that all desks edit.
struct Order: Codable, Identifiable, Hashable, Sendable {
  var id: Int
  var title: String
  var reader: String
  var state: String

  static let titles = ["Momo", "Emil", "Heidi", "Krabat", "Jim Button", "The Little Witch"]

  static func makeTable(at path: String) throws {
    let script = try SQLiteScript(path)
    try script.run(
      "CREATE TABLE orders(id INTEGER PRIMARY KEY, title TEXT, reader TEXT, state TEXT)")
    for (number, title) in titles.enumerated() {
      try script.run("INSERT INTO orders VALUES (\(number + 1), '\(title)', '', 'free')")
    }
  }
}

extension Sequence<Order> {
  /// A number that two lists have in common if they have the same rows in the same order.
  var digest: String {
    var sum: UInt64 = 14_695_981_039_346_656_037
    for order in self {
      for byte in "\(order.id) \(order.title) \(order.reader) \(order.state);".utf8 {
        sum = (sum ^ UInt64(byte)) &* 1_099_511_628_211
      }
    }
    return String(sum, radix: 16)
  }

  /// The rows as lines.
  var drawing: [String] {
    map { order in
      let title = order.title.padded(to: 18)
      return "\(order.id)  \(title)\(order.state.padded(to: 8))\(order.reader)"
    }
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

enum OrdersDisplay {
  /// Draws the table after each transition, and says why it cannot, until the process is ended.
  static func follow(_ path: String) async throws {
    let orders = try await TableList<Order>("orders", at: SQLiteTables(path))
    Task {
      for await state in orders.states() {
        if let error = state.error { writeLine("stale: \(error)", to: STDOUT_FILENO) }
      }
    }
    for await transition in orders.list.transitions() {
      for line in transition.new.drawing { writeLine(line, to: STDOUT_FILENO) }
      writeLine("", to: STDOUT_FILENO)
    }
  }
}
#endif
