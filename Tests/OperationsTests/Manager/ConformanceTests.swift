import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftOperations

/// The 31 cases of the textbook queue's own tests, renamed.
///
/// | their case | here |
/// | --- | --- |
/// | 5 start by hand without a queue | no such thing: an operation belongs to a manager; ``ReadyOperation/run(on:)`` is nearest (4) |
/// | 6 the main queue's getter, 9 current on main | there is no main queue: the main lane is tested by `mainLane` |
/// | 14 underlying queue reset to nil | the executor of a manager is constant |
/// | 26 a type overrides `isReady` | skipped there as flaky; here a type schedules itself (4) |
/// | 31 a block gets a second block | a closure is one body; children do that: `childrenInPlaceOfBlocks` |
@Suite("Conformance", .timeLimit(.minutes(3)))
struct ConformanceTests {
  @Test("1 the count falls when operations end") func count() async throws {
    let desk = SteppedManager()
    let one = desk.manager.submit("one") {}
    #expect(desk.manager.operationCount == 1)
    desk.run()
    try await one.value
    #expect(desk.manager.operationCount == 0)
    let two = desk.manager.submit("two") {}
    let three = desk.manager.submit("three") {}
    #expect(desk.manager.operations == [two, three])
    desk.run()
    #expect(desk.manager.operationCount == 0)
    #expect(desk.manager.operations.isEmpty)
  }

  @Test("2 higher priorities start first") func priorities() {
    let desk = SteppedManager(limit: 1)
    let log = Log()
    for (name, priority) in [
      ("normal", OperationPriority.normal), ("low", .low), ("urgent", .urgent),
      ("background", .background),
    ] {
      desk.manager.submit(OperationOptions(name, priority: priority)) { log.note(name) }
    }
    desk.run()
    #expect(log.entries == ["urgent", "normal", "low", "background"])
  }

  @Test("3 it executes while its body runs") func executing() async {
    let desk = SteppedManager()
    let handle = desk.manager.submit("look") {
      OperationContext.current?.operation.state == .executing
    }
    #expect(handle.state == .ready)
    desk.run()
    #expect(handle.outcome?.value == true)
    #expect(handle.state == .ended(.succeeded))
  }

  @Test("7 a cancelled operation never runs") func cancelOne() {
    let desk = SteppedManager(limit: 1)
    let log = Log()
    let all = (1...5).map { number in desk.manager.submit { log.note("\(number)") } }
    all[1].cancel()
    desk.run()
    #expect(log.entries == ["1", "3", "4", "5"])
    #expect(all[1].state == .ended(.cancelled))
  }

  @Test("8 cancelling a priority leaves the others") func cancelPriority() {
    let desk = SteppedManager(limit: 1)
    let log = Log()
    for number in 1...2 {
      desk.manager.submit(OperationOptions(priority: .high)) { log.note("high \(number)") }
    }
    for number in 1...3 { desk.manager.submit { log.note("normal \(number)") } }
    desk.manager.cancelAll(.normal)
    desk.run()
    #expect(log.entries == ["high 1", "high 2"])
  }

  @Test("9 the main lane runs on the main actor") func mainLane() async throws {
    let desk = SteppedManager()
    let handle = desk.manager.submit("paint") { @MainActor in
      MainActor.assertIsolated()
      return OperationContext.current?.manager === desk.manager
    }
    #expect(try await handle.value)
  }

  @Test("10 the context has the manager") func current() {
    let desk = SteppedManager()
    let handle = desk.manager.submit { OperationContext.current?.manager === desk.manager }
    desk.run()
    #expect(handle.outcome?.value == true)
    #expect(OperationContext.current == nil)
  }

  @Test("11 an operation cancels all, including itself") func cancelAllFromInside() {
    let desk = SteppedManager(limit: 1)
    let first = desk.manager.submit("first") { desk.manager.cancelAll() }
    let second = desk.manager.submit("second") {}
    desk.run()
    // It succeeded nevertheless, because its body returned a value.
    #expect(first.word == "succeeded")
    #expect(second.word == "cancelled")
  }

  @Test("12 bodies run on the executor of their manager") func executor() {
    let desk = SteppedManager()
    let handle = desk.manager.submit {}
    #expect(handle.state == .ready)
    desk.run()
    #expect(handle.state == .ended(.succeeded))
  }

  @Test("13 a suspended manager starts nothing") func suspended() {
    let desk = SteppedManager { $0.isSuspended = true }
    let handle = desk.manager.submit {}
    desk.run()
    #expect(desk.manager.isSuspended)
    #expect(handle.state == .ready)
    desk.manager.resume()
    desk.run()
    #expect(handle.state == .ended(.succeeded))
  }

  @Test("15 counting dependencies") func dependencies() {
    let desk = SteppedManager()
    let login = desk.manager.submit("login") { 1 }
    let favourite = desk.manager.submit("favourite", after: login) { _ in }
    #expect(favourite.dependencies == [login])
    #expect(login.dependents == [favourite])
    desk.run()
    #expect(favourite.dependencies.isEmpty)
  }

  /// There, an operation after a cancelled one runs.
  ///
  /// Here that holds only for an operation that follows it: one that requires it has no value to
  /// run with.
  @Test("16 a cancelled dependency") func cancelDependency() {
    let desk = SteppedManager()
    let log = Log()
    let login = desk.manager.submit("login") { log.note("login") }
    let favourite = desk.manager.submit("favourite", after: login) { _ in log.note("favourite") }
    let report = desk.manager.submit("report", following: login) { log.note("report") }
    login.cancel()
    desk.run()
    #expect(log.entries == ["report"])
    #expect(favourite.word == "cancelled" && report.word == "succeeded")
  }

  @Test("17 a dependent before its dependency in a serial manager that is released")
  func serialManagerIsDropped() async throws {
    let executor = ManualExecutor()
    let log = Log()
    var handles: [AnyOperationHandle] = []
    do {
      var configuration = OperationManager.Configuration()
      configuration.maximumConcurrency = 1
      configuration.executor = executor
      let manager = OperationManager("gone", configuration: configuration)
      let login = manager.prepare("login") { log.note("login") }
      handles.append(manager.submit("favourite", after: login) { _ in log.note("favourite") })
      handles.append(login)
      login.submit()
    }
    executor.run()
    #expect(log.entries == ["login", "favourite"])
    #expect(handles.allSatisfy { $0.state == .ended(.succeeded) })
  }

  /// There, it is cancelled and not finished until a queue has taken it.
  ///
  /// Here it has ended.
  @Test("18 cancelled before it is submitted") func cancelPrepared() {
    let desk = SteppedManager()
    let handle = desk.manager.prepare("card") { 1 }
    #expect(handle.cancel())
    #expect(handle.state == .ended(.cancelled))
    #expect(!handle.submit())
    #expect(desk.manager.operationCount == 0)
  }

  @Test("19 24 a dependency in another manager") func crossManager() {
    let (session, shelf) = (SteppedManager("session"), SteppedManager("shelf"))
    let login = session.manager.submit("login") { "Ada" }
    let favourite = shelf.manager.submit("favourite", after: login) { reader in reader }
    shelf.run()
    #expect(favourite.state == .waiting)
    session.run()
    shelf.run()
    #expect(favourite.outcome?.value == "Ada")
  }

  /// There, they end when the queue is resumed; here immediately.
  @Test("20 cancelled while suspended") func cancelWhileSuspended() {
    let desk = SteppedManager { $0.isSuspended = true }
    let handles = (0..<2).map { _ in desk.manager.submit { Issue.record("never runs") } }
    for handle in handles { handle.cancel() }
    #expect(handles.allSatisfy { $0.state == .ended(.cancelled) })
    desk.manager.resume()
    desk.run()
    #expect(desk.manager.operationCount == 0)
  }

  @Test("21 equal priorities run in the order of submission") func order() {
    let desk = SteppedManager(limit: 1)
    let log = Log()
    for number in 1...5 { desk.manager.submit { log.note("\(number)") } }
    desk.run()
    #expect(log.entries == ["1", "2", "3", "4", "5"])
  }

  @Test("22 ascending priorities run in reverse order") func ascendingPriorities() {
    let desk = SteppedManager(limit: 1)
    let log = Log()
    for priority in OperationPriority.allCases {
      desk.manager.submit(OperationOptions(priority: priority)) { log.note("\(priority.level)") }
    }
    desk.run()
    #expect(log.entries == ["4", "3", "2", "1", "0"])
  }

  @Test("23 a dependency that is submitted after its dependent runs first") func executionOrder() {
    let desk = SteppedManager(limit: 1)
    let log = Log()
    let login = desk.manager.prepare("login") { log.note("login") }
    desk.manager.submit("favourite", after: login) { _ in log.note("favourite") }
    desk.manager.submit("other") { log.note("other") }
    #expect(login.submit())
    desk.run()
    #expect(log.entries == ["other", "login", "favourite"])
  }

  /// There, the count falls slightly later; here it has fallen when the wait ends.
  @Test("25 the count is exact when a wait has ended") func countIsExact() async throws {
    let manager = OperationManager("desk")
    for _ in 0..<200 {
      try await manager.submit {}.value
      #expect(manager.operationCount == 0)
    }
  }

  /// There, a cycle waits forever until one of its operations is cancelled.
  ///
  /// Here it is refused.
  @Test("27 a cycle is an error that lists it") func cycle() {
    let desk = SteppedManager()
    let first = desk.manager.prepare("first") {}
    let second = desk.manager.prepare("second", following: first) {}
    let third = desk.manager.prepare("third", following: second) {}
    let error = #expect(throws: OperationError.self) { try first.addDependency(following: third) }
    #expect(error?.kind == .cycle)
    #expect(error?.path == ["third", "second", "first"])
    #expect(
      error?.description
        == "“first” cannot depend on “third”, which waits for it: "
        + "third waits for second waits for first.")
    for handle in [third, second, first] { handle.submit() }
    desk.run()
    #expect([first, second, third].allSatisfy { $0.word == "succeeded" })
  }

  @Test("28 a manager is released after its operations, one cancelled while it ran")
  func managerLifecycle() async throws {
    let executor = ManualExecutor()
    weak var gone: OperationManager?
    let gate = Gate()
    do {
      var configuration = OperationManager.Configuration()
      configuration.executor = executor
      let manager = OperationManager("gone", configuration: configuration)
      gone = manager
      let handle = manager.submit("card") { await gate.wait() }
      manager.submit("next", following: handle) {}
      executor.run()
      handle.cancel()
    }
    #expect(gone != nil)
    gate.open()
    executor.run()
    #expect(gone == nil)
  }

  @Test("29 two operations run with a limit of two", arguments: 1...3) func concurrent(_: Int) {
    let desk = SteppedManager(limit: 2)
    let gate = Gate()
    let handles = (0..<4).map { _ in desk.manager.submit { await gate.wait() } }
    desk.run()
    #expect(handles.map(\.state) == [.executing, .executing, .ready, .ready])
    gate.open()
    desk.run()
    #expect(handles.allSatisfy { $0.state == .ended(.succeeded) })
  }

  @Test("30 an observer is notified of an end once") func endIsReportedOnce() {
    let desk = SteppedManager()
    let log = Log()
    let observation = desk.manager.observe { event in
      if case .ended = event.kind { log.note(event.name) }
    }
    let login = desk.manager.submit("login") { 1 }
    desk.manager.submit("favourite", after: login) { _ in }
    desk.run()
    #expect(log.entries == ["login", "favourite"])
    withExtendedLifetime(observation) {}
  }

  @Test("31 children in place of further blocks") func childrenInPlaceOfBlocks() {
    let desk = SteppedManager()
    let log = Log()
    let handle = desk.manager.submit("both") {
      OperationContext.current?.children.submit { log.note("child") }
      log.note("body")
    }
    desk.run()
    #expect(Set(log.entries) == ["body", "child"])
    #expect(handle.state == .ended(.succeeded))
  }

  private struct SelfScheduled: AsyncOperation {
    let tickets: Locked<[ReadyOperation<SelfScheduled>]>
    func run(_ context: OperationContext) async throws -> Int { 7 }
    func schedule(_ ready: ReadyOperation<Self>, in manager: OperationManager) {
      tickets.withLock { $0.append(ready) }
    }
  }

  @Test("4 26 a type starts its operation by hand") func startByHand() async throws {
    let desk = SteppedManager()
    let tickets = Locked<[ReadyOperation<SelfScheduled>]>([])
    let handle = desk.manager.submit(SelfScheduled(tickets: tickets))
    desk.run()
    #expect(handle.state == .ready)
    let ticket = tickets.withLock { $0.removeFirst() }
    await ticket.run()
    #expect(handle.state == .ended(.succeeded))
    #expect(handle.outcome?.value == 7)
  }
}
