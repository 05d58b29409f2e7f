public import StagecraftGraphs

public enum Graphs {
  public typealias Launch = StagecraftGraphs.OperationGraph
}
