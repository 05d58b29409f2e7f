/// A requirement that is evaluated before an operation runs.
///
/// ```swift
/// extension OperationCondition {
///   /// The reader is logged in; if not, the login comes first, once for all that need it.
///   static func loggedIn(_ session: Session) -> OperationCondition {
///     OperationCondition("logged in") { context in
///       if await session.reader != nil { return .proceed }
///       return .first(context.manager.shared("login") { LoginOperation(session: session) })
///     }
///   }
/// }
/// ```
///
/// Conditions are evaluated in order, after all dependencies of the operation have ended and before
/// it takes its categories. All must agree: the first one that skips or fails decides. A value
/// supplied by a condition becomes the value of the operation only if the others proceed; of
/// several values, that of the first condition in the list counts.
public struct OperationCondition<Output: Sendable>: Sendable {
  /// The answer of a condition.
  public struct Answer: Sendable {
    @usableFromInline
    enum Verdict: Sendable {
      case proceed
      case satisfied(Output)
      case skip
      case fail(any Error)
      case first(AnyOperationHandle)
    }

    @usableFromInline let verdict: Verdict

    /// The operation may run.
    public static var proceed: Answer { Answer(verdict: .proceed) }

    /// The operation is already done and has this value.
    ///
    /// - Parameter value: The value of the operation.
    /// - Returns: The answer.
    public static func satisfied(_ value: Output) -> Answer { Answer(verdict: .satisfied(value)) }

    /// The operation is not needed, and neither are the operations that require it.
    public static var skip: Answer { Answer(verdict: .skip) }

    /// The operation fails with this error.
    ///
    /// - Parameter error: The error of the operation.
    /// - Returns: The answer.
    public static func fail(_ error: any Error) -> Answer { Answer(verdict: .fail(error)) }

    /// Another operation must succeed first.
    ///
    /// After it has succeeded, all conditions are evaluated again, in turn, starting with this one;
    /// so *n* conditions with one prerequisite each are evaluated at most 3 *n* times in total. If
    /// it fails or is cancelled, the operation is cancelled as if it required it.
    ///
    /// Conditions that never settle fail the operation with
    /// ``OperationError/Kind/endlessConditions``: when one of them has requested another operation
    /// 10,000 times before a body started, and when a chain of operations, each created or
    /// requested by the conditions of the previous one, is longer than 1,000.
    ///
    /// - Parameter operation: The operation that must succeed.
    /// - Returns: The answer.
    public static func first(_ operation: AnyOperationHandle) -> Answer {
      Answer(verdict: .first(operation))
    }
  }

  /// The name in reports.
  public let name: String

  /// Whether the condition is evaluated once more right before the body runs, after the operation
  /// has waited for its categories and its slot.
  ///
  /// If it then requests another operation, this one releases its slot and its categories, and the
  /// start does not count: timeouts, attempts and events begin with the body, and an
  /// ``OperationOptions/expiry`` still applies.
  public let isVolatile: Bool

  @usableFromInline let check: @Sendable (OperationContext) async throws -> Answer

  /// Creates a condition.
  ///
  /// - Parameters:
  ///   - name: The name in reports.
  ///   - isVolatile: Whether it is evaluated once more right before the body runs.
  ///   - check: Returns the answer; an error that it throws fails the operation.
  public init(
    _ name: String, isVolatile: Bool = false,
    check: @escaping @Sendable (OperationContext) async throws -> Answer
  ) {
    self.name = name
    self.isVolatile = isVolatile
    self.check = check
  }
}
