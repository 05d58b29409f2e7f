internal import Harness
internal import StagecraftPools

extension Case {
  /// A short line and a long one.
  ///
  /// The cost for each waiter should be the same.
  static var waiters: [Case] {
    LinePhase.allCases.flatMap { phase in
      [(100, "100"), (10_000, "10k")].map { count, label in
        Case(
          "waiters-\(label)-\(phase)", "waiting tasks: \(count); \(phase), for each of them",
          textbook: "actor-pool"
        ) {
          func compete(_ line: some WaitingLine, _ name: String) -> Subject {
            Subject(name) { operations in
              try waitForTask { try await line.sample(phase, count: count, operations: operations) }
            }
          }
          return [
            compete(StagecraftLine(pool: try .ofBooks(1)), "stagecraft"),
            compete(ActorLine(pool: ActorPool(Book.shelf(of: 1))), "actor-pool"),
          ]
        }
      }
    }
  }
}
