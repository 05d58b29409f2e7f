import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftOperations

@Suite("Types that schedule themselves", .timeLimit(.minutes(3)))
struct CustomSchedulingTests {
  private struct Alert: AsyncOperation {
    let readyOperations: Locked<[ReadyOperation<Alert>]>
    var retries = 0
    let log: Log
    let arrivals: AsyncStream<Void>.Continuation
    var options: OperationOptions {
      var options = OperationOptions("alert")
      options.retry = .times(retries)
      return options
    }
    func run(_ context: OperationContext) async throws -> Int {
      log.note("attempt \(context.attempt)")
      if context.attempt <= retries { throw Broken() }
      return context.attempt
    }
    func schedule(_ ready: ReadyOperation<Self>, in manager: OperationManager) {
      readyOperations.withLock { $0.append(ready) }
      arrivals.yield()
    }
  }

  private struct Rig {
    let desk = SteppedManager()
    let readyOperations = Locked<[ReadyOperation<Alert>]>([])
    let log = Log()
    let arrivals = AsyncStream.makeStream(of: Void.self)
    func submit(retries: Int = 0) -> OperationHandle<Int> {
      desk.manager.submit(
        Alert(
          readyOperations: readyOperations, retries: retries, log: log,
          arrivals: arrivals.continuation))
    }
    func next() -> ReadyOperation<Alert> { readyOperations.withLock { $0.removeFirst() } }
  }

  @Test("It starts when its ReadyOperation is used, once") func start() {
    let rig = Rig()
    let handle = rig.submit()
    rig.desk.run()
    #expect(handle.state == .ready)
    #expect(rig.desk.manager.explain(handle) == "“alert” waits to be started by its type.")
    let ticket = rig.next()
    ticket.start()
    ticket.start()
    rig.desk.run()
    #expect(handle.outcome?.value == 1 && rig.log.count == 1)
  }

  @Test("It starts in another manager, which it keeps alive") func startElsewhere() {
    let rig = Rig()
    let executor = ManualExecutor()
    let handle = rig.submit()
    do {
      var configuration = OperationManager.Configuration()
      configuration.executor = executor
      rig.next().start(in: OperationManager("other", configuration: configuration))
    }
    rig.desk.run()
    #expect(handle.state == .ready)
    executor.run()
    #expect(handle.outcome?.value == 1)
    #expect(handle.manager === rig.desk.manager)
  }

  @Test("Releasing the ReadyOperation unused cancels it as lost") func lost() {
    let rig = Rig()
    let handle = rig.submit()
    _ = rig.next()
    #expect(handle.word == "cancelled")
    #expect(handle.cancellationReason?.kind == .lost)
  }

  @Test("The ReadyOperation of a cancelled operation does nothing") func cancelledBeforeUse() async
  {
    let rig = Rig()
    let handle = rig.submit()
    handle.cancel()
    let ticket = rig.next()
    ticket.start()
    await ticket.run()
    rig.desk.run()
    #expect(handle.word == "cancelled" && rig.log.count == 0)
  }

  @Test("In a task of its own, it can be cancelled, and its waits end") func runOutside() async {
    let rig = Rig()
    let handle = rig.submit()
    await rig.next().run(on: nil)
    #expect(handle.outcome?.value == 1)
    #expect(rig.desk.manager.operationCount == 0)
  }

  @Test("Each attempt has its own ReadyOperation, and an old one has no effect")
  func oldReadyOperation()
    async
  {
    let rig = Rig()
    let handle = rig.submit(retries: 1)
    var first: ReadyOperation<Alert>? = rig.next()
    first?.start()
    rig.desk.run()
    var arrivals = rig.arrivals.stream.makeAsyncIterator()
    for _ in 1...2 { await arrivals.next() }
    first?.start()
    rig.desk.run()
    #expect(handle.state == .ready)
    first = nil
    #expect(handle.state == .ready)
    rig.next().start()
    rig.desk.run()
    #expect(handle.outcome?.value == 2)
  }

  private struct Quiet: AsyncOperation {
    static let manager = OperationManager("quiet", maximumConcurrency: 1)
    func run(_ context: OperationContext) async throws -> String { context.manager.name }
  }

  @Test("A type can have its own manager") func ownManager() async throws {
    #expect(try await Quiet().submit().value == "quiet")
    #expect(Quiet().submit().name == "Quiet")
  }
}
