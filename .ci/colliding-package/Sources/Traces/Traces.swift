public import StagecraftTraces

/// A type of the app, named like its module.
public enum Traces {
  /// One of ours, reached by the name of our module.
  public typealias Trace = StagecraftTraces.OperationTrace
}
