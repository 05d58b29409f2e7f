public import StagecraftGraphs

/// A type of the app, named like its module.
public enum Graphs {
  /// One of ours, reached by the name of our module.
  public typealias Launch = StagecraftGraphs.OperationGraph
}
