internal import CStageFloor

/// A clock in nanoseconds: the system's, read directly, or any other clock behind two closures.
package struct Timekeeper: Sendable {
  /// Whether this is real time, for which a thread can sleep in the kernel.
  package let isReal: Bool
  private let read: (@Sendable () -> Int64)?
  private let sleep: @Sendable (Int64) async throws -> Void

  package init(_ clock: any Clock<Duration> & Sendable) {
    if clock is ContinuousClock {
      isReal = true
      read = nil
      sleep = { moment in
        let remaining = moment - stage_nanoseconds()
        if remaining > 0 { try await Task.sleep(for: .nanoseconds(remaining)) }
      }
    } else {
      isReal = false
      (read, sleep) = Self.open(clock)
    }
  }

  package var now: Int64 { read?() ?? stage_nanoseconds() }

  /// The time to within a microsecond, for the frequent measurement of durations.
  ///
  /// With an x86-64 processor whose counter is Linux's clock, reading it takes half as long as
  /// ``now``; elsewhere it is ``now``. A later reading may be smaller by less than a microsecond,
  /// so a difference can be negative.
  package var quickNow: Int64 { read?() ?? stage_nanoseconds_quick() }

  package func sleep(until moment: Int64, named name: String? = nil) async throws {
    if isReal {
      try await sleep(moment)
    } else {
      try await SleeperName.$current.withValue(name) { try await sleep(moment) }
    }
  }

  private static func open<C: Clock & Sendable>(
    _ clock: C
  ) -> (@Sendable () -> Int64, @Sendable (Int64) async throws -> Void)
  where C.Duration == Duration {
    let origin = clock.now
    // Starts above zero, because zero means that no time was recorded.
    let offset: Int64 = 1_000_000_000
    return (
      { origin.duration(to: clock.now).wholeNanoseconds + offset },
      { moment in
        try await clock.sleep(
          until: origin.advanced(by: .nanoseconds(moment - offset)), tolerance: nil)
      }
    )
  }
}

/// The name under which a test clock lists the sleep of the current task.
///
/// It is set around each sleep on a clock other than the system's, so that a test whose objects
/// share a clock can tell which of them sleeps.
package enum SleeperName {
  @TaskLocal package static var current: String?
}

extension Duration {
  /// In nanoseconds, clamped to half the range of 64 bits, which is 146 years.
  package var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds < 0 ? .min / 2 : .max / 2 }
    return max(.min / 2, min(scaled, .max / 2)) + attoseconds / 1_000_000_000
  }
}
