import StageFloor
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(3)))
struct LockWordTests {
  @Test func incrementsUnderTheLockAreNeverLost() async {
    let lock = LockWord()
    defer { lock.deallocate() }
    nonisolated(unsafe) var count = 0  // guard: `lock`
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<20_000 { lock.withLock { count += 1 } }
        }
      }
    }
    #expect(count == 80_000)
  }
}
