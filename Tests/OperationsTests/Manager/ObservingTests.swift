import StageFloor
import StagecraftTestKit
import StagecraftTraces
import TestSupport
import Testing

@testable import StagecraftOperations

@Suite("Observing a manager", .timeLimit(.minutes(3)))
struct ObservingTests {
  @Test("Progress counts ended operations and reported shares") func progress() async {
    let desk = SteppedManager()
    let gate = Gate()
    let updates = desk.manager.progressUpdates
    let handle = desk.manager.submit {
      OperationContext.current?.report(progress: 0.5)
      await gate.wait()
    }
    desk.manager.submit {}
    desk.run()
    #expect(handle.fractionCompleted == 0.5)
    #expect(
      desk.manager.currentProgress == .init(finished: 1, total: 2, fraction: 0.75))
    gate.open()
    desk.run()
    #expect(desk.manager.currentProgress == .init(finished: 2, total: 2, fraction: 1))
    #expect(handle.fractionCompleted == 1)
    desk.manager.submit {}
    #expect(desk.manager.currentProgress == .init(finished: 0, total: 1, fraction: 0))
    var seen: [Double] = []
    for await update in updates {
      seen.append(update.fraction)
      if update == .init(finished: 0, total: 1, fraction: 0), seen.count > 3 { break }
    }
    #expect(seen == [1, 0, 0, 0.25, 0.75, 1, 0])
    desk.run()
  }

  @Test("Observers receive all events in order, and may use the manager") func observers() {
    let desk = SteppedManager(limit: 1)
    let log = Log()
    var observation: ObservationToken? = desk.manager.observe { event in
      log.note("\(event.name) \(event.kind)")
      if event.name == "one", case .ended = event.kind {
        desk.manager.submit("two") {}
        log.note("two is given")
      }
    }
    desk.manager.submit("one") {}
    desk.run()
    #expect(
      log.entries == [
        "one submitted", "one ready", "one started(attempt: 1)", "one ended(succeeded)",
        "two is given", "two submitted", "two ready", "two started(attempt: 1)",
        "two ended(succeeded)",
      ])
    #expect(observation != nil)
    observation = nil
    desk.manager.submit("three") {}
    desk.run()
    #expect(log.count == 9)
  }

  @Test("A cancelled observation delivers nothing more, and can be cancelled again")
  func cancelledObservation() {
    let desk = SteppedManager(limit: 1)
    let log = Log()
    let observation = desk.manager.observe { log.note($0.name) }
    desk.manager.submit("one") {}
    desk.run()
    observation.cancel()
    observation.cancel()
    let count = log.count
    desk.manager.submit("two") {}
    desk.run()
    #expect(count > 0 && log.count == count)
    withExtendedLifetime(observation) {}
  }

  /// Submitting many operations at once causes a batch of events, which one thread delivers.
  @Test("An observer that cancels itself receives no more events of a batch")
  func observerThatCancelsItself() {
    let desk = SteppedManager(limit: 1)
    let log = Log()
    let token = Locked<ObservationToken?>(nil)
    let observation = desk.manager.observe { event in
      log.note(event.name)
      // Caused while this one is delivered, so they are in one batch.
      if log.count == 1 {
        for _ in 0..<3 { desk.manager.submit("two") {} }
      } else {
        token.withLock { $0?.cancel() }
      }
    }
    token.withLock { $0 = observation }
    desk.manager.submit("one") {}
    desk.run()
    #expect(log.count == 2)
  }

  @Test("Without a trace, no clock is read under the lock")
  func clockIsNotRead() {
    let clock = CountingClock()
    var configuration = OperationManager.Configuration()
    configuration.clock = clock
    configuration.isSuspended = true
    configuration.stallThreshold = .seconds(3600)
    let manager = OperationManager("counted", configuration: configuration)
    let log = Log()
    let observation = manager.observe { log.note("\($0.kind)") }
    let handle = manager.submit {}
    let states = handle.states
    let reads = clock.reads.withLock { $0 }
    handle.cancel()
    #expect(clock.reads.withLock { $0 } == reads)
    #expect(log.entries.last == "ended(cancelled)")
    withExtendedLifetime((observation, states)) {}
  }

  @Test("The moment of a submission is read without the lock")
  func clockIsReadWithoutTheLock() async throws {
    let clock = CountingClock()
    var configuration = OperationManager.Configuration()
    configuration.clock = clock
    configuration.stallThreshold = .seconds(3600)
    let manager = OperationManager("counted", configuration: configuration)
    var options = OperationOptions()
    options.expiry = .seconds(3600)
    let before = clock.reads.withLock { $0 }
    try await manager.submit(options) {}.value
    #expect(clock.reads.withLock { $0 } > before)
    #expect(clock.readsUnderLock.withLock { $0 } == 0)
  }

  @Test("A trace contains moments, edges and blockers") func trace() async throws {
    let desk = SteppedManager(limit: 1) { $0.recordsTrace = true }
    let login = desk.manager.submit("login") { 1 }
    desk.clock.advance(by: .seconds(1))
    let favourite = desk.manager.submit("favourite", after: login) { _ in throw Broken() }
    let comment = desk.manager.submit("comment", after: favourite) { _ in }
    let late = desk.manager.submit("late") {}
    try late.addDependency(following: favourite)
    desk.run()
    let nodes = desk.manager.trace.nodes
    #expect(nodes.map(\.name) == ["login", "favourite", "comment", "late"])
    #expect(nodes[0].submitted == .zero && nodes[0].started == .seconds(1))
    #expect(nodes[0].ready == .zero)
    #expect(nodes[0].ending == .succeeded)
    #expect(nodes[1].ending == .failed && nodes[1].reason == "broken")
    #expect(nodes[1].dependencies.map(\.id) == [Int(login.number)])
    #expect(nodes[3].dependencies.map(\.id) == [Int(favourite.number)])
    #expect(nodes[1].attempts.count == 1 && nodes[2].attempts.isEmpty)
    #expect(comment.word == "cancelled")
  }

  @Test("A trace is limited to its capacity") func traceCapacity() {
    let desk = SteppedManager {
      $0.recordsTrace = true
      $0.traceCapacity = 3
    }
    for number in 0..<5 { desk.manager.submit("\(number)") {} }
    desk.run()
    #expect(desk.manager.trace.nodes.map(\.name) == ["2", "3", "4"])
    #expect(OperationManager("other").trace.nodes.isEmpty)
  }

  @Test("Explanations follow the chain of waits") func explain() {
    let desk = SteppedManager(limit: 1)
    let gate = Gate()
    let login = desk.manager.submit("login") { await gate.wait() }
    desk.run()
    desk.clock.advance(by: .milliseconds(3200))
    let favourite = desk.manager.submit("favourite", after: login) { _ in }
    let other = desk.manager.submit("other") {}
    let prepared = desk.manager.prepare("prepared") {}
    #expect(
      desk.manager.explain(favourite)
        == "“favourite” waits for “login”, which has run for 3.2 s on compute.")
    #expect(desk.manager.explain(other) == "“other” waits for a free slot in “desk”, which has 1.")
    #expect(desk.manager.explain(prepared) == "“prepared” has not been submitted.")
    desk.manager.suspend()
    #expect(desk.manager.explain(other) == "“other” waits until “desk” is resumed.")
    other.cancel()
    #expect(desk.manager.explain(other) == "“other” has been cancelled: on request.")
    desk.manager.resume()
    gate.open()
    desk.run()
    #expect(desk.manager.explain(login) == "“login” has succeeded.")
  }

  @Test("A stall is reported, with its explanation, and again while it lasts") func stall()
    async throws
  {
    let desk = SteppedManager { $0.stallThreshold = .seconds(10) }
    let (stalls, continuation) = AsyncStream.makeStream(of: String.self)
    let observation = desk.manager.observe { event in
      if case .stalled(let text) = event.kind { continuation.yield(text) }
    }
    let gate = Gate()
    let login = desk.manager.submit("login") { await gate.wait() }
    desk.run()
    // The first time, there has been progress since the watch was set.
    try await desk.sleepThrough(.seconds(10))
    try await desk.sleepThrough(.seconds(10))
    var reports = stalls.makeAsyncIterator()
    #expect(await reports.next() == "“login” has run for 20.0 s on compute.")
    try await desk.sleepThrough(.seconds(10))
    #expect(await reports.next() == "“login” has run for 30.0 s on compute.")
    gate.open()
    desk.run()
    #expect(login.word == "succeeded")
    withExtendedLifetime(observation) {}
  }

  @Test("Errors are sentences") func descriptions() async throws {
    let desk = SteppedManager()
    let handle = desk.manager.submit("card") {}
    desk.run()
    let started = #expect(throws: OperationError.self) {
      try handle.addDependency(following: desk.manager.submit {})
    }
    #expect(started?.description == "“card” has already started and accepts no more dependencies.")
    let login = desk.manager.submit("login") { () async throws -> Int in throw Broken() }
    let favourite = desk.manager.submit("favourite", after: login) { $0 }
    let comment = desk.manager.submit("comment", after: favourite) { _ in }
    let recovery = desk.manager.submit("recovery", after: handle.failed) { _ in }
    desk.run()
    let cancelled = await #expect(throws: OperationError.self) { try await comment.value }
    #expect(
      cancelled?.description
        == "“comment” was cancelled: a dependency failed (“login” with: broken, via favourite)."
    )
    let skipped = await #expect(throws: OperationError.self) { try await recovery.value }
    #expect(skipped?.description == "“recovery” was skipped: not needed (“card”).")
  }

  @Test("Blocking bodies run on other threads") func blocking() async throws {
    let manager = OperationManager("desk")
    let handle = manager.submit { try await OperationContext.current!.onThread { 7 } }
    #expect(try await handle.value == 7)
  }

  @Test("Events arrive as a sequence, in order, until it is released")
  func eventsAsASequence() async {
    let manager = OperationManager("desk")
    var events = manager.events.makeAsyncIterator()
    let handle = manager.submit("order") { 1 }
    var kinds: [OperationManager.Event.Kind] = []
    while let event = await events.next() {
      #expect(event.operation == handle)
      kinds.append(event.kind)
      if case .ended = event.kind { break }
    }
    #expect(kinds == [.submitted, .ready, .started(attempt: 1), .ended(.succeeded)])
  }
}

/// A clock that counts its reads.
private final class CountingClock: Clock {
  let reads = Locked(0)
  /// The number of reads on the thread that held the engine's lock.
  let readsUnderLock = Locked(0)

  var now: ContinuousClock.Instant {
    reads.withLock { $0 += 1 }
    // Another thread's hold ends before long.
    let end = ContinuousClock.now + .seconds(60)
    while Engine.shared.lock.isHeld {
      if ContinuousClock.now > end {
        readsUnderLock.withLock { $0 += 1 }
        break
      }
    }
    return ContinuousClock().now
  }

  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    try await ContinuousClock().sleep(until: deadline, tolerance: tolerance)
  }
}
