internal import CStageFloor
internal import Synchronization

enum HeapThresholds {
  private static let areLowered = Atomic<Bool>(false)
  private static let once: Bool = {
    let isDone = stage_lower_heap_thresholds()
    areLowered.store(isDone, ordering: .releasing)
    return isDone
  }()

  /// Makes glibc return freed memory from all threads' heaps; false where there are no thresholds.
  @discardableResult
  static func lower() -> Bool { once }

  /// Whether the heap may keep memory freed by threads other than the main one.
  static var keepMemory: Bool {
    stage_heap_keeps_memory() && !areLowered.load(ordering: .acquiring) && !isTuned
  }

  private static let isTuned: Bool = {
    let environment = PressureSurroundings.current.environment
    return environment["MALLOC_TRIM_THRESHOLD_"] != nil
      || environment["GLIBC_TUNABLES"]?.contains("glibc.malloc.trim_threshold=") == true
  }()
}
