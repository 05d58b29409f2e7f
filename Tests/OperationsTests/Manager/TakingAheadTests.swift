import StagecraftTestKit
import Synchronization
import TestSupport
import Testing

@testable import StagecraftOperations

/// Operations that a driver has taken ahead behave like all others.
@Suite("Operations taken ahead", .serialized, .timeLimit(.minutes(10)))
struct TakingAheadTests {
  private func names(_ numbers: Range<Int>) -> [String] { numbers.map { "\($0)" } }

  /// Submits operations to a suspended manager; the one at `position` acts, and all leave a mark.
  private func run(
    count: Int = 40, at position: Int = 5, desk: SteppedManager = SteppedManager(),
    acts: @escaping @Sendable ([OperationHandle<Int>], Log) -> Void
  ) -> (handles: [OperationHandle<Int>], log: Log) {
    let log = Log()
    let handles = Locked<[OperationHandle<Int>]>([])
    desk.manager.suspend()
    for number in 0..<count {
      let handle = desk.manager.submit("\(number)") {
        log.note("\(number)")
        if number == position { acts(handles.withLock { $0 }, log) }
        return number
      }
      handles.withLock { $0.append(handle) }
    }
    desk.manager.resume()
    desk.run()
    return (handles.withLock { $0 }, log)
  }

  @Test("A body sees the operations before it ended, itself running, the others ready")
  func statesAreExact() async throws {
    let desk = SteppedManager()
    let states = Locked<[AnyOperationHandle.State]>([])
    let counts = Locked<[Int]>([])
    let (handles, log) = run(desk: desk) { handles, _ in
      states.withLock { $0 = handles.map(\.state) }
      counts.withLock { $0 = [desk.manager.operationCount, desk.manager.currentProgress.finished] }
    }
    let expected: [AnyOperationHandle.State] =
      Array(repeating: .ended(.succeeded), count: 5) + [.executing]
      + Array(repeating: .ready, count: 34)
    #expect(states.withLock { $0 } == expected)
    #expect(counts.withLock { $0 } == [35, 5])
    #expect(log.entries == names(0..<40))
    #expect(handles.map { $0.outcome?.value } == Array(0..<40))
  }

  @Test("After a suspension, none starts; after the end of it, all do, in order")
  func suspensionHolds() async throws {
    let desk = SteppedManager()
    let (_, log) = run(desk: desk) { _, _ in desk.manager.suspend() }
    #expect(log.entries == names(0..<6))
    desk.manager.resume()
    desk.run()
    #expect(log.entries == names(0..<40))
  }

  @Test("An operation that was taken and has not started can be cancelled")
  func cancelledOnesNeverStart() async throws {
    let (handles, log) = run { handles, _ in
      #expect(handles[6].cancel())
      #expect(handles[9].cancel())
      #expect(!handles[2].cancel())
    }
    #expect(log.entries == names(0..<6) + names(7..<9) + names(10..<40))
    #expect(handles[6].cancellationReason?.kind == .requested)
  }

  @Test("Cancelling all reaches those that were taken")
  func cancelAllReachesThem() async throws {
    let desk = SteppedManager()
    let (handles, log) = run(desk: desk) { _, _ in desk.manager.cancelAll() }
    #expect(log.entries == names(0..<6))
    // A body that returns despite its cancellation has succeeded.
    #expect(handles.map(\.word).filter { $0 == handles[0].word }.count == 6)
    #expect(desk.manager.operationCount == 0)
  }

  @Test("An urgent operation starts next, a low one last")
  func prioritiesCount() async throws {
    let desk = SteppedManager()
    let (_, log) = run(desk: desk) { _, log in
      desk.manager.submit(OperationOptions(priority: .low)) { log.note("low") }
      desk.manager.submit(OperationOptions(priority: .urgent)) { log.note("urgent") }
    }
    let expected: [String] = names(0..<6) + ["urgent"] + names(6..<40)
    #expect(log.entries == expected + ["low"])
  }

  @Test("A raised operation starts next")
  func raisedOnesStartNext() async throws {
    let (_, log) = run { handles, _ in handles[30].priority = .high }
    #expect(log.entries[6] == "30")
  }

  @Test("A dependent added to one that has ended, that runs, or that waits, starts in its turn")
  func dependentsStart() async throws {
    let desk = SteppedManager()
    let (_, log) = run(desk: desk) { handles, log in
      for number in [2, 5, 8] {
        desk.manager.submit(after: handles[number]) { log.note("after \($0)") }
      }
    }
    for number in [2, 5, 8] { #expect(log.entries.contains("after \(number)")) }
    #expect(log.entries.firstIndex(of: "after 8")! > log.entries.firstIndex(of: "8")!)
    #expect(log.count == 43)
  }

  @Test("A failure is recorded for its own operation alone")
  func failuresAreTheirOwn() async throws {
    let desk = SteppedManager()
    desk.manager.suspend()
    let handles = (0..<40).map { number in
      desk.manager.submit { () throws -> Int in
        if number % 7 == 3 { throw Broken() }
        return number
      }
    }
    desk.manager.resume()
    desk.run()
    for (number, handle) in handles.enumerated() {
      #expect((handle.outcome?.value == number) != (number % 7 == 3))
    }
  }

  @Test("Those behind a body that suspends start when a thread is free", .timeLimit(.minutes(10)))
  func noneWaitsBehindASuspendedBody() async throws {
    let manager = OperationManager("desk")
    let gate = AsyncStream<Void>.makeStream()
    manager.suspend()
    manager.submit {}
    let waiting = manager.submit { for await _ in gate.stream { break } }
    let others = (0..<60).map { number in manager.submit { number } }
    manager.resume()
    for other in others { _ = try await other.value }
    #expect(waiting.state == .executing)
    gate.continuation.finish()
    try await manager.waitUntilIdle()
  }

  @Test("Bodies that have ended are released though a later one runs")
  func bodiesAreReleased() async throws {
    final class Book: Sendable {}
    let desk = SteppedManager()
    weak var book: Book?
    desk.manager.suspend()
    do {
      let taken = Book()
      book = taken
      desk.manager.submit { _ = taken }
    }
    let wasReleased = Locked(false)
    let reference = WeakBox(book)
    desk.manager.submit { wasReleased.withLock { $0 = reference.object == nil } }
    for _ in 0..<20 { desk.manager.submit {} }
    desk.manager.resume()
    desk.run()
    #expect(wasReleased.withLock { $0 })
  }

  private final class WeakBox: @unchecked Sendable {  // guard: a weak reference is atomic
    weak var object: AnyObject?
    init(_ object: AnyObject?) { self.object = object }
  }

  /// Threads that look, cancel, suspend and submit while drivers claim.
  @Test("Each operation runs once or is cancelled, under a storm", .timeLimit(.minutes(10)))
  func storm() async throws {
    for round in 0..<20 {
      let manager = OperationManager("storm")
      let runs = Locked([Int](repeating: 0, count: 2_000))
      let handles = (0..<2_000).map { number in
        manager.submit { runs.withLock { $0[number] += 1 } }
      }
      await withTaskGroup(of: Void.self) { group in
        group.addTask { for handle in handles where handle.number % 3 == 0 { handle.cancel() } }
        group.addTask { for handle in handles { _ = handle.state } }
        group.addTask {
          for _ in 0..<20 {
            manager.suspend()
            manager.resume()
          }
        }
        group.addTask {
          for handle in handles.shuffled() {
            manager.submit(following: handle) {}
          }
        }
      }
      try await manager.waitUntilIdle()
      for (number, count) in runs.withLock({ $0 }).enumerated() {
        let ending = handles[number].word
        #expect(count == (ending == "succeeded" ? 1 : 0), "round \(round), #\(number): \(ending)")
      }
    }
  }
}
