public import StagecraftTraces

public enum Traces {
  public typealias Trace = StagecraftTraces.OperationTrace
}
