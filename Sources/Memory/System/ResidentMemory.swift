internal import CStageFloor

/// How much memory this process has.
enum ResidentMemory {
  /// What is resident now, in bytes; on Apple's systems, what the system charges the process with.
  ///
  /// Nil where it cannot be read. It takes some tens of microseconds at most, and is right in a
  /// forked child too: nothing is kept from one reading to the next.
  static var now: Int? {
    let bytes = stage_resident_bytes()
    return bytes < 0 ? nil : Int(bytes)
  }
}
