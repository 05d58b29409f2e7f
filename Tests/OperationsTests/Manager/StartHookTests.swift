import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftOperations

@Suite("The closure that is called before each body", .timeLimit(.minutes(3)))
struct StartHookTests {
  @Test("It is called before each attempt, without a lock, and the body sees its effects")
  func beforeEachAttempt() async throws {
    let log = Log()
    let desk = SteppedManager {
      $0.willStart = { context in
        log.note("will start \(context.operation.name), attempt \(context.attempt)")
        #expect(context.operation.state == .ready)
      }
    }
    var options = OperationOptions("page")
    options.retry = .times(1)
    let handle = desk.manager.submit(options) {
      log.note("body")
      throw Broken()
    }
    while handle.ending == nil { try await desk.runNext() }
    #expect(handle.word == "failed")
    #expect(
      log.entries == ["will start page, attempt 1", "body", "will start page, attempt 2", "body"])
  }

  @Test("An operation that it cancels never starts, and the next one takes its slot")
  func cancelling() {
    let log = Log()
    let desk = SteppedManager(limit: 1) {
      $0.willStart = { context in
        if context.operation.name == "refused" { context.operation.cancel() }
      }
    }
    let observation = desk.manager.observe { log.note("\($0.name) \($0.kind)") }
    let refused = desk.manager.submit("refused") { log.note("the body ran") }
    let dependent = desk.manager.submit("dependent", after: refused) { _ in }
    let next = desk.manager.submit("next") {}
    desk.run()
    #expect(refused.word == "cancelled" && dependent.word == "cancelled")
    #expect(next.word == "succeeded")
    #expect(!log.entries.contains("the body ran"))
    #expect(!log.entries.contains("refused started(attempt: 1)"))
    withExtendedLifetime(observation) {}
  }

  /// Without it, the driver would take several of these ahead.
  @Test("It is called for every one of many plain operations") func manyPlainOperations() {
    let count = Locked(0)
    let desk = SteppedManager { $0.willStart = { _ in count.withLock { $0 += 1 } } }
    for _ in 0..<100 { desk.manager.submit {} }
    desk.run()
    #expect(count.withLock { $0 } == 100)
  }

  @Test("It is called after the volatile conditions, and not if one of them revokes the start")
  func afterVolatileConditions() {
    let log = Log()
    let desk = SteppedManager { $0.willStart = { _ in log.note("will start") } }
    let asked = Locked(0)
    let condition = OperationCondition<Void>("open", isVolatile: true) { _ in
      log.note("condition")
      return asked.withLock { count in
        count += 1
        return count == 1 ? .proceed : .skip
      }
    }
    let handle = desk.manager.submit("page", conditions: [condition]) {}
    desk.run()
    #expect(handle.word == "skipped")
    #expect(log.entries == ["condition", "condition"])
  }

  @MainActor
  @Test("It is called on the main actor for an operation that runs there") func onTheMainActor()
    async throws
  {
    let isOnMain = Locked(false)
    var configuration = OperationManager.Configuration()
    configuration.willStart = { _ in
      MainActor.assumeIsolated { isOnMain.withLock { $0 = true } }
    }
    let manager = OperationManager("desk", configuration: configuration)
    try await manager.submit { @MainActor in }.value
    #expect(isOnMain.withLock { $0 })
  }

  @Test("An operation that it cancels while it is started outside never starts")
  func startedByItsType() async throws {
    var configuration = OperationManager.Configuration()
    configuration.willStart = { $0.operation.cancel() }
    let manager = OperationManager("desk", configuration: configuration)
    let hasRun = Locked(false)
    let handle = manager.submit(OutsideOperation { hasRun.withLock { $0 = true } })
    try await handle.waitForEnd()
    #expect(handle.word == "cancelled" && !hasRun.withLock { $0 })
  }
}

/// Starts in a task of its own as soon as it is ready.
private struct OutsideOperation: AsyncOperation {
  let body: @Sendable () -> Void

  func schedule(_ ready: ReadyOperation<Self>, in manager: OperationManager) {
    Task { await ready.run() }
  }

  func run(_ context: OperationContext) async throws { body() }
}
