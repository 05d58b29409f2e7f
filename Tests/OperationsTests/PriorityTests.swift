import StagecraftOperations
import Testing

@Suite(.timeLimit(.minutes(3)))
struct PriorityTests {
  @Test func prioritiesAreInOrder() {
    #expect(OperationPriority.allCases == [.background, .low, .normal, .high, .urgent])
    #expect(OperationPriority.allCases.sorted() == OperationPriority.allCases)
  }

  @Test("Bodies run at the task priority of their manager", arguments: [false, true])
  func taskPriority(inheritsTaskLocals: Bool) async throws {
    for priority in [nil, TaskPriority.background, .high] {
      var configuration = OperationManager.Configuration()
      configuration.taskPriority = priority
      let manager = OperationManager("thumbnails", configuration: configuration)
      var options = OperationOptions()
      options.inheritsTaskLocals = inheritsTaskLocals
      let body = manager.submit(options) { Task.currentPriority }
      #expect(try await body.value == priority ?? .medium)
    }
  }
}
