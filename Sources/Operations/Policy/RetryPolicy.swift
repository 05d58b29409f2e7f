internal import StageFloor

/// Whether an operation that failed is tried again, how often, and after what delay.
///
/// ```swift
/// let policy = RetryPolicy.times(
///   3, delay: .exponential(from: .milliseconds(100), factor: 2, upTo: .seconds(10)), jitter: .full
/// ).retrying { $0 is CatalogueUnreachable }
/// ```
///
/// A policy is a plain value: it decides and waits for nothing itself.
public struct RetryPolicy: Sendable {
  /// How often an operation is tried, the first time included.
  public let maximumAttempts: Int

  /// The delays before the attempts, without jitter.
  public let delay: Delay

  /// By how much the delays vary.
  public let jitter: Jitter

  private var retriesCancellations = false
  private var isWorthwhile: (@Sendable (any Error) -> Bool)?

  /// An operation that fails has failed.
  public static var never: RetryPolicy { times(0) }

  /// An operation that fails is tried again, up to so many times.
  ///
  /// - Parameters:
  ///   - retries: how many attempts follow the first one; `.max` for no end.
  ///   - delay: the delays before these attempts.
  ///   - jitter: by how much they vary, so that those who failed together do not come back together.
  /// - Returns: a policy that retries after all errors except cancellations.
  public static func times(
    _ retries: Int, delay: Delay = .none, jitter: Jitter = .none
  ) -> RetryPolicy {
    require(
      retries >= 0,
      "An operation cannot be tried again \(retries) times; for no retry say `.never`.")
    return RetryPolicy(
      maximumAttempts: retries == .max ? .max : retries + 1, delay: delay, jitter: jitter)
  }

  /// The same policy, for some errors only.
  ///
  /// - Parameters:
  ///   - includesCancellations: whether `isWorthwhile` is asked about a `CancellationError` as well;
  ///     otherwise it is never retried. An operation that was itself cancelled is not tried again in
  ///     either case.
  ///   - isWorthwhile: whether an error is worth another attempt; replaces the one given before.
  ///     Called on any thread, after each attempt that failed, as long as there is one more.
  /// - Returns: the new policy.
  public func retrying(
    includingCancellations includesCancellations: Bool = false,
    if isWorthwhile: @escaping @Sendable (any Error) -> Bool
  ) -> RetryPolicy {
    var policy = self
    policy.retriesCancellations = includesCancellations
    policy.isWorthwhile = isWorthwhile
    return policy
  }

  private init(maximumAttempts: Int, delay: Delay, jitter: Jitter) {
    self.maximumAttempts = maximumAttempts
    self.delay = delay
    self.jitter = jitter
  }

  /// Whether another attempt follows.
  ///
  /// - Parameters:
  ///   - error: what the last attempt threw.
  ///   - attempts: how many attempts there have been.
  /// - Returns: whether to try again.
  public func allowsRetry(after error: any Error, attempts: Int) -> Bool {
    guard attempts < maximumAttempts else { return false }
    if error is CancellationError, !retriesCancellations { return false }
    return isWorthwhile?(error) ?? true
  }

  /// How long to wait before an attempt.
  ///
  /// The same attempt and the same random numbers give the same delay; without jitter, none are
  /// drawn.
  ///
  /// - Parameters:
  ///   - attempt: counted from 1; before the first one there is no delay.
  ///   - generator: decides within the jitter.
  /// - Returns: the delay, never negative and never longer than the delay's limit.
  public func delay(
    beforeAttempt attempt: Int, using generator: inout some RandomNumberGenerator
  ) -> Duration {
    require(attempt >= 1, "There is no attempt \(attempt): they are counted from 1.")
    guard attempt > 1 else { return .zero }
    return jitter.applied(to: delay.nanoseconds(beforeRetry: attempt - 1), using: &generator)
  }
}
