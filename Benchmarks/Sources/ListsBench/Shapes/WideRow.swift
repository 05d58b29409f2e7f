internal import Foundation

/// An order with texts, as rows of a table often are.
struct WideRow: Identifiable {
  let order: OrderRow
  let title, author, branch, publisher, language, remark, shelf: String
  let number: Int, year: Int, copies: Int
  var id: UUID { order.id }

  init(order: OrderRow) {
    self.order = order
    title = "the title of order \(order.step)"
    author = "the author of order \(order.step)"
    branch = "the branch of order \(order.step)"
    (publisher, language, remark, shelf) = ("a publisher", "German", "", "A 17")
    (number, year, copies) = (order.step, 1_900, 3)
  }
}
