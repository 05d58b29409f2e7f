internal import Foundation
internal import Harness

extension Case {
  /// Operations submitted one by one: the time from the first call until all have run, for each of
  /// them.
  static var submissions: [Case] {
    [independent, chain, category, join, submitFromTwoThreads, growth]
  }

  private static let count = 100_000

  /// Stagecraft with all operations, and with half as many, to show whether the cost of one depends
  /// on their number.
  private static func ours(
    _ body: @escaping @Sendable (Int, Bodies) async throws -> Void
  ) -> [Subject] {
    [
      .submitting("stagecraft", count, body), .submitting("stagecraft-half", count / 2, body),
    ]
  }

  private static var independent: Case {
    Case("submit-100k", "\(count) independent operations (operation-queue: 1000)") {
      ours { try await StagecraftSubmitting.independent($0, $1) } + [
        .submitting("floor", count) { Submitting.floor($0, $1) },
        .submitting("dispatch", count) { await Submitting.dispatch($0, $1) },
        .submitting("task-group", count) { await Submitting.taskGroup($0, $1) },
        .submitting("operation-queue", 1_000) { await Submitting.operationQueue($0, $1) },
      ]
    }
  }

  private static var chain: Case {
    Case(
      "submit-chain-100k",
      "\(count) operations, each after the one before (operation-queue: 500)"
    ) {
      ours { try await StagecraftSubmitting.chain($0, $1) } + [
        .submitting("floor", count) { Submitting.floor($0, $1) },
        .submitting("dispatch", count) { await Submitting.serialDispatch($0, $1) },
        .submitting("tasks", count) { await Submitting.taskChain($0, $1) },
        operationQueueChain("operation-queue", 500),
      ]
    }
  }

  private static var category: Case {
    Case(
      "category-100k", "\(count) operations, one at a time (operation-queue: 1000)"
    ) {
      ours { try await StagecraftSubmitting.category($0, $1) } + [
        .submitting("floor", count) { Submitting.floor($0, $1) },
        .submitting("dispatch", count) { await Submitting.serialDispatch($0, $1) },
        .submitting("operation-queue", 1_000) {
          await Submitting.operationQueue($0, $1, width: 1)
        },
      ]
    }
  }

  private static var join: Case {
    Case(
      "join-100k",
      "\(count) operations, the last after all others (operation-queue: 1000)"
    ) {
      ours { try await StagecraftSubmitting.join($0, $1) } + [
        .submitting("stagecraft-array", count) { try await StagecraftSubmitting.arrayJoin($0, $1) },
        .submitting("floor", count) { Submitting.floor($0, $1) },
        .submitting("task-group", count) { await Submitting.taskGroup($0, $1) },
        .submitting("operation-queue", 1_000) {
          await Submitting.operationQueue($0, $1) { operation, others in
            guard others.count == 999 else { return }
            for other in others { operation.addDependency(other) }
          }
        },
      ]
    }
  }

  private static var submitFromTwoThreads: Case {
    Case("submit-2-threads", "\(count) independent operations, half of them from each of two tasks")
    {
      [
        .submitting("stagecraft", count) {
          try await StagecraftSubmitting.fromTwoThreads($0, $1)
        },
        .submitting("floor", count) { Submitting.floor($0, $1) },
        .submitting("dispatch", count) { await Submitting.dispatchFromTwoThreads($0, $1) },
      ]
    }
  }

  /// Foundation's queue with chains of increasing length: the cost of one operation grows with the
  /// number of waiting ones.
  private static var growth: Case {
    Case("operation-queue-growth", "a chain of operations, added at once, for each of them") {
      [250, 500, 1_000].map { count in
        .buildingAndRunning("operation-queue-\(count)", .chain(count)) {
          OperationQueueGraph($0, $1, width: nil)
        }
      }
    }
  }

  private static func operationQueueChain(_ name: String, _ count: Int) -> Subject {
    .submitting(name, count) {
      await Submitting.operationQueue($0, $1) { operation, others in
        if let last = others.last { operation.addDependency(last) }
      }
    }
  }
}
