internal import StageFloor

/// Why a pool lent nothing.
///
/// Two errors are equal if their codes are; the numbers only explain.
///
/// ```swift
/// do {
///   let book = try await books.lease(timeout: .after(.seconds(2)))
///   read(book.element)
/// } catch PoolError.timedOut {
///   print("All copies are lent.")
/// }
/// ```
public struct PoolError: Error, Sendable {
  /// What went wrong, without the numbers.
  public enum Code: Hashable, Sendable {
    /// Nothing came free in time.
    case timedOut
    /// The pool lends no more.
    case shutDown
    /// The borrower holds an element of this pool and would wait for another.
    case wouldDeadlock
  }

  /// What went wrong.
  public var code: Code

  /// The pool as it was at that moment; nil in the constants to compare with.
  public var snapshot: PoolSnapshot?

  /// How long the borrower had waited.
  public var waited: Duration?

  /// What the last attempt to make an element threw, if that was the last one.
  public var lastCreationError: (any Error)?

  /// Whether no element came back during the wait, in a pool that does not watch for nested
  /// borrowing: the borrower may have waited for itself.
  var sawNoReturn = false

  /// Nothing came free in time.
  public static var timedOut: PoolError { PoolError(code: .timedOut) }
  /// The pool lends no more.
  public static var shutDown: PoolError { PoolError(code: .shutDown) }
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

  /// Whether `error` is a pool error with the same code.
  public static func ~= (pattern: PoolError, error: any Error) -> Bool {
    (error as? PoolError)?.code == pattern.code
  }
}

extension PoolError: Equatable {
  /// Whether both have the same code.
  public static func == (left: PoolError, right: PoolError) -> Bool { left.code == right.code }
}

extension PoolError: CustomStringConvertible {
  /// One sentence with the numbers that explain it.
  public var description: String {
    var text = "\(snapshot?.name.map { "Pool “\($0)”" } ?? "The pool"): \(reason)"
    if let snapshot {
      text += " (\(snapshot.leased) of \(snapshot.capacityText) lent, \(snapshot.waiting) waiting"
      if snapshot.building > 0 { text += ", \(snapshot.building) being made" }
      text += ")"
    }
    if sawNoReturn, snapshot?.leased ?? 0 > 0 {
      text += """
        ; no element came back meanwhile: if this borrower holds one, it waits for itself, which \
        nestedBorrowing = .refused reports at once
        """
    }
    if let lastCreationError { text += "; the last creation failed: \(lastCreationError)" }
    return text + "."
  }

  private var reason: String {
    switch code {
    case .timedOut:
      "nothing came free\(waited.map { " within \($0.rounded)" } ?? " in time")"
    case .shutDown:
      "it is shut down and lends no more"
    case .wouldDeadlock:
      """
      the borrower holds an element of this pool and would wait for another while all are out; \
      borrow both before using either, or give the first one back
      """
    }
  }
}

extension Duration {
  /// The duration to three digits or so, for people.
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
