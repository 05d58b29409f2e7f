internal import StageFloor

/// All durations are nanoseconds.
struct SessionRules: Sendable {
  var session: LendingSession
  var firstPause: Int64 = 50_000_000
  var longestPause: Int64 = 2_000_000_000
  /// For how long a return is awaited; it is repeated in the background until its lease has ended.
  var returnTimeout: Int64 = 10_000_000_000
  var patience: Int64 = 30_000_000_000
  /// The pause between two polls for the head of the line while the store cannot notify.
  var pollPause: Int64 = 250_000_000
  /// After this time, or twice this time at most, a request without an answer is considered lost.
  ///
  /// Stores limit the time of a request to less.
  var answerLimit: Int64 = 15_000_000_000
  /// For how long a notification may be late before it counts as lost.
  var notificationDelay: Int64 = 1_000_000_000
}

extension SharedPoolSettings {
  var timeToLiveNanoseconds: Int64 { timeToLive.wholeNanoseconds }
  var marginNanoseconds: Int64 { effectiveMargin.wholeNanoseconds }
  var graceNanoseconds: Int64 { effectiveGrace.wholeNanoseconds }
}
