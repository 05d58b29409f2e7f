import StagecraftLists

// Lists that are derived from others.

// snippet.hide
struct Order: Identifiable, Sendable {
  var id: Int
  var title: String
  var author = ""
  var due: Int
  var isReady = true
}

@MainActor final class Table {
  var rows: [String] = []
  func show(_ transition: DerivedList<MappedElement<Int, String>>.Transition) {
    rows = transition.new.map(\.value)
  }
}

@MainActor
func desk(_ orders: LiveList<Order>, _ table: Table) {
  let observation: ListObservation
  // snippet.show
  let lines =
    orders
    .filtered { $0.isReady }
    .sorted { $0.due < $1.due }
    .mapped { "\($0.title), due \($0.due)" }

  observation = lines.observe { transition in table.show(transition) }
  // snippet.hide
  orders.upsert(Order(id: 3, title: "Ulysses", due: 2))
  observation.flush()
  precondition(table.rows == ["Emma, due 1", "Ulysses, due 2", "Moby-Dick, due 3"])
}

@MainActor
func search(_ orders: LiveList<Order>, _ text: String) {
  // snippet.show
  let found = orders.filtered { $0.isReady }
  // … when the reader types into the search field:
  found.filter { $0.title.contains(text) }
  // snippet.hide
  precondition(found.count == 1)
}

@MainActor
func columns(_ orders: LiveList<Order>) {
  // snippet.show
  let agenda = orders.sorted { $0.due < $1.due }
  // … when the reader taps a column header:
  agenda.sort { $0.title < $1.title }
  // snippet.hide
  precondition(agenda.snapshot().first?.title == "Emma")
}

@MainActor
func plain(_ orders: LiveList<Order>) {
  // snippet.show
  let agenda = orders.sorted(on: \.due)
  // snippet.hide
  precondition(agenda.count == 3)
}

@MainActor
func shelves(_ orders: LiveList<Order>) {
  // snippet.show
  let shelf = orders.sorted(by: [.ascending(\.author), .descending(\.due)])
  // … when the reader taps a column header:
  shelf.sort(by: [.ascending(\.title), .ascending(\.author)])
  // snippet.hide
  precondition(shelf.snapshot().first?.title == "Emma")
}

@MainActor
func join(_ urgent: LiveList<Order>, _ placed: LiveList<Order>, _ closed: LiveList<Order>) {
  // snippet.show
  let all = urgent.joined(with: placed, closed)
  // snippet.hide
  precondition(all.count == 3)
}

@MainActor
func texts(_ orders: LiveList<Order>) {
  // snippet.show
  let lines = orders.mapped { "\($0.title), due \($0.due)" }
  print(lines.snapshot().first?.value ?? "")
  // snippet.hide
}

let orders = LiveList([
  Order(id: 1, title: "Moby-Dick", due: 3), Order(id: 2, title: "Emma", due: 1),
])
desk(orders, Table())
search(orders, "Em")
columns(orders)
plain(orders)
shelves(orders)
join(orders, LiveList(), LiveList())
texts(orders)
