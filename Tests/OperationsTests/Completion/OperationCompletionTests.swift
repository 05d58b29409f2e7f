import Foundation
import StageFloor
import Synchronization
import TestSupport
import Testing

@testable import StagecraftOperations

@Suite(.timeLimit(.minutes(3)))
struct OperationCompletionTests {
  private struct NoCard: Error {}

  /// Holds a completion that is finished later.
  private final class Registry: Sendable {
    private let requests: AsyncStream<OperationCompletion<Int>>
    private let continuation: AsyncStream<OperationCompletion<Int>>.Continuation

    init() { (requests, continuation) = AsyncStream.makeStream() }

    func take(_ completion: OperationCompletion<Int>) { continuation.yield(completion) }

    func next() async -> OperationCompletion<Int>? {
      for await completion in requests { return completion }
      return nil
    }
  }

  @Test func theFirstCallCounts() async throws {
    let value = try await withOperationCompletion(of: Int.self) { completion in
      #expect(!completion.isFinished)
      #expect(completion.finish(1))
      #expect(completion.isFinished)
      #expect(!completion.finish(2))
      #expect(!completion.fail(NoCard()))
      #expect(!completion.finish(with: .success(3)))
    }
    #expect(value == 1)
  }

  @Test func anErrorIsThrown() async throws {
    await #expect(throws: NoCard.self) {
      try await withOperationCompletion(of: Int.self) { $0.fail(NoCard()) }
    }
    await #expect(throws: NoCard.self) {
      try await withOperationCompletion(of: Int.self) { $0.finish(with: .failure(NoCard())) }
    }
    await #expect(throws: NoCard.self) {
      try await withOperationCompletion(of: Int.self) { _ in throw NoCard() }
    }
  }

  @Test func aCompletionCanBeFinishedLater() async throws {
    let registry = Registry()
    async let value = withOperationCompletion(of: Int.self) { registry.take($0) }
    let completion = try #require(await registry.next())
    #expect(completion.finish(7))
    #expect(try await value == 7)
  }

  @Test func aLostCompletionReportsItsCallSite() async throws {
    let error = await #expect(throws: OperationCompletionLostError.self) {
      try await withOperationCompletion(of: Int.self, fileID: "Library/Desk.swift", line: 12) { _ in
      }
    }
    #expect(error?.description.contains("Library/Desk.swift:12") == true)
    let registry = Registry()
    let line = #line + 1
    let waiting = Task { try await withOperationCompletion(of: Int.self) { registry.take($0) } }
    _ = await registry.next()
    let later = await #expect(throws: OperationCompletionLostError.self) { try await waiting.value }
    #expect(later?.line == line)
    #expect(later?.fileID == #fileID)
  }

  @Test func aCancelledTaskDoesNotBegin() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await withOperationCompletion(of: Int.self) { _ in
        Issue.record("it was cancelled before")
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func aCancelledTaskCallsTheHandlersAndWaits() async throws {
    let registry = Registry()
    let (cancels, continuation) = AsyncStream<Int>.makeStream()
    let waiting = Task {
      try await withOperationCompletion(of: Int.self) { completion in
        completion.onCancel { continuation.yield(1) }
        completion.onCancel { continuation.yield(2) }
        registry.take(completion)
      }
    }
    let completion = try #require(await registry.next())
    waiting.cancel()
    var order: [Int] = []
    for await number in cancels {
      order.append(number)
      if order.count == 2 { break }
    }
    #expect(order == [1, 2])
    #expect(completion.isCancelled)
    #expect(!completion.isFinished)
    // Added after the cancellation, so it is called immediately.
    let called = Atomic(false)
    completion.onCancel { called.store(true, ordering: .relaxed) }
    #expect(called.load(ordering: .relaxed) == true)
    #expect(completion.finish(7))
    #expect(try await waiting.value == 7)
  }

  @Test func anAbandoningTaskDoesNotWait() async throws {
    let registry = Registry()
    let waiting = Task {
      try await withOperationCompletion(of: Int.self, abandonsOnCancel: true) { registry.take($0) }
    }
    let completion = try #require(await registry.next())
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(!completion.finish(7))
  }

  @Test func handlersAreReleasedAtTheEnd() async throws {
    let tracker = LifetimeTracker()
    let core = CompletionCore<Int>()
    do {
      let tracked = tracker.make()
      let completion = OperationCompletion(core, fileID: #fileID, line: #line)
      completion.onCancel { Issue.record("\(tracked.number) was not cancelled") }
      completion.finish(1)
      completion.onCancel { Issue.record("\(tracked.number) has ended") }
    }
    #expect(tracker.alive == 0)
    core.cancel()
  }

  @Test func aReceiverIsCalledOnce() {
    for comesFirst in [true, false] {
      let core = CompletionCore<Int>()
      let received = Atomic(0)
      let receive: CompletionCore<Int>.Receiver = { outcome in
        received.add((try? outcome.get()) ?? 100, ordering: .relaxed)
      }
      if comesFirst { core.whenSettled(receive) }
      _ = OperationCompletion(core, fileID: #fileID, line: #line).finish(1)
      if !comesFirst { core.whenSettled(receive) }
      #expect(received.load(ordering: .relaxed) == 1)
    }
  }
}

/// Many rounds, on separate threads.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct OperationCompletionRaceTests {
  /// The rounds of one race: two sides that begin each round together.
  private final class Track: Sendable {
    private let arrived = Atomic(0)

    func meet(round: Int) {
      arrived.add(1, ordering: .acquiringAndReleasing)
      while arrived.load(ordering: .acquiring) < 2 * (round + 1) { sched_yield() }
    }
  }

  private static let rounds = Sanitizer.running == nil ? 10_000 : 1_000

  @Test func oneOfTwoFinishingThreadsWins() async throws {
    let cores = (0..<Self.rounds).map { _ in CompletionCore<Int>() }
    let completions = cores.map { OperationCompletion($0, fileID: #fileID, line: #line) }
    let received = (0..<Self.rounds).map { _ in Received() }
    for (core, received) in zip(cores, received) { core.whenSettled { received.receive($0) } }
    let wins = try await race { side, round in completions[round].finish(side) }
    for round in 0..<Self.rounds {
      #expect(wins[0][round] != wins[1][round])
      #expect(received[round].times == 1)
      #expect(received[round].value == (wins[0][round] ? 0 : 1))
    }
  }

  @Test func cancellingAgainstFinishing() async throws {
    for abandons in [false, true] {
      let cores = (0..<Self.rounds).map { _ in CompletionCore<Int>(abandonsOnCancel: abandons) }
      let completions = cores.map { OperationCompletion($0, fileID: #fileID, line: #line) }
      let received = (0..<Self.rounds).map { _ in Received() }
      let handled = (0..<Self.rounds).map { _ in Received() }
      for round in 0..<Self.rounds {
        cores[round].whenSettled { received[round].receive($0) }
        completions[round].onCancel { handled[round].receive(.success(0)) }
      }
      let wins = try await race { side, round in
        guard side == 0 else { return completions[round].finish(7) }
        cores[round].cancel()
        return true
      }
      for round in 0..<Self.rounds {
        #expect(received[round].times == 1)
        #expect(handled[round].times <= 1)
        #expect((received[round].value == 7) == wins[1][round])
        if !abandons { #expect(wins[1][round]) }
      }
    }
  }

  @Test func losingTheCompletionAgainstWaiting() async throws {
    let cores = (0..<Self.rounds).map { _ in CompletionCore<Int>() }
    let received = (0..<Self.rounds).map { _ in Received() }
    let holders = cores.map { Holder(OperationCompletion($0, fileID: #fileID, line: #line)) }
    _ = try await race { side, round in
      if side == 0 {
        holders[round].drop()
      } else {
        cores[round].whenSettled { received[round].receive($0) }
      }
      return true
    }
    for received in received {
      #expect(received.times == 1)
      #expect(received.error is OperationCompletionLostError)
    }
  }

  /// Runs both sides of all rounds on two threads.
  private func race(
    _ side: @escaping @Sendable (_ side: Int, _ round: Int) -> Bool
  ) async throws -> [[Bool]] {
    let threads = BlockingThreads(cap: 2)
    let track = Track()
    @Sendable func run(_ number: Int) -> [Bool] {
      (0..<Self.rounds).map { round in
        track.meet(round: round)
        return side(number, round)
      }
    }
    async let first = threads.perform { run(0) }
    async let second = threads.perform { run(1) }
    return try await [first, second]
  }

  /// The results that callers received; read when all threads have ended.
  private final class Received: Sendable {
    private let count = Atomic(0)
    nonisolated(unsafe) private var last: Result<Int, any Error>?  // guard: set once

    var times: Int { count.load(ordering: .acquiring) }
    var value: Int? { try? last?.get() }
    var error: (any Error)? {
      if case .failure(let error) = last { error } else { nil }
    }

    func receive(_ outcome: Result<Int, any Error>) {
      last = outcome
      count.add(1, ordering: .releasing)
    }
  }

  private final class Holder: Sendable {
    nonisolated(unsafe) private var completion: OperationCompletion<Int>?  // guard: one side only

    init(_ completion: OperationCompletion<Int>) { self.completion = completion }

    func drop() { completion = nil }
  }
}
