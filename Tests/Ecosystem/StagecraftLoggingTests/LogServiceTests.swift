#if Logging && ServiceLifecycle
import InMemoryLogging
import Logging
import ServiceLifecycleTestKit
import StagecraftLogging
import StagecraftOperations
import StagecraftTestKit
import Testing

@Suite(.timeLimit(.minutes(3)))
struct LogServiceTests {
  @Test func aGracefulShutdownWritesWhatWasCounted() async throws {
    struct Broken: Error {}
    let lines = InMemoryLogHandler()
    let logger = Logger(label: "library", factory: { _ in lines })
    let log = LogReporter(logger, clock: ManualClock())
    let manager = OperationManager("reviews", maximumConcurrency: 1)
    log.report(manager)
    for _ in 1...3 {
      try await manager.submit("comment") { () async throws in throw Broken() }.waitForEnd()
    }
    // Events are delivered in order, and possibly after the end of their operation.
    let events = manager.events
    manager.submit("like") { () async throws in }
    for await event in events where event.kind == .ended(.succeeded) { break }
    try await testGracefulShutdown { trigger in
      async let running: Void = log.run()
      trigger.triggerGracefulShutdown()
      try await running
    }
    #expect(lines.entries.map { $0.metadata["count"] } == [nil, "2"])
  }
}
#endif
