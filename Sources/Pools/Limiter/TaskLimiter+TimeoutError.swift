extension TaskLimiter {
  /// A task did not get its permits in time.
  public struct TimeoutError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The limiter's name.
    public let limiter: String?
    /// How long the task waited.
    public let waited: Duration
    /// The number of permits that it asked for.
    public let weight: Int
    /// The number of permits in use when it gave up.
    public let inUse: Int
    /// The limiter's number of permits.
    public let limit: Int
    /// The number of other tasks that waited then.
    public let waiting: Int
    let obstacle: PermitMachine.Obstacle

    /// One sentence with the reason and the numbers.
    public var description: String {
      let subject = limiter.map { "Limiter “\($0)”" } ?? "The limiter"
      let most = limit == .max ? "" : " of \(limit)"
      return "\(subject): \(reason) (\(inUse)\(most) in use, \(waiting) waiting)."
    }

    private var reason: String {
      switch obstacle {
      case .permits:
        (weight == 1 ? "no permit was free" : "\(weight) permits were not free")
          + " within \(waited.rounded)"
      case .rate(let starts, let period):
        "the rate of \(starts) per \(Duration.nanoseconds(period).rounded) allowed no start "
          + "within \(waited.rounded)"
      case .line: "an earlier task was still waiting after \(waited.rounded)"
      }
    }
  }
}
