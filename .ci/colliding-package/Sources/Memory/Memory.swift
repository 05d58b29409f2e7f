public import StagecraftMemory

/// A type of the app, named like its module.
public enum Memory {
  /// One of ours, reached by the name of our module.
  public typealias Monitor = StagecraftMemory.PressureMonitor
}
