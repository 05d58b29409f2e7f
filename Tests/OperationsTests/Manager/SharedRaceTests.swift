import StageFloor
import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftOperations

/// Many threads share, use, cancel and release one operation after another.
@Suite("Races of shared operations", .serialized, .timeLimit(.minutes(3)))
struct SharedRaceTests {
  private struct Login: AsyncOperation {
    let tracked: Tracked
    func run(_ context: OperationContext) async throws -> Int {
      await Task.yield()
      try Task.checkCancellation()
      return 7
    }
  }

  @Test("An operation with a reserved handle is never cancelled by others")
  func reservingAgainstCancelling() async throws {
    let manager = OperationManager("desk")
    let tracker = LifetimeTracker()
    let lost = Locked(0)
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for round in 0..<400 {
            let login = manager.shared("login") { Login(tracked: tracker.make()) }
            if (round + task).isMultiple(of: 7) { continue }
            if (round + task).isMultiple(of: 5) { await Task.yield() }
            let operation = manager.submit(after: login) { $0 }
            if (round + task).isMultiple(of: 2) {
              operation.cancel()
            } else if (try? await operation.value) != 7 {
              lost.withLock { $0 += 1 }
            }
          }
        }
      }
    }
    try await manager.waitUntilIdle()
    #expect(lost.withLock { $0 } == 0)
    #expect(manager.operationCount == 0)
    #expect(Engine.shared.lock.withLock { manager.shared.isEmpty })
    // The thread that ran the last body releases it after its operation has ended.
    await tracker.allEnded()
  }
}
