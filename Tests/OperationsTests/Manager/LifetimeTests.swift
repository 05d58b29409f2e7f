import Dispatch
import StageFloor
import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftOperations

@Suite("Manager Lifetime", .serialized, .timeLimit(.minutes(3)))
struct ManagerLifetimeTests {
  @Test("A body is released when its operation ends, its value with the handle") func body() {
    let desk = SteppedManager()
    let tracker = LifetimeTracker()
    var ended: [AnyOperationHandle] = []
    var handle: OperationHandle<Tracked>?
    do {
      let (captured, value) = (tracker.make(), tracker.make())
      let login = desk.manager.submit { () -> Tracked in
        _ = captured
        return value
      }
      handle = login
      ended.append(desk.manager.submit(after: login) { value in _ = value })
      let cancelled = tracker.make()
      ended.append(desk.manager.submit { _ = cancelled })
      ended[1].cancel()
      let condition = tracker.make()
      ended.append(
        desk.manager.submit(
          conditions: [
            OperationCondition<Int>("skip") { _ in
              _ = condition
              return .skip
            }
          ]
        ) { 1 })
    }
    #expect(tracker.alive == 3)
    desk.run()
    #expect(tracker.alive == 1)
    #expect(ended.allSatisfy { $0.ending != nil })
    #expect(handle?.outcome?.value != nil)
    handle = nil
    #expect(tracker.alive == 0)
  }

  @Test("An abandoned body and its late value are released when it returns")
  func abandoned() {
    let desk = SteppedManager()
    let tracker = LifetimeTracker()
    let gate = Gate()
    let handle: OperationHandle<Tracked>
    do {
      let captured = tracker.make()
      handle = desk.manager.submit { () -> Tracked in
        await gate.wait()
        return captured
      }
    }
    desk.run()
    handle.abandon()
    #expect(tracker.alive == 1)
    gate.open()
    desk.run()
    #expect(tracker.alive == 0)
    #expect(handle.word == "cancelled")
  }

  @Test("Operations whose handles are released run to their end, and leave nothing behind")
  func droppedHandles() {
    let tracker = LifetimeTracker()
    weak var manager: OperationManager?
    do {
      let desk = SteppedManager()
      manager = desk.manager
      let gate = Gate()
      do {
        let captured = tracker.make()
        let login = desk.manager.submit {
          await gate.wait()
          return captured
        }
        desk.manager.submit(after: login) { _ = $0 }
      }
      desk.run()
      #expect(tracker.alive == 1)
      gate.open()
      desk.run()
      #expect(tracker.alive == 0)
    }
    #expect(manager == nil)
  }

  @Test("Operation types and conditions are released at the end, and on cancellation") func types()
  {
    struct Card: AsyncOperation {
      let tracked: Tracked
      func run(_ context: OperationContext) async throws -> Int { 1 }
    }
    let desk = SteppedManager()
    let tracker = LifetimeTracker()
    let run = desk.manager.submit(Card(tracked: tracker.make()))
    let shared = desk.manager.shared("card") { Card(tracked: tracker.make()) }
    let prepared = desk.manager.prepare(Card(tracked: tracker.make()))
    prepared.cancel()
    desk.run()
    #expect(tracker.alive == 0)
    #expect([run, shared].map(\.word) == ["succeeded", "succeeded"])
  }

  @Test(
    "A chain that was only prepared is released without recursion", .onSeparateThread,
    arguments: [1, 3, 60_000])
  func preparedChain(length: Int) async throws {
    try await onThread {
      let desk = SteppedManager()
      let tracker = LifetimeTracker()
      do {
        let first = tracker.make()
        var last = desk.manager.prepare {
          _ = first
          return 0
        }
        for _ in 0..<length { last = desk.manager.prepare(after: last) { $0 + 1 } }
        #expect(desk.manager.operationCount == length + 1)
      }
      #expect(desk.manager.operationCount == 0)
      #expect(tracker.alive == 0)
    }
  }

  @Test(
    "A long chain ends without recursion, cancelled at its start or after a wait", .onSeparateThread
  )
  func submittedChain() async throws {
    try await onThread {
      let desk = SteppedManager()
      for isCancelled in [true, false] {
        let first = desk.manager.submit { 0 }
        var last = first
        for _ in 0..<50_000 { last = desk.manager.submit(after: last) { $0 + 1 } }
        if isCancelled { first.cancel() }
        desk.run()
        #expect(desk.manager.operationCount == 0)
        #expect(last.outcome?.value == (isCancelled ? nil : 50_000))
      }
    }
  }

  @Test("Released sequences are removed") func readers() {
    let desk = SteppedManager()
    for _ in 0..<10 { _ = desk.manager.progressUpdates }
    _ = desk.manager.progressUpdates
    #expect(desk.manager.progress.mailboxes.filter { $0.object != nil }.count == 0)
  }

  @Test("Blocking operations leave the threads of tasks free")
  func poolIsNotStarved() async throws {
    let manager = OperationManager("desk")
    let isDone = DispatchSemaphore(value: 0)
    let blocked = (0..<8).map { _ in
      manager.submit {
        try await OperationContext.current!.onThread {
          isDone.wait()
        }
      }
    }
    // All of this needs threads of the pool.
    var sum = 0
    for number in 0..<50 { sum += try await manager.submit { number }.value }
    #expect(sum == 1225)
    for _ in blocked { isDone.signal() }
    for handle in blocked { try await handle.value }
  }
}
