import StagecraftPools
import StagecraftTestKit
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct TaskLimiterTests {
  struct Boom: Error {}

  /// Takes one permit, and holds it until the gate opens.
  private static func hold(
    _ limiter: TaskLimiter, _ weight: Int = 1, until gate: Gate
  ) async -> Task<Void, any Error> {
    let began = Gate()
    let task = Task {
      try await limiter.withPermit(weight: weight) {
        began.open()
        await gate.wait()
      }
    }
    await began.wait()
    return task
  }

  @Test func theClosureRunsWithThePermitsAndGivesThemBack() async throws {
    let limiter = TaskLimiter(limit: 3)
    let value = try await limiter.withPermit(weight: 2) {
      #expect(limiter.inUse == 2)
      return try await limiter.withPermit { limiter.inUse }
    }
    #expect(value == 3)
    await #expect(throws: Boom.self) { try await limiter.withPermit { throw Boom() } }
    #expect(limiter.inUse == 0)
  }

  @Test @MainActor func theClosureRunsWhereTheCallerDoes() async throws {
    final class Page { var covers = 0 }
    let page = Page()
    let result = try await TaskLimiter(limit: 1).withPermit {
      page.covers += 1
      return page
    }
    #expect(result === page && page.covers == 1)
  }

  @Test func tasksStartInTheOrderInWhichTheyAsked() async throws {
    let clock = ManualClock()
    let limiter = TaskLimiter("covers", limit: 1, clock: clock)
    let gate = Gate()
    let holder = await Self.hold(limiter, until: gate)
    let order = Locked<[Int]>([])
    var tasks: [Task<Void, any Error>] = []
    for number in 0..<5 {
      tasks.append(
        Task {
          // An earlier deadline each: the clock reports the sleep of each waiter.
          try await limiter.withPermit(timeout: .seconds(20 - number)) {
            order.withLock { $0.append(number) }
          }
        })
      try await clock.nextSleep(of: "covers")
    }
    #expect(limiter.waiting == 5)
    gate.open()
    try await holder.value
    for task in tasks { try await task.value }
    #expect(order.withLock { $0 } == [0, 1, 2, 3, 4])
  }

  @Test func aWaitTimesOutAndTheErrorHasTheNumbers() async throws {
    let clock = ManualClock()
    let limiter = TaskLimiter("covers", limit: 2, clock: clock)
    let gate = Gate()
    let holder = await Self.hold(limiter, until: gate)
    let task = Task { try await limiter.withPermit(weight: 2, timeout: .seconds(5)) {} }
    try await clock.nextSleep()
    clock.advance(by: .seconds(5))
    let error = await #expect(throws: TaskLimiter.TimeoutError.self) { try await task.value }
    #expect(
      error?.description
        == "Limiter “covers”: 2 permits were not free within 5000 ms (1 of 2 in use, 0 waiting).")
    await #expect(throws: TaskLimiter.TimeoutError.self) {
      try await limiter.withPermit(weight: 2, timeout: .zero) {}
    }
    gate.open()
    try await holder.value
    try await limiter.withPermit(weight: 2, timeout: .zero) {}
  }

  @Test func theErrorNamesAnEarlierTaskAsTheReason() async throws {
    let clock = ManualClock()
    let limiter = TaskLimiter(limit: 3, clock: clock)
    let gate = Gate()
    let holder = await Self.hold(limiter, until: gate)
    let heavy = Task { try await limiter.withPermit(weight: 3) {} }
    try await clock.nextSleep()
    let error = await #expect(throws: TaskLimiter.TimeoutError.self) {
      try await limiter.withPermit(timeout: .zero) {}
    }
    #expect(
      error?.description
        == "The limiter: an earlier task was still waiting after 0 ns (1 of 3 in use, 1 waiting).")
    gate.open()
    try await holder.value
    try await heavy.value
  }

  @Test func aCancelledTaskLeavesTheLine() async throws {
    let clock = ManualClock()
    let limiter = TaskLimiter(limit: 2, clock: clock)
    let gate = Gate()
    let holder = await Self.hold(limiter, until: gate)
    let heavy = Task { try await limiter.withPermit(weight: 2) {} }
    try await clock.nextSleep()
    let light = Task { try await limiter.withPermit(timeout: .seconds(10)) {} }
    try await clock.nextSleep()
    #expect(limiter.waiting == 2)
    heavy.cancel()
    await #expect(throws: CancellationError.self) { try await heavy.value }
    try await light.value
    gate.open()
    try await holder.value
    #expect(limiter.inUse == 0 && limiter.waiting == 0)
  }

  /// Cancellation is checked only while waiting.
  @Test func aCancelledTaskGetsAFreePermit() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await TaskLimiter(limit: 1).withPermit { 1 }
    }
    #expect(try await task.value == 1)
  }

  @Test func startsWaitForTheirPeriod() async throws {
    let clock = ManualClock()
    let limiter = TaskLimiter("catalogue", starts: 2, per: .seconds(1), clock: clock)
    for _ in 0..<2 { try await limiter.withPermit {} }
    clock.advance(by: .milliseconds(400))
    let third = Task { try await limiter.withPermit(weight: 7) {} }
    #expect(try await clock.nextSleep(of: "catalogue").deadline.sinceStart == .seconds(1))
    let error = await #expect(throws: TaskLimiter.TimeoutError.self) {
      try await limiter.withPermit(timeout: .zero) {}
    }
    #expect(
      error?.description
        == "Limiter “catalogue”: the rate of 2 per 1000 ms allowed no start within 0 ns "
        + "(0 in use, 1 waiting).")
    clock.advance(by: .milliseconds(600))
    try await third.value
    #expect(limiter.inUse == 0)
  }

  @Test func aLimiterIsReleasedWithItsLastTaskLifetime() async throws {
    let tracker = LifetimeTracker()
    weak var released: TaskLimiter?
    let clock = ManualClock()
    do {
      let object = tracker.make()
      let limiter = TaskLimiter(limit: 1, clock: clock)
      released = limiter
      let gate = Gate()
      let holder = await Self.hold(limiter, until: gate)
      // The alarm stays set for the deadline of this waiter.
      let waiter = Task { try await limiter.withPermit { _ = object } }
      try await clock.nextSleep()
      gate.open()
      try await holder.value
      try await waiter.value
    }
    await tracker.allEnded()
    #expect(released == nil)
  }

  /// Tasks of all weights, of which some are cancelled and some time out.
  @Test func theLimitHoldsUnderLoad() async throws {
    for limit in [1, 4] {
      let limiter = TaskLimiter(limit: limit)
      let used = Locked((now: 0, most: 0, ran: 0))
      let ended = Locked((ran: 0, gaveUp: 0))
      await withTaskGroup(of: Void.self) { group in
        for seed in UInt64(0)..<16 {
          group.addTask {
            var generator = SeededGenerator(seed: seed)
            for _ in 0..<200 {
              let weight = Int.random(in: 1...limit, using: &generator)
              let isImpatient = generator.oneIn(4)
              let task = Task {
                try await limiter.withPermit(
                  weight: weight, timeout: isImpatient ? .microseconds(50) : nil
                ) {
                  used.withLock { used in
                    used.now += weight
                    used.most = max(used.most, used.now)
                    used.ran += 1
                  }
                  await Task.yield()
                  used.withLock { $0.now -= weight }
                }
              }
              if generator.oneIn(3) { task.cancel() }
              switch await task.result {
              case .success: ended.withLock { $0.ran += 1 }
              case .failure(let error):
                #expect(error is TaskLimiter.TimeoutError || error is CancellationError)
                ended.withLock { $0.gaveUp += 1 }
              }
            }
          }
        }
      }
      #expect(used.withLock { $0.most } <= limit)
      #expect(used.withLock { $0.ran } == ended.withLock { $0.ran })
      #expect(ended.withLock { $0.ran + $0.gaveUp } == 16 * 200)
      #expect(limiter.inUse == 0 && limiter.waiting == 0)
    }
  }
}
