/// The extent of a cancellation.
public struct OperationCancellationReach: Sendable, Hashable {
  private enum Value: Sendable { case operation, dependents }
  private let value: Value

  var reach: OperationMachine.Reach { value == .operation ? .this : .dependents }

  /// The operation and the operations that require it.
  public static var operation: OperationCancellationReach {
    OperationCancellationReach(value: .operation)
  }

  /// The operation and all its direct and indirect dependents, regardless of their edges.
  public static var dependents: OperationCancellationReach {
    OperationCancellationReach(value: .dependents)
  }
}
