import StagecraftLists
import StagecraftPools

// Reused cells that show the rows of a window.

// snippet.hide
struct Order: Identifiable {
  var id: Int
  var title: String
}

final class OrderCell {
  var title = ""
  func reset() { title = "" }
}

extension ReuseIdentifier where Element == OrderCell {
  static let orderCell = ReuseIdentifier("order cell")
}

let order = Order(id: 1851, title: "Moby-Dick")
let changedOrder = Order(id: 1851, title: "The Whale")
// snippet.show
let cells = CellPool<Order>()
cells.register(
  .orderCell, make: { OrderCell() }, prepareForReuse: { $0.reset() },
  show: { cell, order in cell.title = order.title })

let cell = cells.dequeue(.orderCell, for: order)  // shows the order
// … when the order has changed:
cells.reconfigure(changedOrder)  // the same cell shows it anew
// … and when it is scrolled out of sight:
cells.enqueue(rowWithID: order.id)
// snippet.hide
precondition(cell.title == "The Whale")
