internal import Harness

extension Case {
  /// What a manager's operations cost at several sizes: submitting and running them, each with
  /// something that few operations have, and cancelling them.
  static var submissionSizes: [Case] {
    SubmitSize.allCases.flatMap { size in
      [independent(size), chain(size), kinds(size), cancelling(size)]
    } + [pendingMemory]
  }

  private static func independent(_ size: SubmitSize) -> Case {
    let count = size.count
    return Case("manager-\(size.rawValue)", "\(count) independent operations") {
      [
        .submitting("stagecraft", count) { try await StagecraftSubmitting.independent($0, $1) },
        .submitting("task-group", count) { await Submitting.taskGroup($0, $1) },
      ]
    }
  }

  private static func chain(_ size: SubmitSize) -> Case {
    let count = size.count
    return Case("manager-chain-\(size.rawValue)", "\(count) operations, each after the one before")
    {
      [
        .submitting("stagecraft", count) { try await StagecraftSubmitting.chain($0, $1) },
        .submitting("tasks", count) { await Submitting.taskChain($0, $1) },
      ]
    }
  }

  private static func kinds(_ size: SubmitSize) -> Case {
    let count = size.count
    return Case(
      "manager-kinds-\(size.rawValue)",
      "\(count) operations: closures, types, in a category, with a condition, observed, and with the "
        + "task-local values of their submitter"
    ) {
      [
        .submitting("closure", count) { try await StagecraftSubmitting.independent($0, $1) },
        .submitting("type", count) { try await StagecraftSubmitting.types($0, $1) },
        .submitting("category", count) { try await StagecraftSubmitting.category($0, $1) },
        .submitting("condition", count) { try await StagecraftSubmitting.condition($0, $1) },
        .submitting("observed", count) { try await StagecraftSubmitting.observed($0, $1) },
        .submitting("task-locals", count) { try await StagecraftSubmitting.inheriting($0, $1) },
      ]
    }
  }

  private static func cancelling(_ size: SubmitSize) -> Case {
    let count = size.count
    return Case("manager-cancel-all-\(size.rawValue)", "\(count) pending operations, for each") {
      let bodies = Bodies(count)
      return [
        Subject("stagecraft") { operations in
          let rounds = max(operations / count, 1)
          let nanoseconds = try waitForTask {
            var nanoseconds: Int64 = 0
            for _ in 0..<rounds {
              nanoseconds += try await StagecraftSubmitting.cancelAll(count, bodies)
            }
            return nanoseconds
          }
          return Sample(operations: rounds * count, nanoseconds: nanoseconds)
        }
      ]
    }
  }

  /// The memory of operations that have been submitted and have not started, with their closures.
  private static var pendingMemory: Case {
    Case("manager-memory", "the memory of a pending operation", unit: "B") {
      guard let independent = try waitForTask({ await StagecraftSubmitting.pendingBytes(200_000) })
      else { return [] }
      return [.found("stagecraft", independent)]
    }
  }
}

/// How many operations are submitted at a time.
enum SubmitSize: String, CaseIterable {
  case hundred = "100"
  case thousand = "1k"
  case hundredThousand = "100k"

  var count: Int {
    switch self {
    case .hundred: 100
    case .thousand: 1_000
    case .hundredThousand: 100_000
    }
  }
}
