extension OperationCondition {
  /// Evaluates conditions in turn until one of them skips or fails the operation, or requests
  /// another.
  ///
  /// It begins with `first`, the one that last requested another operation, so that many conditions
  /// with one prerequisite each need a linear number of evaluations. Of several values, that of the
  /// first condition in the list counts.
  @inlinable
  static func evaluate(
    _ conditions: [OperationCondition], from first: Int, onlyVolatile: Bool,
    _ context: OperationContext
  ) async -> (answer: ConditionsAnswer, value: Output?) {
    var supplied: (value: Output, position: Int)?
    for step in conditions.indices {
      var position = first + step
      if position >= conditions.count { position -= conditions.count }
      let condition = conditions[position]
      guard !onlyVolatile || condition.isVolatile else { continue }
      do {
        switch try await condition.check(context).verdict {
        case .proceed: break
        case .satisfied(let value):
          if position < supplied?.position ?? .max { supplied = (value, position) }
        case .skip: return (.skip, nil)
        case .fail(let error): return (.fail(error), nil)
        case .first(let other): return (.first(other, by: position), nil)
        }
      } catch {
        return (.fail(error), nil)
      }
    }
    return supplied.map { (.satisfied, $0.value) } ?? (.proceed, nil)
  }
}

@usableFromInline
enum ConditionsAnswer: Sendable {
  case proceed
  /// A condition supplied the value, which the handle stores.
  case satisfied
  case skip
  case fail(any Error)
  /// The condition at this index requests another operation first.
  case first(AnyOperationHandle, by: Int)
}
