import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftOperations

/// A suspended manager that is dropped with operations in it remains reachable, and is destroyed
/// with them.
@Suite("Suspended Manager Lifetime", .serialized, .timeLimit(.minutes(3)))
struct SuspendedManagerLifetimeTests {
  /// Creates a suspended manager with two operations, and releases all references to it.
  private func leaveBehind(
    _ name: String, _ executor: ManualExecutor, _ tracker: LifetimeTracker, _ log: Log
  ) -> WeakManager {
    var configuration = OperationManager.Configuration()
    configuration.isSuspended = true
    configuration.executor = executor
    let manager = OperationManager(name, configuration: configuration)
    let tracked = tracker.make()
    let first = manager.submit("first") {
      _ = tracked
      log.note("first")
    }
    manager.submit("second", following: first) { log.note("second") }
    return WeakManager(manager: manager)
  }

  private struct WeakManager {
    weak var manager: OperationManager?
  }

  private func find(_ name: String) -> OperationManager? {
    let found = OperationManager.suspendedManagers.filter { $0.name == name }
    #expect(found.count <= 1)
    return found.first
  }

  @Test("It is found and resumed, and then released") func resumed() {
    let (executor, tracker, log) = (ManualExecutor(), LifetimeTracker(), Log())
    let left = leaveBehind("left behind to resume", executor, tracker, log)
    executor.run()
    #expect(log.entries == [])
    #expect(tracker.alive == 1)
    find("left behind to resume")?.resume()
    executor.run()
    #expect(log.entries == ["first", "second"])
    #expect(tracker.alive == 0)
    #expect(left.manager == nil)
    #expect(find("left behind to resume") == nil)
  }

  @Test("It is found, its operations are cancelled, and it is released") func cancelled() {
    let (executor, tracker, log) = (ManualExecutor(), LifetimeTracker(), Log())
    let left = leaveBehind("left behind to cancel", executor, tracker, log)
    find("left behind to cancel")?.cancelAll()
    #expect(tracker.alive == 0)
    #expect(left.manager == nil)
    #expect(log.entries == [])
  }

  @Test("Managers without submitted operations, or not suspended, are not found")
  func others() {
    let desk = SteppedManager("neither suspended nor empty")
    let gate = Gate()
    desk.manager.submit { await gate.wait() }
    let empty = OperationManager("suspended and empty")
    empty.suspend()
    let prepared = empty.prepare {}
    #expect(find("neither suspended nor empty") == nil)
    #expect(find("suspended and empty") == nil)
    prepared.submit()
    #expect(find("suspended and empty") === empty)
    empty.resume()
    #expect(find("suspended and empty") == nil)
    gate.open()
    desk.run()
  }
}
