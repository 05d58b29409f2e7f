internal import Foundation
internal import Harness
internal import StagecraftLists

extension Case {
  /// A screen's requests to a snapshot.
  static var readings: [Case] {
    [positions(.medium), positions(.large), iteration]
  }

  private static func positions(_ size: ListSize) -> Case {
    Case(
      "index-of-\(size.name)", "the position of the order with a random id", textbook: "dictionary"
    ) {
      let orders = OrderRow.orders(0..<size.rawValue)
      let snapshot = LiveList(orders).snapshot()
      let places = Dictionary(
        uniqueKeysWithValues: orders.enumerated().map { ($0.element.id, $0.offset) })
      let subjects = [
        finding("stagecraft", orders.count) { snapshot.index(of: $0) },
        finding("dictionary", orders.count) { places[$0] },
      ]
      // Among a million it takes a millisecond.
      if size == .large { return subjects }
      return subjects + [
        finding("array", orders.count) { id in orders.firstIndex { $0.id == id } }
      ]
    }
  }

  @inline(__always)
  private static func finding(
    _ name: String, _ count: Int, _ place: @escaping (UUID) -> Int?
  ) -> Subject {
    var numbers = Numbers()
    return .onThread(name) { times in
      var sum = 0
      for _ in 0..<times { sum &+= place(UUID(number: numbers.below(count))) ?? 0 }
      Sink.keep(sum)
    }
  }

  private static var iteration: Case {
    Case("iterate-100k", "visiting one order in a loop over all", textbook: "array") {
      let orders = OrderRow.orders(0..<ListSize.medium.rawValue)
      let snapshot = LiveList(orders).snapshot()
      return [
        visiting("stagecraft", orders.count) {
          var sum = 0
          for order in snapshot { sum &+= order.step }
          return sum
        },
        visiting("stagecraft-chunks", orders.count) {
          var sum = 0
          snapshot.forEachChunk { chunk in
            for offset in chunk.indices { sum &+= chunk[offset].step }
          }
          return sum
        },
        visiting("stagecraft-positions", orders.count) {
          var sum = 0
          for position in snapshot.indices { sum &+= snapshot[position].step }
          return sum
        },
        visiting("array", orders.count) {
          var sum = 0
          for order in orders { sum &+= order.step }
          return sum
        },
      ]
    }
  }

  private static func visiting(
    _ name: String, _ count: Int, _ visitAll: @escaping () -> Int
  ) -> Subject {
    Subject(name) { times in
      let rounds = max(1, times / count)
      var sum = 0
      let stopwatch = Stopwatch()
      for _ in 0..<rounds { sum &+= visitAll() }
      let time = stopwatch.time
      Sink.keep(sum)
      return Sample(operations: rounds * count, time: time)
    }
  }
}
