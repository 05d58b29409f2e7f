import Foundation
import StageFloor
import Synchronization
import TestSupport
import Testing

@testable import StagecraftOperations

@Suite(.timeLimit(.minutes(3)))
struct BlockingThreadsTests {
  /// A gate at which threads block.
  private final class Gate: Sendable {
    private let condition = NSCondition()
    nonisolated(unsafe) private var isOpen = false  // guard: `condition`
    nonisolated(unsafe) private var arrived = 0  // guard: `condition`

    func pass() {
      condition.lock()
      arrived += 1
      condition.broadcast()
      while !isOpen { condition.wait() }
      condition.unlock()
    }

    func open() {
      condition.lock()
      isOpen = true
      condition.broadcast()
      condition.unlock()
    }
  }

  private final class Peak: Sendable {
    private let current = Atomic(0)
    private let highest = Atomic(0)

    func enter() {
      let now = current.add(1, ordering: .relaxed).newValue
      highest.max(now, ordering: .relaxed)
    }

    func leave() { current.subtract(1, ordering: .relaxed) }

    var value: Int { highest.load(ordering: .relaxed) }
  }

  /// The events of some threads, to await.
  private final class Diary: Sendable {
    let events: AsyncStream<BlockingThreads.Event>
    private let continuation: AsyncStream<BlockingThreads.Event>.Continuation

    init() { (events, continuation) = AsyncStream.makeStream() }

    func note(_ event: BlockingThreads.Event) { continuation.yield(event) }

    func first(_ count: Int) async -> [BlockingThreads.Event] {
      var found: [BlockingThreads.Event] = []
      guard count > 0 else { return found }
      for await event in events {
        found.append(event)
        if found.count == count { break }
      }
      return found
    }
  }

  private struct Torn: Error {}

  @Test func aBodyRunsOnANamedThread() async throws {
    let threads = BlockingThreads()
    let name = try await threads.perform {
      #if os(Linux)
      try String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
      #else
      (Thread.current.name ?? "") + "\n"
      #endif
    }
    #expect(name == "stage-blocking\n")
    await #expect(throws: Torn.self) {
      try await threads.perform { throw Torn() }
    }
  }

  @Test func thereAreNoMoreThreadsThanTheLimit() async throws {
    let diary = Diary()
    let threads = BlockingThreads(
      cap: 3,
      observer: { if $0 == .started || $0 == .queued { diary.note($0) } })
    let gate = Gate()
    for _ in 0..<5 { threads.run { gate.pass() } }
    #expect(await diary.first(5) == [.started, .started, .started, .queued, .queued])
    #expect(threads.threads == 3)
    gate.open()
    let peak = Peak()
    try await withThrowingTaskGroup { group in
      for _ in 0..<200 {
        group.addTask {
          try await threads.perform {
            peak.enter()
            sched_yield()
            peak.leave()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(peak.value <= 3)
    #expect(threads.waiting == 0)
  }

  @Test func oneThreadRunsConsecutiveJobs() async throws {
    let diary = Diary()
    let threads = BlockingThreads(idleTime: .seconds(60), observer: { diary.note($0) })
    _ = try await threads.perform {}
    // It becomes idle a moment after its job has reported its end.
    #expect(await diary.first(2) == [.started, .idle])
    _ = try await threads.perform {}
    #expect(await diary.first(2) == [.reused, .idle])
    #expect(threads.threads == 1)
  }

  @Test func idleThreadsEnd() async throws {
    let diary = Diary()
    let gate = Gate()
    let threads = BlockingThreads(idleTime: .milliseconds(1), observer: { diary.note($0) })
    for _ in 0..<5 { threads.run { gate.pass() } }
    gate.open()
    let events = await diary.first(15)
    #expect(events.count { $0 == .started } == 5)
    #expect(events.count { $0 == .ended } == 5)
    #expect(threads.threads == 0)
    // New ones are started when they are needed again.
    #expect(try await threads.perform { 7 } == 7)
  }

  @Test func aJobIsReleasedBeforeItsThreadIsIdle() async throws {
    let tracker = LifetimeTracker()
    let diary = Diary()
    let threads = BlockingThreads(
      cap: 1, idleTime: .seconds(60),
      observer: { if $0 == .idle { diary.note($0) } })
    let gate = Gate()
    threads.run { gate.pass() }
    for _ in 0..<2 {
      let tracked = tracker.make()
      threads.run { _ = tracked.number }
    }
    gate.open()
    #expect(await diary.first(1) == [.idle])
    #expect(tracker.made == 2)
    #expect(tracker.alive == 0)
  }

  @Test func threadsAndTheirOwnerReleaseEachOther() async throws {
    /// Records its deinit: with the observer, with the owner.
    final class Farewell: Sendable {
      let continuation: AsyncStream<Void>.Continuation
      init(_ continuation: AsyncStream<Void>.Continuation) { self.continuation = continuation }
      deinit { continuation.finish() }
    }
    let (life, continuation) = AsyncStream<Void>.makeStream()
    do {
      let farewell = Farewell(continuation)
      let threads = BlockingThreads(
        idleTime: .milliseconds(1), observer: { _ in withExtendedLifetime(farewell) {} })
      _ = try await threads.perform {}
    }
    for await _ in life {}
  }

  @Test func tasksRunWhileManyBodiesBlock() async throws {
    let threads = BlockingThreads()
    let gate = Gate()
    let width = ProcessInfo.processInfo.activeProcessorCount
    try await withThrowingTaskGroup { group in
      for _ in 0..<(2 * width) {
        group.addTask { try await threads.perform { gate.pass() } }
      }
      // Needs threads of the pool to get here while the gate is shut.
      let sum = await withTaskGroup(of: Int.self) { inner in
        for number in 1...100 {
          inner.addTask {
            await Task.yield()
            return number
          }
        }
        return await inner.reduce(0, +)
      }
      #expect(sum == 5_050)
      gate.open()
      try await group.waitForAll()
    }
  }

  @Test func tenThousandJobsFromFourThreadsRunOnce() async throws {
    let givers = BlockingThreads(cap: 4)
    let threads = BlockingThreads(cap: 8, idleTime: .microseconds(50))
    let runs = UnsafeMutablePointer<Int>.allocate(capacity: 10_000)
    runs.initialize(repeating: 0, count: 10_000)
    nonisolated(unsafe) let counts = runs  // guard: each job has its own element
    let (ends, continuation) = AsyncStream<Void>.makeStream()
    try await withThrowingTaskGroup { group in
      for giver in 0..<4 {
        group.addTask {
          try await givers.perform {
            for job in 0..<2_500 {
              threads.run {
                counts[giver * 2_500 + job] += 1
                continuation.yield()
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    var ended = 0
    for await _ in ends {
      ended += 1
      if ended == 10_000 { break }
    }
    #expect((0..<10_000).allSatisfy { counts[$0] == 1 })
    runs.deallocate()
  }

  @Test func aQueuedCallThatIsCancelledNeverRuns() async throws {
    let diary = Diary()
    let threads = BlockingThreads(cap: 1, observer: { diary.note($0) })
    let gate = Gate()
    threads.run { gate.pass() }
    let call = Task { try await threads.perform { Issue.record("it was cancelled") } }
    #expect(await diary.first(2) == [.started, .queued])
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    gate.open()
    _ = try await threads.perform {}
  }

  @Test func aRunningCallThatIsCancelledIsAwaited() async throws {
    let threads = BlockingThreads()
    let gate = Gate()
    let (begun, continuation) = AsyncStream<Void>.makeStream()
    let call = Task {
      try await threads.perform {
        continuation.yield()
        gate.pass()
        return 7
      }
    }
    for await _ in begun { break }
    call.cancel()
    gate.open()
    #expect(try await call.value == 7)
  }

  @Test func cancellingAgainstBeginningEndsEveryCallOnce() async {
    let threads = BlockingThreads(cap: 2)
    for _ in 0..<1_000 {
      let ran = Peak()
      await withTaskGroup { group in
        group.addTask {
          do {
            try await threads.perform { ran.enter() }
            #expect(ran.value == 1)
          } catch {
            #expect(error is CancellationError)
          }
        }
        group.cancelAll()
      }
    }
  }

  @Test func failuresToStartThreadsLoseNoJobs() async throws {
    let attempts = Atomic(0)
    let threads = BlockingThreads(
      starter: { body in
        // Every third attempt, and never the first.
        guard attempts.add(1, ordering: .relaxed).newValue % 3 == 0 else { return false }
        Thread.detachNewThread(body)
        return true
      })
    for round in 0..<50 {
      #expect(try await threads.perform { round } == round)
    }
    try await withThrowingTaskGroup { group in
      for _ in 0..<50 { group.addTask { try await threads.perform {} } }
      try await group.waitForAll()
    }
  }

  @Test func aLimitOfZeroTraps() async {
    await #expect(processExitsWith: .failure) { _ = BlockingThreads(cap: 0) }
  }

  #if os(Linux)
  @Test func idleThreadsSleep() async throws {
    let diary = Diary()
    let threads = BlockingThreads(
      idleTime: .seconds(60), name: "stage-idle-test",
      observer: { if $0 == .idle { diary.note($0) } })
    let gate = Gate()
    for _ in 0..<8 { threads.run { gate.pass() } }
    gate.open()
    _ = await diary.first(8)
    // The last one counts as idle just before it falls asleep, which may take long on a busy
    // machine.
    for _ in 0..<50 {
      let before = try switches(ofThreadsNamed: "stage-idle-test")
      #expect(before.count == 8)
      // Time must pass: the test checks that nothing happens in it.
      try await Task.sleep(for: .milliseconds(100))
      if try switches(ofThreadsNamed: "stage-idle-test") == before { return }
    }
    Issue.record("idle threads kept waking up")
  }

  /// The number of times that each of these threads gave up a processor: a thread that remains
  /// asleep does not.
  private func switches(ofThreadsNamed name: String) throws -> [String: [String]] {
    var found: [String: [String]] = [:]
    for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task") {
      // Threads of other suites may end at the same time.
      guard
        let status = try? String(
          contentsOfFile: "/proc/self/task/\(thread)/status", encoding: .utf8)
      else { continue }
      let lines = status.split(separator: "\n").map(String.init)
      guard lines.contains("Name:\t\(name)") else { continue }
      found[thread] = lines.filter { $0.contains("ctxt_switches") }
    }
    return found
  }
  #endif
}
