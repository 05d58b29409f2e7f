internal import Foundation
internal import Harness
internal import StagecraftLists

extension Case {
  /// A list returns to an earlier version, undoes an edit among others, or shows the rows of two.
  static var undos: [Case] {
    ListSize.allCases.flatMap { size in
      [1, 1_000].map { reverting(size, edits: $0) } + [undoing(size), joining(size)]
    }
  }

  private static func reverting(_ size: ListSize, edits: Int) -> Case {
    Case(
      "revert-\(edits)-\(size.name)",
      "a list returns to a version with \(edits) other orders", textbook: "replace-all"
    ) {
      let trial = UndoTrial(size, edits: edits)
      let (old, new) = (Array(trial.before), Array(trial.after))
      let replaced = LiveList(old)
      return [
        .onThread("stagecraft") { times in
          for time in 0..<times {
            trial.list.revert(to: time & 1 == 0 ? trial.before : trial.after)
          }
        },
        .onThread("replace-all") { times in
          for time in 0..<times { replaced.replaceAll(with: time & 1 == 0 ? new : old) }
        },
      ]
    }
  }

  private static func undoing(_ size: ListSize) -> Case {
    Case("undo-\(size.name)", "ten orders are undone or redone, after another order has changed") {
      let trial = UndoTrial(size, edits: 10)
      let edit = trial.list.changes(since: trial.before)
      let other = trial.after[size.rawValue - 1].id
      return [
        .onThread("stagecraft") { times in
          for time in 0..<times {
            trial.list.update(other) { $0 = $0.advanced }
            Sink.keep(trial.list.apply(time & 1 == 0 ? edit.inverted : edit))
          }
        }
      ]
    }
  }

  private static func joining(_ size: ListSize) -> Case {
    Case(
      "joined-\(size.name)", "an order of one of two lists changes, and both are read as one",
      textbook: "array"
    ) {
      let orders = OrderRow.orders(0..<size.rawValue)
      let half = size.rawValue / 2
      let first = LiveList(orders[..<half])
      let joined = first.joined(with: LiveList(orders[half...]))
      var numbers = Numbers()
      var front = Array(orders[..<half])
      let back = Array(orders[half...])
      return [
        .onThread("stagecraft") { times in
          for _ in 0..<times {
            first.update(at: numbers.below(half)) { $0 = $0.advanced }
            Sink.keep(joined.snapshot())
          }
        },
        .onThread("array") { times in
          for _ in 0..<times {
            let place = numbers.below(half)
            front[place] = front[place].advanced
            Sink.keep(front + back)
          }
        },
      ]
    }
  }
}

/// A list with two versions that differ in some orders.
private struct UndoTrial {
  let list: LiveList<OrderRow>
  let before: ListSnapshot<OrderRow>
  let after: ListSnapshot<OrderRow>

  init(_ size: ListSize, edits: Int) {
    list = LiveList(OrderRow.orders(0..<size.rawValue))
    before = list.snapshot()
    let stride = size.rawValue / edits
    list.transaction { draft in
      for edit in 0..<edits { draft.update(UUID(number: edit * stride)) { $0 = $0.advanced } }
    }
    after = list.snapshot()
  }
}
