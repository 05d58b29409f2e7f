internal import Foundation
internal import Harness
internal import StagecraftLists

extension Case {
  /// The memory that a list holds.
  static var memory: [Case] {
    [
      Case(
        "memory-element", "memory for each of 100,000 orders of 32 bytes", textbook: "array",
        unit: "bytes"
      ) {
        let orders = OrderRow.orders(0..<count)
        return [
          found("stagecraft", for: count) { LiveList(orders) },
          found("stagecraft-shuffled", for: count) { grownAnywhere(orders) },
          found("array", for: count) { orders.map(\.advanced) },
          found("dictionary", for: count) {
            Dictionary(uniqueKeysWithValues: orders.map { ($0.id, $0) })
          },
        ].compactMap(\.self)
      },
      Case(
        "memory-version",
        "memory for each version of 100,000 orders that is kept, one after each edit",
        textbook: "array", unit: "bytes"
      ) {
        let orders = OrderRow.orders(0..<count)
        return [
          found("stagecraft", for: 1_000) { LiveList(orders).versions(1_000, advance) },
          found("stagecraft-moves", for: 1_000) { LiveList(orders).versions(1_000, move) },
          found("array", for: 20) {
            var own = orders
            return (0..<20).map { step in
              own[step] = own[step].advanced
              return own
            }
          },
        ].compactMap(\.self)
      },
    ]
  }

  private static let count = 100_000

  private static func found<Kept>(
    _ name: String, for count: Int, _ body: () -> Kept
  ) -> Subject? {
    HeapInUse.added(by: body).map { .found(name, Double(max($0, 1)) / Double(count)) }
  }

  /// A list whose orders were inserted one by one, each at a random position.
  private static func grownAnywhere(_ orders: [OrderRow]) -> LiveList<OrderRow> {
    var numbers = Numbers()
    let list = LiveList<OrderRow>()
    for (count, order) in orders.enumerated() {
      try? list.insert(order, at: numbers.below(count + 1))
    }
    return list
  }

  private static func advance(_ list: LiveList<OrderRow>, _ numbers: inout Numbers) {
    list.update(at: numbers.below(count)) { $0 = $0.advanced }
  }

  private static func move(_ list: LiveList<OrderRow>, _ numbers: inout Numbers) {
    try? list.move(UUID(number: numbers.below(count)), to: numbers.below(count))
  }
}

extension LiveList<OrderRow> {
  /// Keeps a version after each of a number of edits; measured without the initial list.
  fileprivate func versions(
    _ count: Int, _ edit: (LiveList, inout Numbers) -> Void
  ) -> [ListSnapshot<OrderRow>] {
    var numbers = Numbers()
    return (0..<count).map { _ in
      edit(self, &numbers)
      return snapshot()
    }
  }
}
