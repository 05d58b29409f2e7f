internal import Foundation
internal import Harness
internal import StagecraftLists

extension Case {
  /// The differences between two versions.
  static var changes: [Case] {
    let few = [1, 10, 100, 1_000].map { edits in
      comparing(
        "changes-\(edits)-of-1m", "after edits of a million orders: \(edits)",
        // Scanning all rows takes equally long however many have changed.
        linearDiff: edits == 1 || edits == 1_000
      ) {
        EditedOrders(1_000_000, edits: edits)
      }
    }
    let many = [
      comparing("changes-1pct-100k", "after edits of 100,000 orders: 1000") {
        EditedOrders(100_000, edits: 1_000)
      },
      comparing(
        "changes-all-100k", "after all of 100,000 orders have changed their content",
        collectionDifference: false
      ) {
        EditedOrders(100_000) { list in
          list.transaction { draft in
            for position in 0..<draft.count { draft.update(at: position) { $0 = $0.advanced } }
          }
        }
      },
      comparing(
        "changes-replaced-100k", "after all of 100,000 orders were replaced by others",
        collectionDifference: false
      ) {
        EditedOrders(100_000) { _ = $0.replaceAll(with: OrderRow.orders(100_000..<200_000)) }
      },
      comparing(
        "changes-shuffled-100k", "after all of 100,000 orders have moved to random positions",
        collectionDifference: false
      ) {
        EditedOrders(100_000) { list in
          var numbers = Numbers()
          _ = list.replaceAll(with: list.snapshot().shuffled(using: &numbers))
        }
      },
    ]
    return few + many
  }

  private static func comparing(
    _ name: String, _ about: String, linearDiff: Bool = true, collectionDifference: Bool = true,
    _ makeOrders: @escaping () -> EditedOrders
  ) -> Case {
    Case(name, "what changed, \(about)", textbook: linear) {
      let orders = makeOrders()
      var subjects = [Subject.changes("stagecraft", orders)]
      if linearDiff { subjects.append(.linearDiff(orders)) }
      if collectionDifference { subjects.append(.collectionDifference(orders)) }
      return subjects
    }
  }

  /// The subject that looks at all rows of both versions.
  static let linear = "linear-diff"
}

extension Subject {
  /// The changes between two snapshots.
  static func changes(_ name: String, _ orders: EditedOrders) -> Subject {
    .onThread(name) { times in
      for _ in 0..<times { Sink.keep(orders.new.changes(since: orders.old)) }
    }
  }

  /// The changes between two arrays, with a hash map.
  static func linearDiff(_ orders: EditedOrders) -> Subject {
    .onThread(Case.linear) { times in
      for _ in 0..<times { Sink.keep(LinearDiff(from: orders.oldRows, to: orders.newRows)) }
    }
  }

  /// The changes between two arrays of ids, by the standard library: without changes of content.
  static func collectionDifference(_ orders: EditedOrders) -> Subject {
    let (old, new) = (orders.oldIDs, orders.newIDs)
    return .onThread("collection-difference") { times in
      for _ in 0..<times { Sink.keep(new.difference(from: old)) }
    }
  }
}
