#if SQLite
internal import CStageFloor

/// The clock that judges, and the boot of the machine during which it counts.
struct StoreClock: Sendable {
  /// Microseconds.
  var now: @Sendable () -> Int64
  /// Identifies the boot.
  var boot: String

  /// The clock of this machine, which all its processes share and which counts on while the machine
  /// sleeps.
  static var machine: StoreClock {
    var identifier = [CChar](repeating: 0, count: 37)
    let isKnown = stage_boot_id(&identifier)
    let bytes = identifier.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return StoreClock(
      now: { stage_boot_microseconds() },
      boot: isKnown ? String(decoding: bytes, as: UTF8.self) : "unknown")
  }
}
#endif
