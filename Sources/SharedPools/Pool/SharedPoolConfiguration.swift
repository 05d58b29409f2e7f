internal import StageFloor

/// How one ``SharedPool`` object behaves in this process.
///
/// The rules that all processes share are ``SharedPoolSettings``.
public struct SharedPoolConfiguration: Sendable {
  /// What this process works on, such as a build, as reports show it.
  public var job = ""

  /// The longest wait for resources, unless the borrower passes a timeout; nil for no limit.
  public var waitTimeout: Duration? = .seconds(300)

  /// How long the end of a scope waits until its return is recorded.
  ///
  /// After that, the return is repeated in the background until the lease has ended by itself.
  public var returnTimeout: Duration = .seconds(10)

  /// How long opening the pool, reports and the verbs of keepers are repeated while the store does
  /// not answer.
  public var patience: Duration = .seconds(30)

  /// The pause before a request whose outcome is unknown is sent again.
  ///
  /// It doubles with each repetition.
  public var firstRetryPause: Duration = .milliseconds(50)

  /// The longest pause before a request is sent again.
  public var longestRetryPause: Duration = .seconds(2)

  /// The clock by which this process judges its leases.
  ///
  /// The default one runs on while the machine is suspended; another is for tests.
  public var clock: any Clock<Duration> & Sendable = ContinuousClock()

  /// Creates a configuration with the defaults.
  ///
  /// - Parameters:
  ///   - job: What this process works on, as reports show it.
  ///   - waitTimeout: The longest wait for resources; nil for no limit.
  public init(job: String = "", waitTimeout: Duration? = .seconds(300)) {
    self.job = job
    self.waitTimeout = waitTimeout
  }

  var flaw: String? {
    if returnTimeout < .zero || patience < .zero {
      return "The return timeout and the patience must not be negative."
    }
    if firstRetryPause < .milliseconds(1) || longestRetryPause < firstRetryPause {
      return """
        The pauses are \(firstRetryPause) to \(longestRetryPause); the first must be at least a \
        millisecond, and the longest must not be shorter.
        """
    }
    return nil
  }

  func rules(for session: LendingSession) -> SessionRules {
    var rules = SessionRules(session: session)
    rules.firstPause = firstRetryPause.wholeNanoseconds
    rules.longestPause = longestRetryPause.wholeNanoseconds
    rules.returnTimeout = returnTimeout.wholeNanoseconds
    rules.patience = patience.wholeNanoseconds
    return rules
  }
}
