import StagecraftPools
import Testing

// The example of the documentation, verbatim, with the code that it needs.
@Suite("The examples for reuse pools") @MainActor
struct ReuseExamples {
  struct Order { var id: Int }

  @MainActor final class OrderCell {
    private(set) var shown: Int?
    func show(_ order: Order) { shown = order.id }
    func reset() { shown = nil }
  }

  @MainActor final class Heading {}

  @Test("a desk with cells and headings")
  func desk() {
    let order = Order(id: 1851)
    let cells = ReusePool()
    cells.register(
      .orderCell, maximumIdle: 8, prepareForReuse: { $0.reset() }, make: { OrderCell() })
    cells.register(.heading) { Heading() }

    let cell = cells.dequeue(.orderCell, preferring: order.id)
    cell.show(order)
    // … and when it is scrolled off the screen:
    cells.enqueue(cell, for: .orderCell)

    #expect(cells.dequeue(.orderCell, preferring: order.id).shown == 1851)
    #expect(cells.snapshot(of: .heading).created == 0)
  }
}

extension ReuseIdentifier where Element == ReuseExamples.OrderCell {
  fileprivate static let orderCell = ReuseIdentifier("order cell")
}

extension ReuseIdentifier where Element == ReuseExamples.Heading {
  fileprivate static let heading = ReuseIdentifier("heading")
}
