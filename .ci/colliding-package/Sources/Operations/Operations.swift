public import StagecraftOperations

public enum Operations {
  public typealias Manager = StagecraftOperations.OperationManager
}
