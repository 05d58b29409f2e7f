internal import Harness
internal import StagecraftPools

extension Case {
  /// One task, and always an idle book: the cost of an `await` that never suspends.
  static var awaited: [Case] {
    [
      awaited("lease-async", "await lease(), from a task") {
        let pool = try BoundedPool.ofBooks(16)
        return { try await Visitor.lease(from: pool, times: $0) }
      } actorPool: { pool, times in
        try await Visitor.acquire(from: pool, times: times)
      },
      awaited("lease-async-actor", "await lease(), from an actor") {
        let pool = try BoundedPool.ofBooks(16)
        return { try await Librarian().lease(from: pool, times: $0) }
      } actorPool: { pool, times in
        try await Librarian().acquire(from: pool, times: times)
      },
      awaited("lease-async-main", "await lease(), from the main actor") {
        let pool = try BoundedPool.ofBooks(16)
        return { try await Screen.lease(from: pool, times: $0) }
      } actorPool: { pool, times in
        try await Screen.acquire(from: pool, times: times)
      },
      awaited("with-lease-async", "await withElement { }, from a task") {
        let pool = try BoundedPool.ofBooks(16)
        return { try await Visitor.withElement(from: pool, times: $0) }
      } actorPool: { pool, times in
        try await Visitor.acquire(from: pool, times: times)
      },
      awaited("with-lease-async-actor", "await withElement { }, from an actor") {
        let pool = try BoundedPool.ofBooks(16)
        return { try await Librarian().withElement(from: pool, times: $0) }
      } actorPool: { pool, times in
        try await Librarian().acquire(from: pool, times: times)
      },
      awaited("with-lease-async-main", "await withElement { }, from the main actor") {
        let pool = try BoundedPool.ofBooks(16)
        return { try await Screen.withElement(from: pool, times: $0) }
      } actorPool: { pool, times in
        try await Screen.acquire(from: pool, times: times)
      },
    ]
  }

  private static func awaited(
    _ name: String, _ about: String,
    stagecraft: @escaping () throws -> @Sendable (Int) async throws -> Void,
    actorPool: @escaping @Sendable (ActorPool, Int) async throws -> Void
  ) -> Case {
    Case(name, about, textbook: "actor-pool") {
      let rival = ActorPool(Book.shelf(of: 16))
      let floor = FloorPool()
      return [
        .inTask("stagecraft", try stagecraft()),
        .inTask("floor") { try floor.borrow(times: $0) },
        .inTask("actor-pool") { try await actorPool(rival, $0) },
      ]
    }
  }
}
