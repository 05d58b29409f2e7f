/// The rules of a shared pool, which its store records: all processes follow the same ones.
public struct SharedPoolSettings: Hashable, Sendable, Codable {
  /// What happens to a resource whose lease has expired.
  public enum ExpiryPolicy: String, Hashable, Sendable, Codable, CaseIterable {
    /// It is lent again after the grace period.
    case lendAgain = "lend-again"
    /// It is quarantined after the grace period, until a keeper repairs it.
    case quarantine
  }

  /// How long a lease lives without renewal: at least 300 milliseconds, at most a day.
  public var timeToLive: Duration

  /// How long before its lease ends a holder's body is cancelled, or `nil` for a tenth of the time
  /// to live, at least one second (a quarter of the time to live if that is below four seconds).
  public var margin: Duration?

  /// How long after its lease has ended a resource is not lent again, or `nil` for a sixth of the
  /// time to live.
  public var grace: Duration?

  /// The longest time for which a lease can be renewed, or `nil` for no limit.
  public var maximumHold: Duration?

  /// What happens to a resource whose lease has expired.
  public var onExpiry: ExpiryPolicy

  /// How much earlier each step of priority counts as having joined the line.
  ///
  /// A request of priority 1 overtakes those of priority 0 that joined at most this long before it,
  /// so none waits for ever.
  public var ageing: Duration

  /// How many entries of the log the store keeps, the latest ones: from 1,000 to 10,000,000.
  ///
  /// A database removes older ones a few hundred at a time, so the log can be that much longer. It
  /// removes each after thirty days. Numbers that were given to nothing, because a transaction
  /// failed, count as entries there.
  public var logLength: Int

  /// Creates rules.
  public init(
    timeToLive: Duration = .seconds(30), margin: Duration? = nil, grace: Duration? = nil,
    maximumHold: Duration? = nil, onExpiry: ExpiryPolicy = .lendAgain,
    ageing: Duration = .seconds(60), logLength: Int = 100_000
  ) {
    self.timeToLive = timeToLive
    self.margin = margin
    self.grace = grace
    self.maximumHold = maximumHold
    self.onExpiry = onExpiry
    self.ageing = ageing
    self.logLength = logLength
  }

  /// The margin that applies.
  public var effectiveMargin: Duration {
    if let margin { return margin }
    return timeToLive < .seconds(4) ? timeToLive / 4 : max(timeToLive / 10, .seconds(1))
  }

  /// The grace period that applies.
  public var effectiveGrace: Duration { grace ?? timeToLive / 6 }

  /// What is wrong with these rules, as a sentence, or `nil`.
  @_spi(Store) public var flaw: String? {
    if timeToLive < .milliseconds(300) || timeToLive > .seconds(86_400) {
      return "The time to live is \(timeToLive); it must be from 0.3 seconds to a day."
    }
    if effectiveMargin <= .zero || effectiveMargin * 2 > timeToLive {
      return """
        The margin is \(effectiveMargin) and the time to live is \(timeToLive); the margin must be \
        positive and at most half the time to live.
        """
    }
    if effectiveGrace < .zero || effectiveGrace > .seconds(86_400) {
      return "The grace period is \(effectiveGrace); it must be from zero to a day."
    }
    if let maximumHold, maximumHold < timeToLive {
      return """
        The maximum hold is \(maximumHold) and the time to live is \(timeToLive); a lease must be \
        able to last its time to live.
        """
    }
    if ageing <= .zero || ageing > .seconds(86_400) {
      return "The ageing is \(ageing) for each step of priority; it must be up to a day."
    }
    if !(1_000...10_000_000).contains(logLength) {
      return "The length of the log is \(logLength); it must be from 1000 to 10000000 entries."
    }
    return nil
  }
}
