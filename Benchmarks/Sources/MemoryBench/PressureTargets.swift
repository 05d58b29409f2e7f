internal import Harness

extension Target {
  /// Targets for monitors.
  static var pressure: [Target] {
    let events = [
      Target.nanoseconds("event-fifo", atMost: 5_000_000),
      .nanoseconds("event-fifo", "stagecraft-2000-mounts", atMost: 5_000_000),
      .nanoseconds("event-group", atMost: 5_000_000),
    ]
    let passes = ["stagecraft", "stagecraft-estimates"].map {
      Target.nanoseconds("pass-1000", $0, atMost: 1_000_000)
    }
    let measured = ["estimated", "stagecraft"]
    let reliefs = [measured, measured.reversed()].map { pair in
      Target.ratio("relief-program", pair[0], to: pair[1], atMost: 1.2)
    }
    return events + passes + reliefs
  }
}
