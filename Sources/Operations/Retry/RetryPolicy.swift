internal import StageFloor

/// Whether, how often, and after what delay a failed operation is retried.
///
/// ```swift
/// let policy = RetryPolicy.times(
///   3, delay: .exponential(from: .milliseconds(100), factor: 2, upTo: .seconds(10)), jitter: .full
/// ).retrying { $0 is CatalogueUnreachable }
/// ```
///
/// A policy is a plain value: a manager carries it out, or
/// ``run(attemptTimeout:clock:fileID:line:_:)`` where no manager runs the code.
public struct RetryPolicy: Sendable {
  /// The maximum number of attempts, including the first.
  public let maximumAttempts: Int

  /// The delays before the attempts, without jitter.
  public let delay: Delay

  /// The variation of the delays.
  public let jitter: Jitter

  private var retriesCancellations = false
  private var isWorthwhile: (@Sendable (any Error) -> Bool)?

  /// No retries.
  public static var never: RetryPolicy { times(0) }

  /// Retries a failed operation up to a number of times.
  ///
  /// - Parameters:
  ///   - retries: The maximum number of attempts after the first one; `.max` for no limit.
  ///   - delay: The delays before these attempts.
  ///   - jitter: The variation of the delays, so that operations that failed together do not retry
  ///     together.
  /// - Returns: A policy that retries after all errors except cancellations.
  public static func times(
    _ retries: Int, delay: Delay = .none, jitter: Jitter = .none
  ) -> RetryPolicy {
    require(
      retries >= 0,
      "An operation cannot be retried \(retries) times; for no retries, use `.never`.")
    return RetryPolicy(
      maximumAttempts: retries == .max ? .max : retries + 1, delay: delay, jitter: jitter)
  }

  /// Returns a policy that retries a number of times, with delays whose upper bound doubles.
  ///
  /// The bound doubles up to a minute. Full jitter makes each delay a random part of it, so that
  /// operations that failed together do not retry together.
  ///
  /// - Parameters:
  ///   - retries: The maximum number of attempts after the first one; `.max` for no limit.
  ///   - first: The first delay, before jitter.
  /// - Returns: A policy that retries after all errors except cancellations.
  public static func exponential(
    _ retries: Int, from first: Duration = .milliseconds(100)
  ) -> RetryPolicy {
    times(
      retries, delay: .exponential(from: first, upTo: max(first, .seconds(60))), jitter: .full)
  }

  /// Returns the same policy, restricted to some errors.
  ///
  /// - Parameters:
  ///   - includesCancellations: Whether `isWorthwhile` is also called for a `CancellationError`;
  ///     otherwise such an error is never retried. An operation that was itself cancelled is not
  ///     retried in either case.
  ///   - isWorthwhile: Whether to retry after an error; replaces the previous predicate. Called on
  ///     any thread, after each failed attempt unless it was the last.
  /// - Returns: The new policy.
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

  /// Returns whether another attempt follows.
  ///
  /// - Parameters:
  ///   - error: The error of the last attempt.
  ///   - attempts: The number of attempts so far.
  /// - Returns: Whether to retry.
  public func allowsRetry(after error: any Error, attempts: Int) -> Bool {
    guard attempts < maximumAttempts else { return false }
    if error is CancellationError, !retriesCancellations { return false }
    return isWorthwhile?(error) ?? true
  }

  /// Returns the delay before an attempt.
  ///
  /// The same attempt and the same random numbers give the same delay. Without jitter, no random
  /// numbers are drawn.
  ///
  /// - Parameters:
  ///   - attempt: The number of the attempt, counted from 1; the first one has no delay.
  ///   - generator: The source of randomness for the jitter.
  /// - Returns: The delay, never negative and never longer than the delay's limit.
  public func delay(
    beforeAttempt attempt: Int, using generator: inout some RandomNumberGenerator
  ) -> Duration {
    require(attempt >= 1, "There is no attempt \(attempt): they are counted from 1.")
    guard attempt > 1 else { return .zero }
    return jitter.applied(to: delay.nanoseconds(beforeRetry: attempt - 1), using: &generator)
  }
}
