// The list of orders on the desk, with two kinds of cells.
// snippet.hide
import StagecraftPools

struct Order { var id: Int }

final class OrderCell {
  private var order: Int?
  func show(_ order: Order) {
    self.order = order.id
    print("A cell shows order \(order.id).")
  }
  func reset() { order = nil }
}

final class Heading {}

extension ReuseIdentifier where Element == Heading {
  static let heading = ReuseIdentifier("heading")
}

// snippet.show
extension ReuseIdentifier where Element == OrderCell {
  static let orderCell = ReuseIdentifier("order cell")
}
// snippet.hide

func use(_ cells: ReusePool) {
  // snippet.show
  let cell = cells.dequeue(.orderCell)  // an OrderCell
  // snippet.hide
  cells.enqueue(cell, for: .orderCell)
}

func fillDesk(with order: Order) {
  // snippet.show
  let cells = ReusePool()
  cells.register(
    .orderCell, maximumIdle: 8, prepareForReuse: { $0.reset() }, make: { OrderCell() })
  cells.register(.heading) { Heading() }

  let cell = cells.dequeue(.orderCell, preferring: order.id)
  cell.show(order)
  // … and when it is scrolled out of sight:
  cells.enqueue(cell, for: .orderCell)
  // snippet.hide
  use(cells)
}

fillDesk(with: Order(id: 1851))
