internal import StageFloor

/// The reason that a pool lent nothing.
///
/// Two errors are equal if their codes are equal, regardless of their numbers.
///
/// ```swift
/// do {
///   let book = try await books.lease(timeout: .seconds(2))
///   read(book.element)
/// } catch PoolError.timedOut {
///   print("All copies are on loan.")
/// }
/// ```
public struct PoolError: Error, Sendable {
  /// The kind of error, without the numbers.
  public enum Code: Hashable, Sendable {
    /// No element became available in time.
    case timedOut
    /// As many borrowers waited as the pool's `maximumWaiting` allows.
    case tooManyWaiting
    /// The pool is shut down.
    case shutdown
    /// The borrower holds an element of this pool and would wait for another.
    case wouldDeadlock
  }

  /// The kind of error.
  public var code: Code

  /// The state of the pool at the time of the error, or nil in the constants used for comparison.
  public var snapshot: PoolSnapshot?

  /// How long the borrower waited.
  public var waited: Duration?

  /// The error of the most recent creation, if that creation failed.
  public var lastCreationError: (any Error)?

  /// In a pool that does not detect nested borrowing: the borrower may have waited for itself.
  var sawNoReturn = false

  /// No element became available in time.
  public static var timedOut: PoolError { PoolError(code: .timedOut) }
  /// As many borrowers waited as the pool's `maximumWaiting` allows.
  public static var tooManyWaiting: PoolError { PoolError(code: .tooManyWaiting) }
  /// The pool is shut down.
  public static var shutdown: PoolError { PoolError(code: .shutdown) }
  /// The borrower holds an element of this pool and would wait for another.
  public static var wouldDeadlock: PoolError { PoolError(code: .wouldDeadlock) }

  init(
    code: Code, snapshot: PoolSnapshot? = nil, waited: Duration? = nil,
    lastCreationError: (any Error)? = nil
  ) {
    self.code = code
    self.snapshot = snapshot
    self.waited = waited
    self.lastCreationError = lastCreationError
  }

  /// Returns whether `error` is a pool error with the same code.
  ///
  /// - Parameters:
  ///   - pattern: The pool error to match.
  ///   - error: The error to test.
  /// - Returns: Whether both are pool errors with the same code.
  public static func ~= (pattern: PoolError, error: any Error) -> Bool {
    (error as? PoolError)?.code == pattern.code
  }
}

extension PoolError: Equatable {
  /// Returns whether both errors have the same code.
  ///
  /// - Parameters:
  ///   - left: An error.
  ///   - right: Another error.
  /// - Returns: Whether both have the same code.
  public static func == (left: PoolError, right: PoolError) -> Bool { left.code == right.code }
}

extension PoolError: CustomStringConvertible {
  /// One sentence with the numbers that explain the error.
  public var description: String {
    var text = "\(snapshot?.name.map { "Pool “\($0)”" } ?? "The pool"): \(reason)"
    if let snapshot {
      text += " (\(snapshot.onLoan) of \(snapshot.capacityText) on loan"
      text += ", \(snapshot.waiting) waiting"
      if snapshot.creating > 0 { text += ", \(snapshot.creating) being created" }
      text += ")"
    }
    if sawNoReturn, snapshot?.onLoan ?? 0 > 0 {
      text += """
        ; no element was returned meanwhile: if this borrower holds one, it waited for itself; \
        nestedBorrowing = .refused reports that at once
        """
    }
    if let lastCreationError { text += "; the last creation failed: \(lastCreationError)" }
    return text + "."
  }

  private var reason: String {
    switch code {
    case .timedOut:
      "no element became available\(waited.map { " within \($0.rounded)" } ?? " in time")"
    case .tooManyWaiting:
      "as many borrowers wait as maximumWaiting allows; raise it or retry later"
    case .shutdown:
      "it is shut down"
    case .wouldDeadlock:
      """
      the borrower holds an element of this pool and would wait for another while all are on loan; \
      borrow both before using either, or return the first one
      """
    }
  }
}

extension Duration {
  /// To about three digits.
  var rounded: String {
    let nanoseconds = wholeNanoseconds
    return switch nanoseconds {
    case ..<10_000: "\(nanoseconds) ns"
    case ..<10_000_000: "\(nanoseconds / 1_000) µs"
    case ..<10_000_000_000: "\(nanoseconds / 1_000_000) ms"
    default: "\(nanoseconds / 1_000_000_000) s"
    }
  }
}
