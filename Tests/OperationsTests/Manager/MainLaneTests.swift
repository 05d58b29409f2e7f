import StageFloor
import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftGraphs
@testable import StagecraftOperations

@Suite("The main lane", .serialized, .timeLimit(.minutes(3)))
struct MainLaneTests {
  /// Other work that runs on the main actor between two turns.
  @MainActor
  private final class Heartbeat {
    private(set) var longestRun = 0
    private(set) var beats = 0
    private var run = 0
    private var isOver = false

    /// An operation or a step has run.
    func count() {
      run += 1
      longestRun = max(longestRun, run)
    }

    func stop() { isOver = true }

    /// Other work for the main actor, requested again as soon as it has run.
    func beat() {
      beats += 1
      run = 0
      guard !isOver else { return }
      Task { @MainActor in beat() }
    }

    nonisolated init() {}
  }

  /// Keeps the thread busy for 100 µs at least.
  private static func work() {
    let end = ContinuousClock.now + .microseconds(100)
    while ContinuousClock.now < end {}
  }

  /// As many operations of 100 µs as fit into the budget of 4 ms, and the one that exceeds it.
  private static let mostBetweenTurns = 41

  @Test func closuresOfTheMainActorRunInTheOrderOfSubmission() async throws {
    for round in 0..<20 {
      let manager = OperationManager("desk", maximumConcurrency: round % 2 == 0 ? nil : 1)
      let log = Locked<[Int]>([])
      for number in 0..<200 {
        manager.submit { @MainActor in log.withLock { $0.append(number) } }
      }
      try await manager.waitUntilIdle()
      #expect(log.withLock { $0 } == Array(0..<200))
    }
  }

  @Test func closuresOfTheMainActorRunWithoutLeavingIt() async throws {
    var configuration = OperationManager.Configuration()
    configuration.mainActorBudget = .seconds(100)
    let manager = OperationManager("desk", configuration: configuration)
    let heartbeat = Heartbeat()
    await heartbeat.beat()
    let gate = Gate()
    let first = manager.submit { @MainActor in await gate.wait() }
    for _ in 0..<1000 { manager.submit(following: first) { @MainActor in heartbeat.count() } }
    gate.open()
    try await manager.waitUntilIdle()
    await heartbeat.stop()
    // The first of them may end one turn and begin another.
    #expect(await heartbeat.longestRun > 900)
  }

  @Test(arguments: [1, 5])
  func otherWorkRunsAfterEachBudget(managers count: Int) async throws {
    let managers = (0..<count).map { OperationManager("desk \($0)") }
    let heartbeat = Heartbeat()
    await heartbeat.beat()
    for _ in 0..<(2000 / count) {
      for manager in managers {
        manager.submit { @MainActor in
          Self.work()
          heartbeat.count()
        }
      }
    }
    for manager in managers { try await manager.waitUntilIdle() }
    await heartbeat.stop()
    #expect(await heartbeat.longestRun <= Self.mostBetweenTurns)
    #expect(await heartbeat.beats >= 2000 / Self.mostBetweenTurns)
  }

  @Test func managersAndGraphsShareOneBudget() async throws {
    let managers = (0..<3).map { OperationManager("desk \($0)") }
    let heartbeat = Heartbeat()
    let graphs = try (0..<3).map { number in
      try OperationGraph("graph \(number)") { graph in
        for _ in 0..<300 {
          graph.add { @MainActor in
            Self.work()
            heartbeat.count()
          }
        }
      }
    }
    await heartbeat.beat()
    for _ in 0..<300 {
      for manager in managers {
        manager.submit { @MainActor in
          Self.work()
          heartbeat.count()
        }
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for graph in graphs { group.addTask { try await graph.run() } }
      try await group.waitForAll()
    }
    for manager in managers { try await manager.waitUntilIdle() }
    await heartbeat.stop()
    #expect(await heartbeat.longestRun <= Self.mostBetweenTurns)
  }

  @Test func atMostTwoDriversExistOnTheMainActor() async throws {
    let manager = OperationManager("desk")
    for _ in 0..<1000 { manager.submit { @MainActor in Self.work() } }
    try await manager.waitUntilIdle()
    #expect(Engine.shared.lock.withLock { manager.lastTrack } <= 2)
  }

  @Test func atMostTwoDriversExistOnTheComputeLane() async throws {
    let desk = SteppedManager { $0.computeBudget = .milliseconds(1) }
    let longest = Locked((run: 0, longest: 0, isOver: false))
    @Sendable func beat() {
      let isOver = longest.withLock { state in
        state.run = 0
        return state.isOver
      }
      guard !isOver else { return }
      Task(executorPreference: desk.executor) { beat() }
    }
    let handles = (0..<4000).map { _ in
      desk.manager.submit {
        desk.clock.advance(by: .microseconds(100))
        longest.withLock { state in
          state.run += 1
          state.longest = max(state.longest, state.run)
        }
      }
    }
    let last = desk.manager.submit(following: handles.last!) {
      longest.withLock { $0.isOver = true }
    }
    Task(executorPreference: desk.executor) { beat() }
    while last.ending == nil { try await desk.runNext() }
    // Ten operations fill the budget of the running driver, and ten that of the requested one.
    #expect(longest.withLock { $0.longest } <= 22)
    #expect(Engine.shared.lock.withLock { desk.manager.lastTrack } <= 2)
  }

  @Test func aSuspendedBodyLetsTheNextOneRun() async throws {
    let manager = OperationManager("desk")
    let gate = Gate()
    let log = Log()
    let first = manager.submit { @MainActor in
      log.note("first begins")
      await gate.wait()
      log.note("first ends")
    }
    manager.submit { @MainActor in
      log.note("second")
      gate.open()
    }
    try await first.value
    #expect(log.entries == ["first begins", "second", "first ends"])
  }

  @Test func bodiesRunAtMediumTaskPriority() async throws {
    let manager = OperationManager("desk", maximumConcurrency: 1)
    let handles = OperationPriority.allCases.map { priority in
      manager.submit(OperationOptions("body", priority: priority)) { Task.currentPriority }
    }
    for handle in handles { #expect(try await handle.value == .medium) }
  }

  @Test func aRaisedTaskPriorityDoesNotAffectTheNextBody() async throws {
    let manager = OperationManager("desk", maximumConcurrency: 1)
    let (started, gate) = (Gate(), Gate())
    let first = manager.submit("first") {
      started.open()
      await gate.wait()
      return Task.currentPriority
    }
    let second = manager.submit("second") { Task.currentPriority }
    await started.wait()
    first.priority = .urgent
    gate.open()
    #expect(try await first.value >= .medium)
    #expect(try await second.value == .medium)
  }
}

@Suite("Turns on the main actor", .timeLimit(.minutes(3)))
struct MainActorTurnsTests {
  /// All waiting lanes run, even if the budget is used up before a resumed one has run.
  @Test @MainActor func everyWaitingLaneIsResumed() async {
    let turns = MainActorTurns()
    let count = 10
    let begun = Locked<[Int]>([])
    let lanes = (0..<count).map { number in
      Task {
        for _ in 0..<5 {
          await turns.begin(budget: 10)
          begun.withLock { $0.append(number) }
          #expect(turns.charge(10, budget: 10))
        }
      }
    }
    for lane in lanes { await lane.value }
    let order = begun.withLock { $0 }
    #expect(order.count == 5 * count)
    // The first did not wait; the others run in the order in which they waited.
    for start in stride(from: 1, to: order.count - count, by: count) {
      #expect(Set(order[start..<start + count]).count == count)
    }
  }

  @Test @MainActor func allLanesShareOneAccount() async {
    let turns = MainActorTurns()
    await turns.begin(budget: 10)
    #expect(!turns.charge(4, budget: 10))
    await turns.begin(budget: 10)
    #expect(!turns.charge(5, budget: 10))
    #expect(turns.charge(1, budget: 10))
    // The next lane waits until other work has run.
    let others = Locked(0)
    Task { @MainActor in others.withLock { $0 += 1 } }
    await turns.begin(budget: 10)
    #expect(others.withLock { $0 } == 1)
    #expect(!turns.charge(9, budget: 10))
  }

  @Test @MainActor func theSmallestBudgetCounts() async {
    let turns = MainActorTurns()
    await turns.begin(budget: 100)
    #expect(!turns.charge(20, budget: 100))
    let others = Locked(0)
    Task { @MainActor in others.withLock { $0 += 1 } }
    await turns.begin(budget: 10)
    #expect(others.withLock { $0 } == 1)
  }
}
