/// Something that must hold before an operation runs.
///
/// ```swift
/// extension OperationCondition {
///   /// The reader is logged in; if not, the login comes first, once for all who need it.
///   static func loggedIn(_ session: Session) -> OperationCondition {
///     OperationCondition("logged in") { context in
///       if await session.reader != nil { return .proceed }
///       return .first(context.manager.shared("login") { LoginOperation(session: session) })
///     }
///   }
/// }
/// ```
///
/// Conditions are asked in turn after all dependencies of the operation have ended, and before it
/// takes its categories. All must agree: the first that skips or fails decides. A value that one of
/// them has already becomes the value of the operation only if the others proceed; of several
/// values, that of the first condition in the list counts.
public struct OperationCondition<Output: Sendable>: Sendable {
  /// What a condition answers.
  public struct Answer: Sendable {
    enum Verdict: Sendable {
      case proceed
      case satisfied(Output)
      case skip
      case fail(any Error)
      case first(AnyOperationHandle)
    }

    let verdict: Verdict

    /// The operation may run.
    public static var proceed: Answer { Answer(verdict: .proceed) }

    /// Nothing is left to do: this is the value.
    public static func satisfied(_ value: Output) -> Answer { Answer(verdict: .satisfied(value)) }

    /// The operation is not needed, and neither are those that require it.
    public static var skip: Answer { Answer(verdict: .skip) }

    /// The operation fails with this error.
    public static func fail(_ error: any Error) -> Answer { Answer(verdict: .fail(error)) }

    /// Another operation comes first.
    ///
    /// When it has succeeded, all conditions are asked again, in turn from this one on; so *n*
    /// conditions with one prerequisite each are asked at most 3 *n* times together. If it fails or
    /// is cancelled, the operation is cancelled, as if it required it.
    ///
    /// Conditions that never come to an end fail the operation with
    /// ``OperationError/Kind/endlessConditions``: when one of them has asked for another operation
    /// 10,000 times before a body started, and when the chain of operations each of which was made
    /// or asked for by the conditions of the one before is longer than 1,000.
    public static func first(_ operation: AnyOperationHandle) -> Answer {
      Answer(verdict: .first(operation))
    }
  }

  /// What it is called in reports.
  public let name: String

  /// Whether it is asked once more right before the body runs, after the operation has waited for
  /// its categories and its place.
  ///
  /// If it then wants another operation first, the operation gives its place and its categories
  /// back, and that start does not count: timeouts, attempts and events begin with the body, and an
  /// ``OperationOptions/expiry`` still applies.
  public let isVolatile: Bool

  let check: @Sendable (OperationContext) async throws -> Answer

  /// A condition.
  ///
  /// - Parameters:
  ///   - name: what it is called in reports.
  ///   - isVolatile: whether it is asked once more right before the body runs.
  ///   - check: finds the answer; an error that it throws fails the operation.
  public init(
    _ name: String, isVolatile: Bool = false,
    check: @escaping @Sendable (OperationContext) async throws -> Answer
  ) {
    self.name = name
    self.isVolatile = isVolatile
    self.check = check
  }
}

/// What the conditions of an operation answered together.
enum ConditionsAnswer: Sendable {
  case proceed
  /// A condition has the value already, and the handle has kept it aside.
  case satisfied
  case skip
  case fail(any Error)
  /// The condition in this place wants another operation first.
  case first(AnyOperationHandle, by: Int)
}
