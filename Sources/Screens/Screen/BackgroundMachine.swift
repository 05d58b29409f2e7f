/// Decides when the screens of a window are told of the background, and when of the foreground.
///
/// Whoever is told may send the window back: all are told of the one before any is told of the other.
/// Sent back and forth meanwhile, it is as if nothing had happened.
struct BackgroundMachine: Hashable, Sendable {
  /// What all screens are told; say ``wereTold()`` after that.
  enum Round: Hashable {
    case entersBackground
    case entersForeground
  }

  /// Whether the window is in the background: from before all are told so, until all are told that it
  /// comes back.
  private(set) var isInBackground = false
  /// Where it is to be.
  private var isMeantForBackground = false
  /// What is being told.
  private var round: Round?

  /// The window goes to the background.
  mutating func enterBackground() -> Round? {
    isMeantForBackground = true
    return next()
  }

  /// The window comes back.
  mutating func enterForeground() -> Round? {
    isMeantForBackground = false
    return next()
  }

  /// All have been told.
  ///
  /// - Returns: what they are told next.
  mutating func wereTold() -> Round? {
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
