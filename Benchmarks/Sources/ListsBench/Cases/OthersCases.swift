internal import Foundation
internal import Harness
internal import StagecraftLists

extension Case {
  /// The benchmarks of other libraries.
  ///
  /// `dk`: DifferenceKit's benchmark. `lk`: ListKit's.
  static var benchmarksOfOthers: [Case] {
    [
      differenceKit("dk-a", 5_000, deleted: 2_000..<3_000, inserted: 1_000, shuffled: 200),
      differenceKit("dk-b", 100_000, deleted: 20_000..<30_000, inserted: 10_000, shuffled: 2_000),
    ]
      + [(10_000, "10k"), (50_000, "50k")].flatMap { count, size in
        [
          exchanging("lk-overlap-\(size)", "half of the orders stay, followed by new ones") {
            (OrderRow.orders(0..<count), OrderRow.orders(count / 2..<count * 3 / 2))
          },
          exchanging("lk-shuffle-\(size)", "the same orders, shuffled") {
            let orders = OrderRow.orders(0..<count)
            var shuffled = orders
            for place in orders.indices { shuffled.swapAt(place, place * 7 % (place + 1)) }
            return (orders, shuffled)
          },
          exchanging("lk-unchanged-\(size)", "the same orders as before") {
            (OrderRow.orders(0..<count), OrderRow.orders(0..<count))
          },
          building("lk-build-\(size)", count),
        ]
      }
  }

  private static func differenceKit(
    _ name: String, _ count: Int, deleted: Range<Int>, inserted: Int, shuffled: Int
  ) -> Case {
    Case(
      name,
      """
      of \(count) orders \(deleted) go, \(inserted) come at \(deleted.upperBound), and the first \
      \(shuffled) are shuffled: to edit the list, and to learn what changed
      """, textbook: linear
    ) {
      let source = OrderRow.orders(0..<count)
      var numbers = Numbers()
      let target = source[..<shuffled].shuffled(using: &numbers)
      let edit = { (list: LiveList<OrderRow>) in
        list.transaction { draft in
          for _ in deleted { _ = try? draft.remove(at: deleted.lowerBound) }
          for offset in 0..<inserted {
            try? draft.insert(OrderRow(number: count + offset), at: deleted.upperBound + offset)
          }
          for (place, order) in target.enumerated() { try? draft.move(order.id, to: place) }
        }
      }
      let orders = EditedOrders(count, edit)
      let subjects: [Subject] = [
        .afresh("stagecraft", source) { list in
          let old = list.snapshot()
          edit(list)
          Sink.keep(list.changes(since: old))
        },
        .changes("stagecraft-changes", orders), replacing(source, orders.newRows),
        .linearDiff(orders),
      ]
      return count > 10_000 ? subjects : subjects + [.collectionDifference(orders)]
    }
  }

  /// All rows of the list are replaced.
  private static func exchanging(
    _ name: String, _ about: String, _ makeRows: @escaping () -> (old: [OrderRow], new: [OrderRow])
  ) -> Case {
    Case(
      name, "\(about): replacing all rows of the list, and finding the changes", textbook: linear
    ) {
      let rows = makeRows()
      let orders = EditedOrders(rows.old.count) { _ = $0.replaceAll(with: rows.new) }
      return [
        replacing(rows.old, rows.new, name: "stagecraft"), .changes("stagecraft-changes", orders),
        .linearDiff(orders),
      ]
    }
  }

  private static func building(_ name: String, _ count: Int) -> Case {
    Case(name, "a list of \(count) orders is created from an array", textbook: "dictionary") {
      let orders = OrderRow.orders(0..<count)
      return [
        .onThread("stagecraft") { times in
          for _ in 0..<times { Sink.keep(LiveList(orders)) }
        },
        .onThread("dictionary") { times in
          for _ in 0..<times {
            Sink.keep(Dictionary(uniqueKeysWithValues: orders.map { ($0.id, $0) }))
          }
        },
      ]
    }
  }

  private static func replacing(
    _ old: [OrderRow], _ new: [OrderRow], name: String = "stagecraft-replace"
  ) -> Subject {
    .afresh(name, old) { list in
      let before = list.snapshot()
      _ = list.replaceAll(with: new)
      Sink.keep(list.changes(since: before))
    }
  }
}

extension Subject {
  /// Each time with a new list; creating it is not timed.
  static func afresh(
    _ name: String, _ orders: [OrderRow], _ body: @escaping (LiveList<OrderRow>) -> Void
  ) -> Subject {
    Subject(name) { times in
      var time = TimeTaken.zero
      for _ in 0..<times {
        let list = LiveList(orders)
        let stopwatch = Stopwatch()
        body(list)
        time += stopwatch.time
      }
      return Sample(operations: times, time: time)
    }
  }
}
