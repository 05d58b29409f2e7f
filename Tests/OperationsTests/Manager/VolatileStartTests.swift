import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftOperations

/// A volatile condition requests a login first, when the operation already had its slot: that start
/// does not count.
@Suite("Starts that a volatile condition revokes", .timeLimit(.minutes(3)))
struct VolatileStartTests {
  private let desk = SteppedManager()
  private let login = Gate()
  private let asked = Locked(0)

  /// Proceeds at the first check, and requests a login at the check right before the body.
  private func condition<Output>() -> OperationCondition<Output> {
    OperationCondition("logged in", isVolatile: true) { [asked, login] context in
      let count = asked.withLock { count in
        count += 1
        return count
      }
      guard count == 2 else { return .proceed }
      return .first(context.manager.submit("login") { await login.wait() })
    }
  }

  private func advance(_ seconds: Int) {
    desk.clock.advance(by: .seconds(seconds))
    desk.manager.deadlinePassed()
    desk.run()
  }

  @Test("Its timeout counts from the start of the body") func timeout() {
    var options = OperationOptions("page")
    options.timeout = .seconds(5)
    let page = Gate()
    let handle = desk.manager.submit(options, conditions: [condition()]) {
      await page.wait()
      return 1
    }
    desk.run()
    advance(60)
    #expect(handle.state == .waiting)
    login.open()
    desk.run()
    advance(4)
    #expect(handle.state == .executing)
    page.open()
    desk.run()
    #expect(handle.outcome?.value == 1)
  }

  @Test("The revoked start does not count as an attempt") func attempt() {
    let handle = desk.manager.submit("page", conditions: [condition()]) {
      OperationContext.current!.attempt
    }
    let events = Locked<[OperationManager.Event.Kind]>([])
    let observation = desk.manager.observe { event in
      if event.name == "page" { events.withLock { $0.append(event.kind) } }
    }
    desk.run()
    login.open()
    desk.run()
    #expect(handle.outcome?.value == 1)
    #expect(
      events.withLock { $0 } == [.ready, .ready, .started(attempt: 1), .ended(.succeeded)])
    withExtendedLifetime(observation) {}
  }

  @Test("It does not count as a retry") func retries() {
    var options = OperationOptions("page")
    options.retry = .times(1)
    let attempts = Locked<[Int]>([])
    let handle = desk.manager.submit(options, conditions: [condition()]) {
      let attempt = OperationContext.current!.attempt
      attempts.withLock { $0.append(attempt) }
      throw Broken()
    }
    desk.run()
    login.open()
    desk.run()
    while handle.ending == nil { advance(1) }
    #expect(handle.word == "failed")
    #expect(attempts.withLock { $0 } == [1, 2])
  }

  @Test("Its expiry still applies") func expiry() {
    var options = OperationOptions("page")
    options.expiry = .seconds(5)
    let handle = desk.manager.submit(options, conditions: [condition()]) { 1 }
    desk.run()
    advance(6)
    login.open()
    desk.run()
    #expect(handle.cancellationReason?.kind == .expired)
  }

  @Test("Evaluating a condition counts towards the expiry, not the timeout")
  func slowAnswer() {
    let answer = Gate()
    let isLate = Locked(false)
    let slow = OperationCondition<Int>("slow", isVolatile: true) { _ in
      if isLate.withLock({ $0 }) { await answer.wait() }
      isLate.withLock { $0 = true }
      return .proceed
    }
    var options = OperationOptions("page")
    options.timeout = .seconds(1)
    options.attemptTimeout = .seconds(1)
    let handle = desk.manager.submit(options, conditions: [slow]) { 1 }
    desk.run()
    #expect(handle.state == .ready)
    advance(60)
    answer.open()
    desk.run()
    #expect(handle.outcome?.value == 1)
  }

  @Test("Its body never runs if it is cancelled during the evaluation")
  func cancelledDuringEvaluation() {
    let answer = Gate()
    let isLate = Locked(false)
    let ran = Locked(false)
    let slow = OperationCondition<Void>("slow", isVolatile: true) { _ in
      if isLate.withLock({ $0 }) { await answer.wait() }
      isLate.withLock { $0 = true }
      return .proceed
    }
    let handle = desk.manager.submit("page", conditions: [slow]) { ran.withLock { $0 = true } }
    desk.run()
    handle.cancel()
    answer.open()
    desk.run()
    #expect(handle.word == "cancelled")
    #expect(!ran.withLock { $0 })
    let next = desk.manager.submit { Task.isCancelled }
    desk.run()
    #expect(next.outcome?.value == false)
  }
}
