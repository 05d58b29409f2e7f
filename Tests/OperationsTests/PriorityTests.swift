import StagecraftOperations
import Testing

struct PriorityTests {
  @Test func prioritiesAreInOrder() {
    #expect(OperationPriority.allCases == [.background, .low, .normal, .high, .urgent])
    #expect(OperationPriority.allCases.sorted() == OperationPriority.allCases)
  }
}
