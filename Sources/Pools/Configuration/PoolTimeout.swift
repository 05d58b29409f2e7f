/// The maximum time that a borrower waits.
@frozen
public struct PoolTimeout: Hashable, Sendable {
  @frozen
  @usableFromInline
  enum Limit: Hashable, Sendable {
    case configured
    case after(Duration)
    case unlimited
  }

  @usableFromInline var limit: Limit

  // Inlinable because its callers are: a default argument is evaluated for each loan.
  @inlinable
  init(limit: Limit) { self.limit = limit }

  /// The `waitTimeout` of the pool's configuration: 30 seconds by default, and no limit if it is
  /// nil.
  @inlinable public static var `default`: PoolTimeout { PoolTimeout(limit: .configured) }

  /// At most the given duration.
  ///
  /// With zero or less, the borrower does not wait: an idle element is still lent, but none is
  /// created.
  ///
  /// - Parameter duration: The maximum wait.
  /// - Returns: The timeout.
  public static func after(_ duration: Duration) -> PoolTimeout {
    PoolTimeout(limit: .after(duration))
  }

  /// At most the given number of seconds, as ``after(_:)``.
  ///
  /// - Parameter seconds: The maximum wait.
  /// - Returns: The timeout.
  public static func seconds(_ seconds: some BinaryInteger) -> PoolTimeout {
    .after(.seconds(seconds))
  }

  /// At most the given number of seconds, as ``after(_:)``.
  ///
  /// - Parameter seconds: The maximum wait.
  /// - Returns: The timeout.
  public static func seconds(_ seconds: Double) -> PoolTimeout { .after(.seconds(seconds)) }

  /// At most the given number of milliseconds, as ``after(_:)``.
  ///
  /// - Parameter milliseconds: The maximum wait.
  /// - Returns: The timeout.
  public static func milliseconds(_ milliseconds: some BinaryInteger) -> PoolTimeout {
    .after(.milliseconds(milliseconds))
  }

  /// No limit.
  @inlinable public static var unlimited: PoolTimeout { PoolTimeout(limit: .unlimited) }

  /// The maximum wait, or nil for no limit, in a pool with this configured timeout.
  package func duration(configured: Duration?) -> Duration? {
    switch limit {
    case .configured: configured
    case .after(let duration): duration
    case .unlimited: nil
    }
  }
}
