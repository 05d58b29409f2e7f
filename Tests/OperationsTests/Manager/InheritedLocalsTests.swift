import StageFloor
import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftOperations

private enum Reader {
  @TaskLocal static var name = "unset"
  @TaskLocal static var card: Int?
}

private struct CatalogueClosed: Error {}

@Suite("Task-local values of the submitter", .timeLimit(.minutes(3)))
struct InheritedLocalsTests {
  private let manager = OperationManager("desk")

  private var inheriting: OperationOptions {
    var options = OperationOptions("order")
    options.inheritsTaskLocals = true
    return options
  }

  @Test func aBodySeesNoneByDefault() async throws {
    let handle = Reader.$name.withValue("Emma") { manager.submit("order") { Reader.name } }
    #expect(try await handle.value == "unset")
  }

  @Test func aBodySeesAllOnRequest() async throws {
    let options = inheriting
    let handle = Reader.$name.withValue("Emma") {
      Reader.$card.withValue(7) {
        manager.submit(options) { () async -> (String, Int?, AnyOperationHandle?) in
          await Task.yield()
          return (Reader.name, Reader.card, OperationContext.current?.operation)
        }
      }
    }
    let seen = try await handle.value
    #expect(seen.0 == "Emma")
    #expect(seen.1 == 7)
    #expect(seen.2 == handle)
  }

  @Test func aSubmissionOnAPlainThreadHasItsValues() async throws {
    let (manager, options) = (manager, inheriting)
    let handle = try await onThread {
      Reader.$name.withValue("Emma") { manager.submit(options) { Reader.name } }
    }
    #expect(try await handle.value == "Emma")
  }

  @Test func theValuesAreThoseOfTheSubmissionOfAPreparedOperation() async throws {
    let options = inheriting
    let handle = Reader.$name.withValue("Emma") { manager.prepare(options) { Reader.name } }
    #expect(Reader.$name.withValue("Jane") { handle.submit() })
    #expect(Reader.$name.withValue("Anne") { handle.submit() } == false)
    #expect(try await handle.value == "Jane")
  }

  @Test func aBodyOnTheMainActorSeesThemThere() async throws {
    let options = inheriting
    let handle = Reader.$name.withValue("Emma") {
      manager.submit(options) { @MainActor in
        MainActor.assertIsolated()
        return Reader.name
      }
    }
    #expect(try await handle.value == "Emma")
  }

  @Test func aBlockingBodySeesThemAndMayWait() async throws {
    let manager = OperationManager("desk", maximumConcurrency: 1)
    let options = inheriting
    let handle = Reader.$name.withValue("Emma") {
      manager.submitOnThread(options) {
        let inner = manager.submit("inner") { "of " }
        return try inner.valueBlocking(timeout: .seconds(120)) + Reader.name
      }
    }
    #expect(try await handle.value == "of Emma")
  }

  @Test func aBodyOnTheExecutorOfTheManagerStaysThere() async throws {
    let executor = ManualExecutor()
    var configuration = OperationManager.Configuration()
    configuration.executor = executor
    let manager = OperationManager("desk", configuration: configuration)
    let options = inheriting
    let handle = Reader.$name.withValue("Emma") { manager.submit(options) { Reader.name } }
    while handle.outcome == nil {
      try await executor.nextJob()
      executor.run()
    }
    #expect(try await handle.value == "Emma")
  }

  @Test func everyAttemptSeesThem() async throws {
    var options = inheriting
    options.retry = .times(2)
    options.attemptTimeout = .seconds(60)
    let seen = Locked<[String]>([])
    let handle = Reader.$name.withValue("Emma") {
      manager.submit(options) { () async throws in
        let count = seen.update { seen in
          seen.append(Reader.name)
          return seen.count
        }
        if count < 3 { throw CatalogueClosed() }
      }
    }
    try await handle.value
    #expect(seen.value == ["Emma", "Emma", "Emma"])
  }

  @Test func anAttemptAfterOneThatTimedOutIsNotCancelled() async throws {
    let clock = ManualClock()
    var configuration = OperationManager.Configuration()
    configuration.clock = clock
    let manager = OperationManager("desk", configuration: configuration)
    var options = inheriting
    options.retry = .times(1)
    options.attemptTimeout = .seconds(5)
    let began = Gate()
    let attempts = Locked(0)
    let handle = Reader.$name.withValue("Emma") {
      manager.submit(options) { () async throws -> String in
        if attempts.update({
          $0 += 1
          return $0
        }) == 1 {
          began.open()
          try await untilCancelled()
        }
        try Task.checkCancellation()
        return Reader.name
      }
    }
    await began.wait()
    _ = try await clock.nextSleep()
    clock.advance(by: .seconds(5))
    #expect(try await handle.value == "Emma")
  }

  @Test func cancellingTheOperationCancelsItsTask() async throws {
    let began = Gate()
    let handle = manager.submit(inheriting) { () async throws in
      began.open()
      try await untilCancelled()
    }
    await began.wait()
    handle.cancel()
    try await handle.waitForEnd()
    #expect(handle.outcome?.isSuccess == false)
  }

  @Test func cancellingTheSubmitterDoesNotCancelTheOperation() async throws {
    let gate = Gate()
    let (manager, options) = (manager, inheriting)
    let submitting = Task {
      manager.submit(options) { () async throws in
        await gate.wait()
        try Task.checkCancellation()
      }
    }
    let handle = await submitting.value
    submitting.cancel()
    gate.open()
    try await handle.value
  }

  @Test func aWaitInTheBodyFreesItsSlot() async throws {
    let manager = OperationManager("desk", maximumConcurrency: 1)
    let handle = manager.submit(inheriting) {
      try await manager.submit("inner") { 1 }.value
    }
    #expect(try await handle.value == 1)
  }

  @Test func aTypeThatRunsItselfSeesThem() async throws {
    struct Order: AsyncOperation {
      var options: OperationOptions {
        var options = OperationOptions("order")
        options.inheritsTaskLocals = true
        return options
      }
      func run(_ context: OperationContext) async throws -> String { Reader.name }
      func schedule(_ ready: ReadyOperation<Order>, in manager: OperationManager) {
        Task { await ready.run() }
      }
    }
    let handle = Reader.$name.withValue("Emma") { manager.submit(Order()) }
    #expect(try await handle.value == "Emma")
  }

  @Test func aSharedOperationHasTheValuesOfItsFirstSubmitter() async throws {
    struct Login: AsyncOperation {
      let gate: Gate
      var options: OperationOptions {
        var options = OperationOptions("login")
        options.inheritsTaskLocals = true
        return options
      }
      func run(_ context: OperationContext) async throws -> String {
        await gate.wait()
        return Reader.name
      }
    }
    let gate = Gate()
    let one = Reader.$name.withValue("Emma") { manager.shared("login") { Login(gate: gate) } }
    let other = Reader.$name.withValue("Jane") { manager.shared("login") { Login(gate: gate) } }
    gate.open()
    #expect(try await one.value == "Emma")
    #expect(try await other.value == "Emma")
  }

  /// A later task may have the identity of the body's task.
  @Test func theTaskOfABodyThatHasEndedIsForgotten() async throws {
    let handle = manager.submit(inheriting) {
      let handle = try #require(OperationContext.current?.operation)
      return Engine.shared.lock.withLock { handle.core.isBody(.current) }
    }
    #expect(try await handle.value)
    let remaining = Engine.shared.lock.withLock { handle.core.details.existingExtras?.bodyTask }
    #expect(remaining == nil)
  }

  /// The task that keeps the values of an operation that never runs ends with the operation.
  @Test func nothingRemainsOfOperationsThatDoNotRunLifetime() async throws {
    let tracker = LifetimeTracker()
    do {
      let captured = tracker.make()
      let blocker = manager.prepare("blocker") {}
      let handle = Held.$object.withValue(captured) {
        manager.submit(inheriting, following: blocker) {}
      }
      handle.cancel()
      try await handle.waitForEnd()
      blocker.cancel()
    }
    await tracker.allEnded()
  }

  @Test func nothingRemainsAfterManyOperationsLifetime() async throws {
    let tracker = LifetimeTracker()
    do {
      let captured = tracker.make()
      var options = inheriting
      options.retry = .times(1)
      for round in 0..<200 {
        let handle = Held.$object.withValue(captured) {
          manager.submit(options) { () async throws in
            if OperationContext.current?.attempt == 1 { throw CatalogueClosed() }
          }
        }
        if round.isMultiple(of: 3) { handle.cancel() }
      }
      try await manager.waitUntilIdle()
    }
    await tracker.allEnded()
  }
}

private enum Held {
  @TaskLocal static var object: Tracked?
}
