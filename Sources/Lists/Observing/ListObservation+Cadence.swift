extension ListObservation {
  /// How often an observer of a list is notified of changes.
  ///
  /// With any cadence, an observer receives all changes since its last notification in one
  /// transition.
  public struct Cadence: Sendable {
    enum Kind {
      case nextTurn
      case atMost(every: Duration, any Clock<Duration> & Sendable)
      case manual
    }

    let kind: Kind

    /// In the next turn of the main actor after a change, or after the update of a derived list
    /// that takes long.
    public static let nextTurn = Cadence(kind: .nextTurn)

    /// Only when ``ListObservation/flush()`` is called.
    public static let manual = Cadence(kind: .manual)

    /// In the next turn of the main actor, but at most once per interval.
    ///
    /// The interval is measured from the beginning of the last notification; only notifications of
    /// changes count, and the initial notification of all rows does not.
    ///
    /// - Parameters:
    ///   - interval: The interval; if it is not positive, the cadence is ``nextTurn``.
    ///   - clock: The clock that measures the interval.
    /// - Returns: The cadence.
    public static func atMost(
      every interval: Duration, clock: any Clock<Duration> & Sendable = ContinuousClock()
    ) -> Cadence {
      interval > .zero ? Cadence(kind: .atMost(every: interval, clock)) : .nextTurn
    }
  }
}
