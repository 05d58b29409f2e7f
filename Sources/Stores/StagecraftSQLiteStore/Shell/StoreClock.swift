#if SQLite
internal import CStageFloor

/// The clock that judges, and the boot of the machine during which it counts.
struct StoreClock: Sendable {
  /// Microseconds.
  var now: @Sendable () -> Int64
  /// Identifies the boot.
  var boot: String
  /// The time of day, in microseconds since 1970.
  var date: @Sendable () -> Int64 = { 0 }
  /// Whether other processes read the same time.
  var isShared = true

  /// The clock of this machine, which all its processes share and which counts on while it sleeps.
  ///
  /// A time namespace, as of a container, shifts it; the shift is subtracted.
  static var machine: StoreClock {
    var identifier = [CChar](repeating: 0, count: 37)
    let isKnown = stage_boot_id(&identifier)
    let bytes = identifier.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    var shift: Int64 = 0
    let isShared = stage_boot_clock_shift(&shift)
    return StoreClock(
      now: { [shift] in stage_boot_microseconds() - shift },
      boot: isKnown ? String(decoding: bytes, as: UTF8.self) : "unknown",
      date: { stage_time_of_day() }, isShared: isShared)
  }
}
#endif
