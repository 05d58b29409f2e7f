import StagecraftLists

// A list in sections.

// snippet.hide
struct Order: Identifiable, Sendable {
  var id: Int
  var title: String
  var branch: String
  var day = 1
  var due = 1
}

@MainActor final class Table {
  var place: RowPath?
  func show(_ transition: GroupedList<String, Order>.Transition) {}
  func scroll(to path: RowPath) { place = path }
}

@MainActor
func desk(_ orders: LiveList<Order>, _ table: Table) {
  let observation: ListObservation
  // snippet.show
  let byBranch = orders.grouped(by: \.branch)
  for section in byBranch.snapshot().sections {
    print(section.key, section.count)
  }
  observation = byBranch.observe { transition in table.show(transition) }
  // snippet.hide
  observation.cancel()
}

@MainActor
func sections(_ orders: LiveList<Order>) {
  // snippet.show
  let byBranch = orders.grouped(by: \.branch)
  for section in byBranch.snapshot().sections {
    print(section.key, section.count)
    for order in section { print(order.title) }
  }
  // snippet.hide
}

@MainActor
func paths(_ byBranch: GroupedList<String, Order>, _ order: Order, _ table: Table) {
  // snippet.show
  let desk = byBranch.snapshot()
  let path = RowPath(section: 0, row: 2)
  print(desk.sections[0].key, desk[path].title)
  if let path = desk.index(of: order.id) { table.scroll(to: path) }
  // snippet.hide
}

@MainActor
func titles(_ byBranch: GroupedList<String, Order>) {
  // snippet.show
  let titles = byBranch.snapshot().sections.keys.map { "Branch \($0)" }
  let section = byBranch.snapshot().sections.index(of: "Harbour")
  // snippet.hide
  precondition(titles == ["Branch Harbour"] && section == 0)
}

@MainActor
func groupings(_ orders: LiveList<Order>) {
  // snippet.show
  let byBranch = orders.grouped(by: \.branch)
  let agenda = orders.grouped(by: \.day, sortedBy: { $0.due < $1.due })
  // snippet.hide
  precondition(byBranch.count == agenda.count)
}

func changes() throws {
  // snippet.show
  // Section 1 is gone. Of section 0 the second row is gone; the first row of section 2, which is
  // section 1 now, has moved to its place.
  let changes = try GroupedChanges(
    oldCounts: [2, 1, 3], newCounts: [2, 2],
    sections: ListChanges(oldCount: 3, newCount: 2, removals: [1]),
    removals: [RowPath(section: 0, row: 1)],
    moves: [
      ListMove(from: RowPath(section: 2, row: 0), to: RowPath(section: 0, row: 1))
    ])
  // snippet.hide
  precondition(changes.structuralCount == 3)
}

let orders = LiveList((0..<6).map { Order(id: $0, title: "\($0)", branch: "Harbour") })
let table = Table()
desk(orders, table)
sections(orders)
paths(orders.grouped(by: \.branch), Order(id: 4, title: "", branch: ""), table)
precondition(table.place == RowPath(section: 0, row: 4))
titles(orders.grouped(by: \.branch))
groupings(orders)
try changes()
