/// How often an observer of a list is told of changes.
///
/// Whatever the cadence, an observer is told of all that has changed since it was last told, in one
/// transition.
public struct ListCadence: Sendable {
  enum Kind {
    case nextTurn
    case atMost(every: Duration, any Clock<Duration> & Sendable)
    case manual
  }

  let kind: Kind

  /// In the next turn of the main actor after a change.
  public static let nextTurn = ListCadence(kind: .nextTurn)

  /// Only when ``ListObservation/flush()`` is called.
  public static let manual = ListCadence(kind: .manual)

  /// In the next turn of the main actor, but not before some time has passed since the observer was
  /// last told.
  ///
  /// The time is counted from when it began to be told, and only if there was something to tell. To
  /// be told of all rows at the beginning does not count.
  ///
  /// - Parameters:
  ///   - interval: how much time; if it is not positive, this is ``nextTurn``.
  ///   - clock: by which clock.
  /// - Returns: the cadence.
  public static func atMost(
    every interval: Duration, clock: any Clock<Duration> & Sendable = ContinuousClock()
  ) -> ListCadence {
    interval > .zero ? ListCadence(kind: .atMost(every: interval, clock)) : .nextTurn
  }
}
