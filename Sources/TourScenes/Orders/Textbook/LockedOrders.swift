internal import Stagecraft
internal import StagecraftTestKit

/// The textbook's list: an array behind a lock.
///
/// Each call is safe. What two calls say need not be true at the same time.
final class LockedOrders: Sendable {
  private let rows: Locked<[Order]>

  init(_ orders: [Order]) { rows = Locked(orders) }

  var count: Int { rows.withLock { $0.count } }

  /// The order in a row; nil if there is no such row, where an app would crash.
  subscript(row: Int) -> Order? {
    rows.withLock { $0.indices.contains(row) ? $0[row] : nil }
  }

  /// Edits the array.
  func edit<Result>(_ body: (inout [Order]) -> Result) -> Result { rows.withLock(body) }
}

/// What a thread tells the table after an edit, in positions as they were when it made the edit.
enum RowNotice: Sendable {
  case inserted(Int)
  case removed(Int)
  case changed(Int)
}

/// The textbook's screen: a table that reads the array whenever it wants to know something.
@MainActor
final class LiveArrayScreen: FakeTableDataSource {
  let table = FakeTable()
  /// How often the table asked for a row that was not there any more: a crash, in an app.
  private(set) var missing = 0
  /// Is called after the table was told how many rows there are.
  var afterCount: ((Int) -> Void)?

  private let orders: LockedOrders

  init(of orders: LockedOrders) {
    self.orders = orders
    table.dataSource = self
    table.reloadData()
  }

  var numberOfSections: Int { 1 }

  func numberOfRows(inSection section: Int) -> Int {
    let count = orders.count
    afterCount?(count)
    return count
  }

  func cell(at path: RowPath) -> FakeCell {
    guard let order = orders[path.row] else {
      missing += 1
      return FakeCell(id: 0, content: "a crash")
    }
    return FakeCell(id: order.number, content: order)
  }

  /// Does what textbooks do when they hear of an edit.
  func apply(_ notice: RowNotice) {
    switch notice {
    case .inserted(let row): table.insertRows(at: [RowPath(section: 0, row: row)])
    case .removed(let row): table.deleteRows(at: [RowPath(section: 0, row: row)])
    case .changed(let row): table.reconfigureRows(at: [RowPath(section: 0, row: row)])
    }
  }
}
