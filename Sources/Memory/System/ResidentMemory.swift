internal import CStageFloor

enum ResidentMemory {
  /// In bytes; on Apple platforms, the footprint charged to the process; nil where it cannot be
  /// read.
  ///
  /// Reading takes at most some tens of microseconds, and is correct in a forked child too: nothing
  /// is cached.
  static var now: Int? {
    let bytes = stage_resident_bytes()
    return bytes < 0 ? nil : Int(bytes)
  }
}
