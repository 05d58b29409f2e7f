internal import Harness
internal import StagecraftPools

extension Case {
  /// More tasks than books; each suspends while it keeps its book, so that the others wait.
  ///
  /// `queue-pool` is the least that a pool for tasks can do.
  static var waiting: [Case] {
    [(8, 3), (64, 3)].map { tasks, books in
      Case(
        "waiting-\(tasks)task-\(books)",
        "tasks: \(tasks), books: \(books), hold: 200 ns and a suspension", textbook: "actor-pool"
      ) {
        let hold = BusyHold(nanoseconds: 200)
        let pool = try BoundedPool.ofBooks(books)
        let queue = QueuePool(Book.shelf(of: books))
        let actor = ActorPool(Book.shelf(of: books))
        return [
          .inTasks("stagecraft", count: tasks) {
            try await Visitor.leaseSuspending(from: pool, times: $0, holding: hold)
          },
          .inTasks("queue-pool", count: tasks) {
            try await Visitor.acquireSuspending(from: queue, times: $0, holding: hold)
          },
          .inTasks("actor-pool", count: tasks) {
            try await Visitor.acquireSuspending(from: actor, times: $0, holding: hold)
          },
        ]
      }
    }
  }
}
