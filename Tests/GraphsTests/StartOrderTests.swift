import StagecraftGraphs
import TestSupport
import Testing

/// The order in which the steps of small graphs start.
@Suite(.timeLimit(.minutes(3)))
struct StartOrderTests {
  private final class Log: Sendable {
    private let steps = Locked<[String]>([])

    func begin(_ step: String) { steps.withLock { $0.append(step) } }

    /// The steps begun since the last call.
    func take() -> [String] {
      steps.withLock { steps in
        defer { steps = [] }
        return steps
      }
    }
  }

  @Test func theLongestPathStartsFirst() async throws {
    let log = Log()
    let graph = try OperationGraph { graph in
      graph.add("leaf", expected: .milliseconds(5)) { log.begin("leaf") }
      let short = graph.add("short", expected: .milliseconds(1)) { log.begin("short") }
      let long = graph.add("long", expected: .milliseconds(4)) { log.begin("long") }
      // Two steps that take less than one other.
      let early = graph.add("early", after: short, expected: .milliseconds(1)) {
        log.begin("early")
      }
      graph.add("late", after: early, expected: .milliseconds(1)) { log.begin("late") }
      graph.add("huge", after: long, expected: .milliseconds(20)) { log.begin("huge") }
    }
    try await graph.run(workers: 1)
    #expect(log.take() == ["long", "huge", "leaf", "short", "early", "late"])
  }

  @Test func tiesKeepTheOrderOfAddition() async throws {
    let log = Log()
    let graph = try OperationGraph { graph in
      for index in 0..<200 { graph.add("\(index)", expected: .zero) { log.begin("\(index)") } }
    }
    try await graph.run(workers: 1)
    #expect(log.take() == (0..<200).map { "\($0)" })
  }

  @Test func withoutExpectedDurationsEachStepCountsTheSame() async throws {
    let log = Log()
    let graph = try OperationGraph { graph in
      graph.add { log.begin("leaf") }
      var last = graph.add { log.begin("1") }
      for index in 2...5 { last = graph.add(after: last) { log.begin("\(index)") } }
    }
    try await graph.run(workers: 1)
    // The last of the chain is no more urgent than the leaf, and was defined later.
    #expect(log.take() == ["1", "2", "3", "4", "leaf", "5"])
  }

  /// Keeps its thread busy for a time, which the run measures as the duration of the step.
  private static func work(for duration: Duration) {
    let clock = ContinuousClock()
    let end = clock.now + duration
    while clock.now < end {}
  }

  @Test(arguments: [false, true])
  func theNextRunUsesTheMeasuredDurations(isAsynchronous: Bool) async throws {
    let log = Log()
    let graph = try OperationGraph { graph in
      graph.add("supposed", expected: .microseconds(1_500)) { log.begin("supposed") }
      let first = graph.add("real", expected: .microseconds(1)) { log.begin("real") }
      if isAsynchronous {
        graph.add("long", after: first, expected: .microseconds(1)) {
          log.begin("long")
          try await onThread { Self.work(for: .milliseconds(300)) }
        }
      } else {
        graph.add("long", after: first, expected: .microseconds(1)) {
          log.begin("long")
          Self.work(for: .milliseconds(300))
        }
      }
    }
    try await graph.run(workers: 1)
    #expect(log.take() == ["supposed", "real", "long"])
    try await graph.run(workers: 1)
    let second = log.take()
    #expect(second.first == "real")
    #expect(Set(second) == ["supposed", "real", "long"])
    // An asynchronous step starts before a synchronous one.
    #expect(second == ["real", "long", "supposed"])
  }

  @Test func asynchronousStepsStartFirst() async throws {
    let log = Log()
    let isWaiting = Gate()
    let graph = try OperationGraph { graph in
      graph.add(expected: .seconds(1)) {
        log.begin("synchronous")
        isWaiting.open()
      }
      graph.add(expected: .microseconds(1)) {
        log.begin("asynchronous")
        await isWaiting.wait()
        log.begin("on")
      }
      // Begins after a step that awaited and can resume.
      graph.add(expected: .milliseconds(1)) { log.begin("last") }
    }
    try await graph.run(workers: 1)
    #expect(log.take() == ["asynchronous", "synchronous", "on", "last"])
  }

  @Test func stepsOfTheAwaitedMilestoneStartFirst() async throws {
    let log = Log()
    let (graph, screen) = try OperationGraph.build { graph in
      graph.add(expected: .seconds(1)) { log.begin("caches") }
      let first = graph.add(expected: .milliseconds(1)) { log.begin("settings") }
      let second = graph.add(after: first, expected: .milliseconds(1)) { log.begin("page") }
      return graph.milestone("screen", after: second)
    }
    var options = OperationGraph.RunOptions()
    options.workers = 1
    try await graph.run(until: screen, options).finish()
    #expect(log.take() == ["settings", "page", "caches"])
    try await graph.run(workers: 1)
    #expect(log.take().count == 3)
  }

  @Test func theMainLaneFollowsTheOrder() async throws {
    let log = Log()
    let graph = try OperationGraph { graph in
      let first = graph.add { @MainActor in log.begin("first") }
      graph.add(after: first, expected: .milliseconds(1)) { @MainActor in log.begin("short") }
      graph.add(after: first, expected: .milliseconds(3)) { @MainActor in log.begin("long") }
      graph.add(after: first, expected: .milliseconds(2)) { @MainActor in log.begin("middle") }
    }
    try await graph.run(workers: 2)
    #expect(log.take() == ["first", "long", "middle", "short"])
  }

  // MARK: Workers and the main lane

  /// Blocks the thread until the condition holds, but only for a limited time: a graph that blocks
  /// the other side fails here, without blocking the threads of all tests.
  private static func spin(until holds: () -> Bool) {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(60)
    while !holds() {
      guard clock.now < end else {
        Issue.record("The condition never held.")
        return
      }
    }
  }

  /// From the moment in which an urgent step of the main lane is ready, only one of two workers
  /// runs steps that are less urgent.
  @Test func anUrgentMainStepTakesThePlaceOfAWorker() async throws {
    let running = Locked((now: 0, begun: 0, most: 0, isMain: true))
    let graph = try OperationGraph { graph in
      let start = graph.add { @MainActor in }
      graph.add(after: start, expected: .seconds(1)) { @MainActor in
        // It ends after the workers have run many steps, however long that takes.
        Self.spin { running.withLock { $0.begun } >= 20 }
        running.withLock { $0.isMain = false }
      }
      for _ in 0..<40 {
        graph.add(after: start, expected: .milliseconds(1)) {
          running.withLock { running in
            running.now += 1
            running.begun += 1
            if running.isMain { running.most = max(running.most, running.now) }
          }
          Self.work(for: .microseconds(200))
          running.withLock { $0.now -= 1 }
        }
      }
    }
    try await graph.run(workers: 2)
    #expect(running.withLock { $0.most } == 1)
    #expect(running.withLock { $0.begun } == 40)
  }

  /// A less urgent step of the main lane takes no place: both workers meet while it waits for them.
  ///
  /// The first worker has threads of its own. If both occupied a thread of the pool while they wait
  /// for each other, this test and any other that does so could block each other, and all tests.
  @Test func aLessUrgentMainStepTakesNoPlace() async throws {
    let met = Locked(0)
    let graph = try OperationGraph { graph in
      let start = graph.add { @MainActor in }
      graph.add(after: start, expected: .milliseconds(1)) { @MainActor in
        Self.spin { met.withLock { $0 } == 2 }
      }
      for _ in 0..<2 {
        graph.add(after: start, expected: .seconds(1)) {
          met.withLock { $0 += 1 }
          Self.spin { met.withLock { $0 } == 2 }
        }
      }
    }
    try await withTaskExecutorPreference(OwnThreads()) { _ = try await graph.run(workers: 2) }
    #expect(met.withLock { $0 } == 2)
  }

  /// The main thread waits for a step in a way that the graph cannot detect: one worker remains.
  @Test(arguments: [1, 2])
  func oneWorkerAlwaysRemains(workers: Int) async throws {
    let hasRun = Locked(false)
    let graph = try OperationGraph { graph in
      graph.add { @MainActor in Self.spin { hasRun.withLock { $0 } } }
      graph.add { hasRun.withLock { $0 = true } }
    }
    try await graph.run(workers: workers)
  }
}
