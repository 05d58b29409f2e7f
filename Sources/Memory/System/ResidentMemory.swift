internal import CStageFloor

/// The memory use of this process.
enum ResidentMemory {
  /// The resident memory in bytes; on Apple platforms, the footprint that the system charges to the
  /// process.
  ///
  /// Nil where it cannot be read. Reading takes at most some tens of microseconds, and is correct
  /// in a forked child too: nothing is cached between readings.
  static var now: Int? {
    let bytes = stage_resident_bytes()
    return bytes < 0 ? nil : Int(bytes)
  }
}
