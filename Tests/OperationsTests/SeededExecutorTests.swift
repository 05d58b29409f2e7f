import StagecraftTestKit
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct SeededExecutorTests {
  /// The steps of the tasks, in order; all of them run on one thread.
  private final class Record: @unchecked Sendable {
    // guard: only the thread that runs the executor
    var steps: [String] = []
  }

  /// Four tasks of three steps each.
  private func order(seed: UInt64) -> [String] {
    let executor = SeededExecutor(seed: seed)
    let record = Record()
    for name in ["a", "b", "c", "d"] {
      Task(executorPreference: executor) {
        for step in 1...3 {
          record.steps.append("\(name)\(step)")
          await Task.yield()
        }
      }
    }
    executor.run()
    #expect(executor.readyJobs == 0)
    return record.steps
  }

  @Test func theSameSeedGivesTheSameOrder() {
    for seed: UInt64 in 0..<20 { #expect(order(seed: seed) == order(seed: seed)) }
  }

  @Test func differentSeedsGiveDifferentOrders() {
    let orders = Set((0..<50).map { order(seed: $0) })
    #expect(orders.count > 45)
    for order in orders {
      #expect(order.count == 12)
      for name in ["a", "b", "c", "d"] {
        #expect(order.filter { $0.hasPrefix(name) } == ["\(name)1", "\(name)2", "\(name)3"])
      }
    }
  }

  @Test func everyOrderOfThreeTasksOccursSoon() {
    var orders: Set<String> = []
    for seed: UInt64 in 0..<100 {
      let executor = SeededExecutor(seed: seed)
      let record = Record()
      for name in ["a", "b", "c"] {
        Task(executorPreference: executor) { record.steps.append(name) }
      }
      executor.run()
      orders.insert(record.steps.joined())
    }
    #expect(orders.count == 6)
  }

  @Test func aStepRunsOneJob() {
    let executor = SeededExecutor(seed: 7)
    #expect(!executor.step())
    let record = Record()
    for name in ["a", "b"] {
      Task(executorPreference: executor) { record.steps.append(name) }
    }
    #expect(executor.readyJobs == 2)
    #expect(executor.step())
    #expect(record.steps.count == 1)
    #expect(executor.step())
    #expect(!executor.step())
  }

  @Test func aWakeUpFromAnotherThreadIsAwaited() async throws {
    let executor = SeededExecutor(seed: 1)
    let (news, continuation) = AsyncStream<Int>.makeStream()
    let record = Record()
    let reader = Task(executorPreference: executor) {
      for await number in news { record.steps.append("\(number)") }
    }
    try await executor.nextJob()
    executor.run()
    #expect(record.steps.isEmpty)
    continuation.yield(1)
    continuation.finish()
    try await executor.nextJob()
    executor.run()
    await reader.value
    #expect(record.steps == ["1"])
  }
}
