/// What few operations have: conditions, and scheduling of their own.
@usableFromInline
final class HandleParts: @unchecked Sendable {  // guard: one caller at a time uses `firstCondition`
  /// Evaluates the conditions of an operation from the one at an index, all or only those that are
  /// volatile, and stores the value that they supply.
  @usableFromInline
  typealias Evaluate =
    @Sendable (AnyOperationHandle, OperationContext, Int, Bool) async -> ConditionsAnswer

  let evaluate: Evaluate?
  let hasVolatileConditions: Bool
  /// Calls the type's `schedule` method with a number.
  let schedule: (@Sendable (AnyOperationHandle, Int) -> Void)?
  /// The index of the condition that is evaluated first.
  @exclusivity(unchecked) var firstCondition = 0

  @usableFromInline
  init(
    hasVolatileConditions: Bool, evaluate: Evaluate?,
    schedule: (@Sendable (AnyOperationHandle, Int) -> Void)?
  ) {
    self.hasVolatileConditions = hasVolatileConditions
    self.evaluate = evaluate
    self.schedule = schedule
  }

  var hasConditions: Bool { evaluate != nil }
  var schedulesItself: Bool { schedule != nil }
}
