// A list that follows a table, and edits it.
// snippet.hide
import StagecraftLists
import StagecraftTableLists

struct Order: Codable, Identifiable, Equatable, Sendable {
  enum State: String, Codable { case open, ready }

  var id: Int
  var title: String
  var reader: String
  var state = State.open
  var due = 0
}

struct Loan: Codable, Identifiable, Sendable {
  var id: Int
  var day: Int
}

@MainActor final class OrderTable {
  func show(_ transition: some Sendable) {}
  func warn(_ error: TableError) {}
}

func show(_ yours: Order, _ theirs: Order?) {}

func follow(_ database: any TableStore, reader: String, order: Order) async throws {
  // snippet.show
  let orders = try await TableList<Order>("orders", at: database)
  let mine = orders.list.filtered { $0.reader == reader }

  try await orders.update(order.id) { $0.state = .ready }
  // snippet.hide
  precondition(mine.count == 1)
}

func edit(_ orders: TableList<Order>, order: Order, lost: [Int]) async throws {
  // snippet.show
  try await orders.insert(order)
  try await orders.update(order.id) { $0.state = .ready }
  try await orders.transaction { rows in
    for id in lost { rows.remove(id) }
    try rows.update(order.id) { $0.title += " (replacement)" }
  }
  try await orders.remove(order.id)
  // snippet.hide
}

func editNow(_ orders: TableList<Order>, order: Order) async throws {
  // snippet.show
  let edit = try orders.updateNow(order.id) { $0.state = .ready }
  do {
    try await edit.confirmed()
  } catch let conflict as TableConflict<Order> {
    show(conflict.yours, conflict.theirs)
  }
  // snippet.hide
}

@MainActor func watch(_ orders: TableList<Order>, _ table: OrderTable) async {
  // snippet.show
  for await state in orders.states() {
    if let error = state.error { table.warn(error) }
  }
  // snippet.hide
}

@MainActor func scroll(
  _ database: any TableStore, _ table: OrderTable, today: Int, lastVisible: Int
) async throws {
  // snippet.show
  let loans = try await TableList<Loan>.window(
    of: "loans", at: database, orderedBy: .columns(TableOrder("day")), around: today, count: 200)
  let observation = loans.list.observe { transition in table.show(transition) }

  // … when the user has scrolled near the end of the rows:
  try await loans.show(around: lastVisible)
  // snippet.hide
  observation.cancel()
}

@MainActor func arrange(_ database: any TableStore, source: Int, target: Int) async throws {
  // snippet.show
  let shelf = try await TableList<Order>(
    "orders", at: database, orderedBy: .positions(in: "title"))
  try await shelf.move(source, before: target)
  // snippet.hide
}

// snippet.show
let store = try MemoryTableStore("orders", rows: [Order(id: 1, title: "Momo", reader: "ada")])
let orders = try await TableList<Order>("orders", at: store)
// snippet.hide
try await follow(store, reader: "ada", order: orders.list.snapshot()[0])
try await edit(orders, order: Order(id: 2, title: "Heidi", reader: "bo"), lost: [])
try await editNow(orders, order: orders.list.snapshot()[0])
precondition(orders.list.snapshot().map(\.state) == [.ready])

// snippet.show
let format = TableRowFormat(columns: "id", "title", "due") { row throws(TableError) in
  Book(id: try row.value(0), title: try row.value(1), due: try row.value(2))
} values: { book in
  [book.id.tableValue, book.title.tableValue, book.due.tableValue]
}
// snippet.hide

struct Book: Identifiable, Sendable {
  var id: Int
  var title: String
  var due: Int
}

_ = format
