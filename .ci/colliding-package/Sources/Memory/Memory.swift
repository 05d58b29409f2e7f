public import StagecraftMemory

public enum Memory {
  public typealias Monitor = StagecraftMemory.PressureMonitor
}
