import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftOperations

@Suite("The shell around the machine", .timeLimit(.minutes(3)))
struct ShellTests {
  @Test("The states of a released prepared operation end") func droppedStates()
    async
  {
    let desk = SteppedManager()
    var login: OperationHandle<Int>? = desk.manager.prepare("login") { 1 }
    var states = login!.states.makeAsyncIterator()
    login = nil
    #expect(await states.next() == .waiting)
    #expect(await states.next() == .ended(.cancelled))
    #expect(await states.next() == nil)
  }

  @Test("A failure during the evaluation of conditions has a reason") func reasonWhileChecked()
    throws
  {
    let desk = SteppedManager()
    let (answer, failure) = (Gate(), Gate())
    let broken = desk.manager.submit("broken") {
      await failure.wait()
      throw Broken()
    }
    let condition = OperationCondition<Void>("slow") { _ in
      await answer.wait()
      return .proceed
    }
    let card = desk.manager.submit("card", conditions: [condition]) {}
    desk.run()
    try card.addDependency(broken)
    failure.open()
    desk.run()
    answer.open()
    desk.run()
    #expect(card.word == "cancelled")
    #expect(card.cancellationReason?.kind == .dependencyFailed)
    #expect(card.cancellationReason?.root == "broken")
    #expect(card.cancellationReason?.rootError is Broken)
  }

  @Test("A start that a volatile condition revokes does not count") func revoked() async {
    let desk = SteppedManager()
    let (login, page) = (Gate(), Gate())
    let asked = Locked(0)
    let condition = OperationCondition<Bool>("logged in", isVolatile: true) { context in
      let count = asked.withLock { count in
        count += 1
        return count
      }
      return count == 2 ? .first(context.manager.submit("login") { await login.wait() }) : .proceed
    }
    var options = OperationOptions("page")
    options.attemptTimeout = .seconds(5)
    let handle = desk.manager.submit(options, conditions: [condition]) {
      await page.wait()
      return OperationContext.current!.isCancelled
    }
    var states: [AnyOperationHandle.State] = []
    let updates = handle.states
    desk.run()
    #expect(handle.state == .waiting)
    desk.clock.advance(by: .seconds(3))
    login.open()
    desk.run()
    #expect(handle.state == .executing)
    desk.clock.advance(by: .seconds(2))
    desk.manager.deadlinePassed()
    page.open()
    desk.run()
    #expect(handle.outcome?.value == false)
    for await state in updates { states.append(state) }
    #expect(
      states == [.waiting, .ready, .waiting, .ready, .executing, .ended(.succeeded)])
  }

  @Test("A dependency that had succeeded before is not retained") func succeededBefore() throws {
    let desk = SteppedManager()
    var login: OperationHandle<Int>? = desk.manager.submit("login") { 1 }
    weak let kept = login
    desk.run()
    let page = desk.manager.prepare("page") {}
    try page.addDependency(login!)
    login = nil
    #expect(kept == nil)
    page.submit()
    desk.run()
    #expect(page.word == "succeeded")
  }

  @Test("A ready operation that is preempted waits again") func preemptedBeforeStart() async {
    let desk = SteppedManager(limit: 1)
    let gate = Gate()
    desk.manager.submit("busy") { await gate.wait() }
    var options = OperationOptions("notice", categories: [OperationCategory("screen")])
    options.isPreemptible = true
    let notice = desk.manager.submit(options) {}
    desk.run()
    var states = notice.states.makeAsyncIterator()
    #expect(await states.next() == .ready)
    options.isPreemptible = false
    options.preempts = true
    desk.manager.submit(options) {}
    #expect(notice.state == .waiting)
    gate.open()
    desk.run()
    #expect(await states.next() == .waiting)
    #expect(await states.next() == .ready)
    #expect(await states.next() == .executing)
    #expect(await states.next() == .ended(.succeeded))
  }

  @Test("An operation in the slot of another manager still belongs to its own")
  func guest() async throws {
    struct Visit: AsyncOperation {
      let other: OperationManager
      let gate: Gate

      func run(_ context: OperationContext) async throws { await gate.wait() }
      func schedule(_ ready: ReadyOperation<Visit>, in manager: OperationManager) {
        ready.start(in: other)
      }
    }
    let (own, other) = (SteppedManager("own"), SteppedManager("other", limit: 1))
    let gate = Gate()
    let visit = own.manager.submit(Visit(other: other.manager, gate: gate))
    other.run()
    #expect(visit.state == .executing)
    #expect(own.manager.operationCount == 1)
    #expect(other.manager.operationCount == 0)
    #expect(own.manager.operations == [visit])
    #expect(other.manager.operations.isEmpty)
    try await other.manager.waitUntilIdle()
    gate.open()
    other.run()
    try await own.manager.waitUntilIdle()
    #expect(own.manager.operationCount == 0)
  }

  @Test("Operation types can be children, and scopes do not count as operations")
  func typesAsChildren() async throws {
    struct Greeting: AsyncOperation {
      let name: String
      func run(_ context: OperationContext) async throws -> String { "Hello \(name)" }
    }
    let manager = OperationManager("desk")
    let (inScope, progress) = try await manager.withScope { scope in
      (scope.submit(Greeting(name: "Emma")), manager.currentProgress)
    }
    #expect(inScope.outcome?.value == "Hello Emma")
    #expect(progress.total == 1)
    let parent = manager.submit("parent") {
      OperationContext.current!.children.submit(Greeting(name: "Jane"))
    }
    #expect(try await parent.value.outcome?.value == "Hello Jane")
  }
}
