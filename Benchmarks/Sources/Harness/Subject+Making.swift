extension Subject {
  /// A limit known without measuring, in nanoseconds for each operation.
  package static func known(_ name: String, nanoseconds: Double) -> Subject {
    Subject(name, work: .known(nanoseconds))
  }

  /// A figure found during the setup of the case, in the unit of the case.
  package static func found(_ name: String, _ amount: Double) -> Subject {
    Subject(name, work: .known(amount))
  }

  /// Events that are waited for; each takes a time of its own.
  ///
  /// The figure is the median of all; a second one, named with "-p99", is exceeded by one in a
  /// hundred.
  ///
  /// - Parameters:
  ///   - name: The name of the subject.
  ///   - events: The number of events that a full repetition observes; a shorter one observes
  ///     fewer.
  ///   - observe: Waits for the given number of events and returns the nanoseconds that each took.
  /// - Returns: The subject.
  package static func observed(
    _ name: String, events: Int, _ observe: @escaping (Int) throws -> [Int64]
  ) -> Subject {
    Subject(name, work: .observed(events: events, observe))
  }

  /// `body` repeats its operation the given number of times, on a plain thread.
  package static func onThread(
    _ name: String, _ body: @escaping (Int) throws -> Void
  ) -> Subject {
    Subject(name) { operations in
      let stopwatch = Stopwatch()
      try body(operations)
      return Sample(operations: operations, time: stopwatch.time)
    }
  }

  /// `body` is run by `count` threads at once and repeats its operation the given number of times.
  ///
  /// The time is that of all threads together, from the first start to the last end. `longestWait`
  /// does the same work and returns the longest time, in nanoseconds, that an operation waited.
  package static func onThreads(
    _ name: String, count: Int,
    _ body: @escaping @Sendable (Int) throws -> Void,
    longestWait: (@Sendable (Int) throws -> Int64)? = nil
  ) -> Subject {
    let measure: (Int) throws -> Sample = { operations in
      let share = max(operations / count, 1)
      let run = try PinnedThreads.run(count: count) { try body(share) }
      return Sample(operations: share * count, time: run.time)
    }
    guard let longestWait else { return Subject(name, work: .measured(measure)) }
    return Subject(name, work: .measured(measure)) { operations in
      let share = max(operations / count, 1)
      return try PinnedThreads.run(count: count) { try longestWait(share) }.results.max() ?? 0
    }
  }

  /// `body` repeats its operation the given number of times, in a task that belongs to no actor.
  ///
  /// It may call into an actor for the whole of its work.
  package static func inTask(
    _ name: String, _ body: @escaping @Sendable (Int) async throws -> Void
  ) -> Subject {
    Subject(name) { operations in
      try waitForTask {
        let stopwatch = Stopwatch()
        try await body(operations)
        return Sample(operations: operations, time: stopwatch.time)
      }
    }
  }

  /// `body` is run by `count` tasks at once and repeats its operation the given number of times.
  ///
  /// The time is that of all tasks together.
  package static func inTasks(
    _ name: String, count: Int, _ body: @escaping @Sendable (Int) async throws -> Void
  ) -> Subject {
    Subject(name) { operations in
      let share = max(operations / count, 1)
      return try waitForTask {
        let stopwatch = Stopwatch()
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<count {
            group.addTask { try await body(share) }
          }
          try await group.waitForAll()
        }
        return Sample(operations: share * count, time: stopwatch.time)
      }
    }
  }
}
