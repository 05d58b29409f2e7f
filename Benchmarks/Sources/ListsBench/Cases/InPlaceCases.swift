internal import Foundation
internal import Harness
internal import StagecraftLists

extension Case {
  /// Edits while no snapshot exists.
  static var inPlace: [Case] {
    [
      Case(
        "edit-in-place-100k", "an order changes, and no snapshot is held", textbook: "array"
      ) {
        let count = ListSize.medium.rawValue
        let orders = OrderRow.orders(0..<count)
        return [live(orders), liveByID(orders), array(orders), dictionary(orders)]
      }
    ]
  }

  private static func live(_ orders: [OrderRow]) -> Subject {
    let list = LiveList(orders)
    var numbers = Numbers()
    return .onThread("stagecraft") { times in
      for _ in 0..<times { list.update(at: numbers.below(orders.count)) { $0 = $0.advanced } }
    }
  }

  private static func liveByID(_ orders: [OrderRow]) -> Subject {
    let list = LiveList(orders)
    var numbers = Numbers()
    return .onThread("stagecraft-by-id") { times in
      for _ in 0..<times {
        list.update(UUID(number: numbers.below(orders.count))) { $0 = $0.advanced }
      }
    }
  }

  private static func array(_ orders: [OrderRow]) -> Subject {
    var own = orders
    var numbers = Numbers()
    return .onThread("array") { times in
      for _ in 0..<times {
        let position = numbers.below(own.count)
        own[position] = own[position].advanced
      }
    }
  }

  private static func dictionary(_ orders: [OrderRow]) -> Subject {
    var own = Dictionary(uniqueKeysWithValues: orders.map { ($0.id, $0) })
    var numbers = Numbers()
    return .onThread("dictionary-by-id") { times in
      for _ in 0..<times {
        let id = UUID(number: numbers.below(orders.count))
        if let order = own[id] { own[id] = order.advanced }
      }
    }
  }
}
