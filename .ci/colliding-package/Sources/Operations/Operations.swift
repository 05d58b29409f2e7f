public import StagecraftOperations

/// A type of the app, named like its module.
public enum Operations {
  /// One of ours, reached by the name of our module.
  public typealias Manager = StagecraftOperations.OperationManager
}
