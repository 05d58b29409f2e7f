internal import Harness

extension Subject {
  /// Submits `count` operations one by one and waits until all have run.
  ///
  /// `body` is given the operations' bodies; creating the manager or queue is part of the time.
  static func submitting(
    _ name: String, _ count: Int, _ body: @escaping @Sendable (Int, Bodies) async throws -> Void
  ) -> Subject {
    let bodies = Bodies(count)
    return Subject(name) { operations in
      let rounds = max(operations / count, 1)
      let time = try waitForTask {
        let stopwatch = Stopwatch()
        for _ in 0..<rounds { try await body(count, bodies) }
        return stopwatch.time
      }
      try bodies.verify(times: rounds)
      return Sample(operations: rounds * count, time: time)
    }
  }
}
