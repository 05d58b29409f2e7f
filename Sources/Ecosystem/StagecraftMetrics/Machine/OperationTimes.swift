#if Metrics
/// Since when operations wait or run, by their numbers.
struct OperationTimes: Sendable {
  private struct Moments: Sendable {
    var submitted: Int64
    var started: Int64?
  }

  struct Ended: Hashable, Sendable {
    /// From its submission to its first start, or to its end without one.
    var waited: Int64
    /// From its first start to its end.
    var ran: Int64?
  }

  private var moments: [UInt64: Moments] = [:]

  mutating func submitted(_ number: UInt64, at now: Int64) {
    moments[number] = Moments(submitted: now)
  }

  mutating func started(_ number: UInt64, at now: Int64) {
    if moments[number]?.started == nil { moments[number]?.started = now }
  }

  /// Returns nil for an operation that was submitted before the observation.
  mutating func ended(_ number: UInt64, at now: Int64) -> Ended? {
    guard let known = moments.removeValue(forKey: number) else { return nil }
    return Ended(
      waited: (known.started ?? now) - known.submitted, ran: known.started.map { now - $0 })
  }
}
#endif
