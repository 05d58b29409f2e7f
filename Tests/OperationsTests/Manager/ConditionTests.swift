import StageFloor
import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftOperations

@Suite("Conditions and shared operations", .timeLimit(.minutes(3)))
struct ConditionTests {
  /// The session of a reader; a login counts its bodies.
  private final class Session: Sendable {
    let reader = Locked<String?>(nil)
    let logins = Locked(0)
    let gate = Gate()
    let fails: Bool
    init(fails: Bool = false) { self.fails = fails }
  }

  private struct Login: AsyncOperation {
    let session: Session
    var isDetached = false
    var options: OperationOptions {
      var options = OperationOptions("login")
      options.isDetached = isDetached
      return options
    }
    func run(_ context: OperationContext) async throws -> String {
      session.logins.withLock { $0 += 1 }
      await session.gate.wait()
      try Task.checkCancellation()
      if session.fails { throw Broken() }
      session.reader.withLock { $0 = "Ada" }
      return "Ada"
    }
  }

  private func loggedIn(_ session: Session) -> OperationCondition<Int> {
    OperationCondition("logged in") { context in
      if session.reader.withLock({ $0 }) != nil { return .proceed }
      return .first(context.manager.shared("login") { Login(session: session) })
    }
  }

  @Test("Each answer, and an error") func verdicts() {
    let desk = SteppedManager()
    let log = Log()
    func submit(_ condition: OperationCondition<Int>) -> OperationHandle<Int> {
      desk.manager.submit(conditions: [condition]) {
        log.note("body")
        return 1
      }
    }
    let proceed = submit(OperationCondition("yes") { _ in .proceed })
    let satisfied = submit(OperationCondition("known") { _ in .satisfied(7) })
    let skip = submit(OperationCondition("no") { _ in .skip })
    let fail = submit(OperationCondition("bad") { _ in .fail(Broken()) })
    let thrown = submit(OperationCondition("worse") { _ in throw Broken() })
    let asynchronous = submit(
      OperationCondition("slow") { _ in
        try await untilCancelled()
        return .proceed
      })
    desk.run()
    #expect(proceed.outcome?.value == 1)
    #expect(satisfied.outcome?.value == 7)
    #expect(skip.word == "skipped" && skip.cancellationReason?.kind == .condition)
    #expect(fail.word == "failed" && thrown.word == "failed")
    #expect(log.entries == ["body"])
    #expect(asynchronous.state == .waiting)
    asynchronous.cancel()
  }

  @Test("All conditions must agree before a supplied value counts") func several() {
    let desk = SteppedManager()
    let known = OperationCondition<Int>("known") { _ in .satisfied(7) }
    let yes = OperationCondition<Int>("yes") { _ in .proceed }
    let no = OperationCondition<Int>("no") { _ in .skip }
    let good = desk.manager.submit(conditions: [known, yes]) { 1 }
    let bad = desk.manager.submit(conditions: [known, no]) { 1 }
    desk.run()
    #expect(good.outcome?.value == 7)
    #expect(bad.word == "skipped")
  }

  @Test("Two operations that need a login share one") func loginOnce() {
    let desk = SteppedManager()
    let session = Session()
    let favourite = desk.manager.submit("favourite", conditions: [loggedIn(session)]) { 1 }
    let comment = desk.manager.submit("comment", conditions: [loggedIn(session)]) { 2 }
    desk.run()
    #expect(favourite.dependencies.map(\.name) == ["login"])
    #expect(favourite.dependencies == comment.dependencies)
    session.gate.open()
    desk.run()
    #expect(favourite.outcome?.value == 1 && comment.outcome?.value == 2)
    #expect(session.logins.withLock { $0 } == 1)
    let later = desk.manager.submit("later", conditions: [loggedIn(session)]) { 3 }
    desk.run()
    #expect(later.outcome?.value == 3)
    #expect(session.logins.withLock { $0 } == 1)
  }

  @Test("A failed login cancels the operations that needed it") func loginFails() {
    let desk = SteppedManager()
    let session = Session(fails: true)
    session.gate.open()
    let favourite = desk.manager.submit("favourite", conditions: [loggedIn(session)]) { 1 }
    desk.run()
    #expect(favourite.word == "cancelled")
    #expect(favourite.cancellationReason?.root == "login")
    #expect(favourite.cancellationReason?.rootError is Broken)
  }

  @Test(
    "A login that no operation needs any more is cancelled, unless detached",
    arguments: [false, true])
  func interest(isDetached: Bool) {
    let desk = SteppedManager()
    let session = Session()
    let login = desk.manager.shared("login") { Login(session: session, isDetached: isDetached) }
    let favourite = desk.manager.submit("favourite", after: login) { _ in }
    let comment = desk.manager.submit("comment", after: login) { _ in }
    desk.run()
    favourite.cancel()
    #expect(!login.isCancelledByHand)
    comment.cancel()
    session.gate.open()
    desk.run()
    #expect(login.word == (isDetached ? "succeeded" : "cancelled"))
    if !isDetached { #expect(login.cancellationReason?.kind == .unwanted) }
  }

  @Test("Waiting for the value counts as a need, outside and in a body") func waitersNeedIt() async
  {
    let desk = SteppedManager()
    let session = Session()
    let login = desk.manager.shared("login") { Login(session: session) }
    let favourite = desk.manager.submit("favourite", after: login) { _ in }
    let body = desk.manager.submit("body") { try await login.value }
    desk.run()
    favourite.cancel()
    #expect(!login.isCancelledByHand)
    body.cancel()
    desk.run()
    #expect(login.isCancelledByHand)
    session.gate.open()
    desk.run()
    #expect(login.word == "cancelled")
  }

  @Test("A login that is being cancelled as unwanted is replaced by a new one")
  func unwantedIsReplaced() {
    let desk = SteppedManager()
    let session = Session()
    let favourite = desk.manager.submit("favourite", conditions: [loggedIn(session)]) { 1 }
    desk.run()
    favourite.cancel()
    let comment = desk.manager.submit("comment", conditions: [loggedIn(session)]) { 2 }
    desk.run()
    session.gate.open()
    desk.run()
    #expect(comment.outcome?.value == 2)
    #expect(session.logins.withLock { $0 } == 2)
  }

  @Test("A condition that returns an unwanted login is evaluated again")
  func unwantedIsEvaluatedAgain() {
    let desk = SteppedManager()
    let session = Session()
    let asked = Locked(0)
    let old = desk.manager.shared("login") { Login(session: session) }
    let favourite = desk.manager.submit("favourite", after: old) { _ in }
    desk.run()
    favourite.cancel()
    let comment = desk.manager.submit(
      "comment",
      conditions: [
        OperationCondition("logged in") { _ in
          let isFirst = asked.withLock { asked in
            asked += 1
            return asked == 1
          }
          return isFirst ? .first(old) : .proceed
        }
      ]
    ) { 2 }
    desk.run()
    #expect(comment.outcome?.value == 2)
    session.gate.open()
    desk.run()
  }

  @Test("Conditions that request operations without end fail") func endless() {
    let desk = SteppedManager()
    let handle = desk.manager.submit(
      "greedy",
      conditions: [
        OperationCondition<Int>("more") { context in .first(context.manager.submit("one more") {}) }
      ]
    ) { 1 }
    desk.run()
    guard case .failure(let error) = handle.outcome else { return #expect(Bool(false)) }
    #expect((error as? OperationError)?.kind == .endlessConditions)
    #expect(desk.manager.operationCount == 0)
  }

  @Test("A condition that requests a dependent of its operation fails it") func conditionCycle() {
    let desk = SteppedManager()
    let login = desk.manager.prepare("login") {}
    let favourite = desk.manager.submit(
      "favourite", conditions: [OperationCondition<Int>("cycle") { _ in .first(login) }]
    ) { 1 }
    try? login.addDependency(following: favourite)
    login.submit()
    desk.run()
    guard case .failure(let error) = favourite.outcome else { return #expect(Bool(false)) }
    #expect((error as? OperationError)?.kind == .wouldDeadlock)
    #expect(login.word == "succeeded")
  }

  @Test("A volatile condition is evaluated again right before the body") func volatile() {
    let desk = SteppedManager(limit: 1)
    let gate = Gate()
    let isOpen = Locked(true)
    let asked = Locked(0)
    let condition = OperationCondition<Int>("open", isVolatile: true) { _ in
      asked.withLock { $0 += 1 }
      return isOpen.withLock { $0 } ? .proceed : .skip
    }
    let first = desk.manager.submit { await gate.wait() }
    let second = desk.manager.submit("second", conditions: [condition]) { 1 }
    let third = desk.manager.submit("third") { 3 }
    desk.run()
    #expect(asked.withLock { $0 } == 1)
    isOpen.withLock { $0 = false }
    gate.open()
    desk.run()
    #expect(first.word == "succeeded")
    #expect(second.word == "skipped")
    #expect(asked.withLock { $0 } == 2)
    #expect(third.outcome?.value == 3)
  }

  @Test("An operation is cancelled while its conditions are evaluated")
  func cancelledDuringEvaluation() {
    let desk = SteppedManager()
    let gate = Gate()
    let handle = desk.manager.submit(
      conditions: [
        OperationCondition<Int>("slow") { _ in
          await gate.wait()
          return .proceed
        }
      ]
    ) { 1 }
    desk.run()
    handle.cancel()
    gate.open()
    desk.run()
    #expect(handle.word == "cancelled")
    let next = desk.manager.submit { Task.isCancelled }
    desk.run()
    #expect(next.outcome?.value == false)
  }

  @Test("A key stands for one operation until it ends") func keys() {
    let desk = SteppedManager()
    let session = Session()
    session.gate.open()
    let first = desk.manager.shared("login") { Login(session: session) }
    #expect(desk.manager.shared("login") { Login(session: session) } == first)
    #expect(desk.manager.shared("other") { Login(session: session) } != first)
    desk.run()
    #expect(desk.manager.shared("login") { Login(session: session) } != first)
    desk.run()
  }
}

extension AnyOperationHandle {
  fileprivate var isCancelledByHand: Bool {
    Engine.shared.lock.withLock {
      core.details.isCancelRequested || core.details.verdict != nil
    }
  }
}
