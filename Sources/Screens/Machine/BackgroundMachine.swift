/// Decides when the screens of a window are notified of the background and the foreground.
///
/// All screens receive one notification before any receives the other.
struct BackgroundMachine: Hashable, Sendable {
  /// The notification that all screens receive; call ``didNotify()`` afterwards.
  enum Round: Hashable {
    case entersBackground
    case entersForeground
  }

  /// From before the first notification about the background until after the last about the return.
  private(set) var isInBackground = false
  private var isMeantForBackground = false
  /// The notification in progress.
  private var round: Round?

  mutating func enterBackground() -> Round? {
    isMeantForBackground = true
    return next()
  }

  mutating func enterForeground() -> Round? {
    isMeantForBackground = false
    return next()
  }

  /// All screens have been notified: the next notification, if any.
  mutating func didNotify() -> Round? {
    if round == .entersForeground { isInBackground = false }
    round = nil
    return next()
  }

  private mutating func next() -> Round? {
    guard round == nil, isMeantForBackground != isInBackground else { return nil }
    isInBackground = true
    round = isMeantForBackground ? .entersBackground : .entersForeground
    return round
  }
}
