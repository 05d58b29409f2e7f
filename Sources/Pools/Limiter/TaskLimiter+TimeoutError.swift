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

    /// One sentence with the numbers.
    public var description: String {
      let subject = limiter.map { "Limiter “\($0)”" } ?? "The limiter"
      let permits = weight == 1 ? "no permit was free" : "\(weight) permits were not free"
      let most = limit == .max ? "" : " of \(limit)"
      return "\(subject): \(permits) within \(waited.rounded) "
        + "(\(inUse)\(most) in use, \(waiting) waiting)."
    }
  }
}
