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

  @Test func itMayBeFinishedLater() async throws {
    let registry = Registry()
    async let value = withOperationCompletion(of: Int.self) { registry.take($0) }
    let completion = try #require(await registry.next())
    #expect(completion.finish(7))
    #expect(try await value == 7)
  }

  @Test func aLostCompletionNamesItsPlace() async throws {
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

  @Test func aCancelledTaskTellsTheCallbackAndWaitsForIt() async throws {
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
    // Too late to be kept: called at once.
    let called = Atomic(false)
    completion.onCancel { called.store(true, ordering: .relaxed) }
    #expect(called.load(ordering: .relaxed) == true)
    #expect(completion.finish(7))
    #expect(try await waiting.value == 7)
  }

  @Test func aTaskThatAbandonsDoesNotWait() async throws {
    let registry = Registry()
    let waiting = Task {
      try await withOperationCompletion(of: Int.self, abandonsOnCancel: true) { registry.take($0) }
    }
    let completion = try #require(await registry.next())
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(!completion.finish(7))
  }

  @Test func handlersAreForgottenAtTheEnd() async throws {
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

  @Test func whoWaitsIsToldOnceBeforeOrAfter() {
    for comesFirst in [true, false] {
      let core = CompletionCore<Int>()
      let told = Atomic(0)
      let receive: CompletionCore<Int>.Receiver = { outcome in
        told.add((try? outcome.get()) ?? 100, ordering: .relaxed)
      }
      if comesFirst { core.whenSettled(receive) }
      _ = OperationCompletion(core, fileID: #fileID, line: #line).finish(1)
      if !comesFirst { core.whenSettled(receive) }
      #expect(told.load(ordering: .relaxed) == 1)
    }
  }
}

/// Many rounds, on threads of their own.
@Suite(.timeLimit(.minutes(3)), .serialized)
struct OperationCompletionRaceTests {
  /// The rounds of one race: two sides that begin each round together.
  private final class Track: Sendable {
    private let arrived = Atomic(0)

    func meet(round: Int) {
      arrived.add(1, ordering: .acquiringAndReleasing)
      while arrived.load(ordering: .acquiring) < 2 * (round + 1) { sched_yield() }
    }
  }

  private static let rounds = 10_000

  @Test func ofTwoWhoFinishOneWins() async throws {
    let cores = (0..<Self.rounds).map { _ in CompletionCore<Int>() }
    let completions = cores.map { OperationCompletion($0, fileID: #fileID, line: #line) }
    let told = (0..<Self.rounds).map { _ in Told() }
    for (core, told) in zip(cores, told) { core.whenSettled { told.receive($0) } }
    let wins = try await race { side, round in completions[round].finish(side) }
    for round in 0..<Self.rounds {
      #expect(wins[0][round] != wins[1][round])
      #expect(told[round].times == 1)
      #expect(told[round].value == (wins[0][round] ? 0 : 1))
    }
  }

  @Test func cancelAgainstFinish() async throws {
    for abandons in [false, true] {
      let cores = (0..<Self.rounds).map { _ in CompletionCore<Int>(abandonsOnCancel: abandons) }
      let completions = cores.map { OperationCompletion($0, fileID: #fileID, line: #line) }
      let told = (0..<Self.rounds).map { _ in Told() }
      let handled = (0..<Self.rounds).map { _ in Told() }
      for round in 0..<Self.rounds {
        cores[round].whenSettled { told[round].receive($0) }
        completions[round].onCancel { handled[round].receive(.success(0)) }
      }
      let wins = try await race { side, round in
        guard side == 0 else { return completions[round].finish(7) }
        cores[round].cancel()
        return true
      }
      for round in 0..<Self.rounds {
        #expect(told[round].times == 1)
        #expect(handled[round].times <= 1)
        #expect((told[round].value == 7) == wins[1][round])
        if !abandons { #expect(wins[1][round]) }
      }
    }
  }

  @Test func lossAgainstComingToWait() async throws {
    let cores = (0..<Self.rounds).map { _ in CompletionCore<Int>() }
    let told = (0..<Self.rounds).map { _ in Told() }
    let holders = cores.map { Holder(OperationCompletion($0, fileID: #fileID, line: #line)) }
    _ = try await race { side, round in
      if side == 0 {
        holders[round].drop()
      } else {
        cores[round].whenSettled { told[round].receive($0) }
      }
      return true
    }
    for told in told {
      #expect(told.times == 1)
      #expect(told.error is OperationCompletionLostError)
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
  private final class Told: Sendable {
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
