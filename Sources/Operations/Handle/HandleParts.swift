/// What few operations have: conditions, and scheduling of their own.
@usableFromInline
final class HandleParts: @unchecked Sendable {  // guard: one caller at a time uses `firstCondition`
  /// Evaluates all or only the volatile conditions, from an index on, and stores a supplied value.
  @usableFromInline
  typealias Evaluate =
    @Sendable (AnyOperationHandle, OperationContext, Int, Bool) async -> ConditionsAnswer

  let evaluate: Evaluate?
  let hasVolatileConditions: Bool
  let schedule: (@Sendable (AnyOperationHandle, Int) -> Void)?
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
