import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftOperations

/// Each operation ends exactly once, and nothing hangs, in all orders of the racing threads.
@Suite("Races", .serialized, .timeLimit(.minutes(10)))
struct RaceTests {
  /// Counts the ends that an observer receives.
  private final class Ends: Sendable {
    private let counts = Locked<[UInt64: Int]>([:])
    private let observation = Locked<ObservationToken?>(nil)
    init(_ manager: OperationManager) {
      let observed = manager.observe { [counts] event in
        guard case .ended = event.kind, let operation = event.operation else { return }
        counts.withLock { $0[operation.number, default: 0] += 1 }
      }
      observation.withLock { $0 = observed }
    }
    var all: [Int] { counts.withLock { Array($0.values) } }
  }

  @Test("Cancelling against finishing never cancels another operation")
  func cancelAgainstFinish()
    async throws
  {
    let manager = OperationManager("desk", maximumConcurrency: 2)
    let ends = Ends(manager)
    let hits = Locked(0)
    var kept: [AnyOperationHandle] = []
    for _ in 0..<5_000 {
      let victims = (0..<2).map { _ in manager.submit { 1 } }
      let neighbours = (0..<2).map { _ in
        manager.submit {
          if Task.isCancelled || OperationContext.current!.isCancelled { hits.withLock { $0 += 1 } }
        }
      }
      let cancelling = Task.detached { for victim in victims { victim.cancel() } }
      for neighbour in neighbours { try await neighbour.value }
      await cancelling.value
      kept += victims
    }
    try await manager.waitUntilIdle()
    #expect(hits.withLock { $0 } == 0)
    #expect(kept.allSatisfy { $0.ending == .succeeded || $0.ending == .cancelled })
    #expect(ends.all.allSatisfy { $0 == 1 })
  }

  @Test("Timeouts, preemption and abandonment never cancel another operation")
  func spoiledDrivers() async throws {
    let desk = SteppedManager(limit: 2)
    let hits = Locked(0)
    for round in 0..<500 {
      let gate = Gate()
      let victim = desk.manager.submit { await gate.wait() }
      desk.run()
      if round % 2 == 0 { victim.cancel() } else { victim.abandon() }
      let neighbours = (0..<3).map { _ in
        desk.manager.submit { if Task.isCancelled { hits.withLock { $0 += 1 } } }
      }
      gate.open()
      desk.run()
      #expect(neighbours.allSatisfy { $0.ending == .succeeded })
    }
    #expect(hits.withLock { $0 } == 0)
    #expect(desk.manager.operationCount == 0)
  }

  @Test("Handing a category over against cancelling") func handOff() async throws {
    let managers = [OperationManager("one"), OperationManager("two")]
    let alert = OperationCategory("alert")
    let inside = Locked(0)
    let most = Locked(0)
    for _ in 0..<300 {
      let handles = (0..<6).map { number in
        managers[number % 2].submit(OperationOptions(categories: [alert])) {
          let now = inside.withLock { inside in
            inside += 1
            return inside
          }
          most.withLock { $0 = max($0, now) }
          inside.withLock { $0 -= 1 }
        }
      }
      let cancelling = Task.detached {
        for number in [1, 3, 5] {
          if number == 3 { handles[number].abandon() } else { handles[number].cancel() }
        }
      }
      for handle in handles { try? await handle.waitForEnd() }
      await cancelling.value
    }
    for manager in managers { try await manager.waitUntilIdle() }
    #expect(most.withLock { $0 } <= 2, "only abandoned bodies may overlap")
  }

  @Test("A late edge against finishing: it holds or is refused") func lateEdge() async throws {
    let manager = OperationManager("desk")
    for _ in 0..<1_000 {
      let order = Log()
      let first = manager.submit("first") { order.note("first") }
      let second = manager.submit("second") { order.note("second") }
      let isHeld = await Task.detached { (try? second.addDependency(following: first)) != nil }
        .value
      try await second.value
      try await first.value
      if isHeld { #expect(order.entries == ["first", "second"]) }
    }
  }

  @Test("Leaving a scope at any moment") func scopeExit() async throws {
    let manager = OperationManager("desk", maximumConcurrency: 2)
    for round in 0..<500 {
      let running = Locked(0)
      let task = Task.detached {
        try await manager.withScope(onFailure: round % 3 == 0 ? .cancelOthers : .continueOthers) {
          scope in
          for number in 0..<4 {
            scope.submit {
              running.withLock { $0 += 1 }
              defer { running.withLock { $0 -= 1 } }
              if number == round % 5 { throw Broken() }
              await Task.detached {}.value
            }
          }
          if round % 7 == 0 { throw Broken() }
        }
        return running.withLock { $0 }
      }
      if round % 2 == 0 { task.cancel() }
      if let left = try? await task.value { #expect(left == 0) }
      #expect(running.withLock { $0 } == 0)
    }
    #expect(manager.operationCount == 0)
  }

  @Test("Submitting from many threads while the manager is suspended, resumed and limited")
  func submitting()
    async throws
  {
    let manager = OperationManager("desk")
    let ends = Ends(manager)
    let ran = Locked(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<300 {
            let first = manager.submit { ran.withLock { $0 += 1 } }
            manager.submit(following: first) { ran.withLock { $0 += 1 } }
          }
        }
      }
      group.addTask {
        for round in 1...300 {
          manager.suspend()
          manager.maximumConcurrency = round % 4 == 0 ? nil : round % 4
          manager.resume()
        }
      }
    }
    try await manager.waitUntilIdle()
    #expect(ran.withLock { $0 } == 2_400)
    #expect(ends.all.allSatisfy { $0 == 1 })
  }

  @Test("Releasing managers while their operations run") func droppedManagers() async throws {
    let ran = Locked(0)
    for _ in 0..<300 {
      var last: OperationHandle<Void>?
      do {
        let (here, there) = (OperationManager("here"), OperationManager("there"))
        let first = here.submit { await Task.detached {}.value }
        last = there.submit(following: first) { ran.withLock { $0 += 1 } }
      }
      try await last?.value
    }
    #expect(ran.withLock { $0 } == 300)
  }

  @Test("An abandoned body returns late, against waiters") func abandoned()
    async throws
  {
    let manager = OperationManager("desk", maximumConcurrency: 1)
    for _ in 0..<500 {
      let tracker = LifetimeTracker()
      let gate = Gate()
      let slow = manager.submit {
        await gate.wait()
        return tracker.make()
      }
      let waiter = Task.detached { try await slow.value }
      let opener = Task.detached { gate.open() }
      let given = slow.abandon()
      _ = await waiter.result
      await opener.value
      #expect(slow.ending == (given ? .cancelled : .succeeded))
      try await manager.submit {}.value
    }
    try await manager.waitUntilIdle()
  }

  @Test("Cancelling a waiter against the end, in a body and outside") func waiters()
    async throws
  {
    let manager = OperationManager("desk", maximumConcurrency: 1)
    for round in 0..<1_000 {
      let inner = OperationManager.shared.prepare { 1 }
      let waiting: Task<Int, any Error>
      if round % 2 == 0 {
        waiting = Task.detached { try await inner.value }
        let ending = Task.detached { _ = inner.submit() }
        waiting.cancel()
        await ending.value
      } else {
        let outer = manager.submit { try await inner.value }
        waiting = Task.detached { try await outer.value }
        let ending = Task.detached { _ = inner.submit() }
        outer.cancel()
        await ending.value
      }
      _ = await waiting.result
      #expect(try await inner.value == 1)
    }
    // The slot of the waiting operation is counted correctly.
    let gate = Gate()
    try await manager.waitUntilIdle()
    let two = (0..<2).map { _ in manager.submit { await gate.wait() } }
    #expect(two.filter { $0.state == .executing }.count <= 1)
    gate.open()
    for handle in two { try await handle.value }
  }

  @Test("Reading states and progress while operations end") func sequences()
    async throws
  {
    let manager = OperationManager("desk")
    for _ in 0..<500 {
      let handle = manager.submit {}
      let reading = Task.detached {
        var last: AnyOperationHandle.State?
        for await state in handle.states { last = state }
        return last
      }
      handle.cancel()
      #expect(await reading.value?.isFinal == true)
    }
  }
}
