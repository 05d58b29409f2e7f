// The orders at the desk of the City Library, edited by many threads and shown by a table.
// snippet.hide
import StagecraftLists

struct Order: Identifiable, Sendable {
  enum State { case asked, ready, closed }
  let id: Int
  var title = "Momo"
  var pages = 0
  var state = State.asked
  var isClosed: Bool { state == .closed }
}

@MainActor
final class Table {
  func show(_ transition: LiveList<Order>.Transition) {}
  func reload(_ rows: ListSnapshot<Order>) {}
  func apply(_ changes: ListChanges, rows: ListSnapshot<Order>) {}
}

actor Archive {
  func store(_ version: UInt64, _ orders: [Order]) {}
}

struct Desk {
  func allOrders() async -> [Order] { [] }
}

@MainActor
func showing(_ table: Table, _ order: Order) throws {
  // snippet.show
  let orders = LiveList<Order>()

  try orders.append(order)  // on any thread
  orders.update(order.id) { $0.state = .ready }

  let observation = orders.observe { transition in  // on the main actor
    table.show(transition)
  }
  // snippet.hide
  observation.flush()
}

@MainActor
func applying(_ orders: LiveList<Order>, to table: Table) {
  // snippet.show
  let observation = orders.observe { transition in
    guard !transition.changes.isReset else { return table.reload(transition.new) }
    table.apply(transition.changes, rows: transition.new)
  }
  // snippet.hide
  observation.cancel()
}

@MainActor
final class DeskScreen {
  private let table = Table()
  private var observation: ListObservation?

  func follow(_ orders: LiveList<Order>) {
    // snippet.show
    observation = orders.observe { [table] transition in
      table.show(transition)
    }
    // snippet.hide
  }
}

@MainActor
func ignoring(_ orders: LiveList<Order>, _ table: Table, _ order: Order) {
  // snippet.show
  let desk = ListOrigin("desk")
  let observation = orders.observe(ignoring: desk) { transition in table.show(transition) }
  orders.remove(order.id, origin: desk)
  // snippet.hide
  observation.cancel()
}

func editing(_ orders: LiveList<Order>, _ returned: [Order]) throws {
  // snippet.show
  try orders.transaction { draft in
    for order in returned { try draft.append(order) }
    draft.removeAll { $0.isClosed }
  }
  // snippet.hide
}

func replacing(_ orders: LiveList<Order>, _ desk: Desk) async {
  // snippet.show
  let rejected = orders.replaceAll(with: await desk.allOrders())
  // snippet.hide
  print(rejected)
}

func reading(_ orders: LiveList<Order>, _ order: Order) {
  // snippet.show
  let rows = orders.snapshot()
  for order in rows { print(order.title) }
  if let position = rows.index(of: order.id) { print("Line \(position) of \(rows.count)") }
  // snippet.hide
  // snippet.show
  var pages = 0
  rows.forEachChunk { chunk in
    for index in chunk.indices { pages += chunk[index].pages }
  }
  // snippet.hide
  print(pages)
}

func following(_ orders: LiveList<Order>, _ archive: Archive) async {
  // snippet.show
  for await transition in orders.transitions() {
    await archive.store(transition.new.version, transition.inserted)
  }
  // snippet.hide
}

func followingSlowly(_ orders: LiveList<Order>, _ archive: Archive) async {
  // snippet.show
  for await transition in orders.transitions(every: .seconds(1)) {
    await archive.store(transition.new.version, transition.inserted)
  }
  // snippet.hide
}
