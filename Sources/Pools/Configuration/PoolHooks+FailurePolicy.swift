extension PoolHooks {
  /// The treatment of an element when the body that used it threw.
  ///
  /// It applies where the pool runs the body, in `withElement`. A cancelled body that
  /// throws `CancellationError` counts as a failure.
  public struct FailurePolicy: Sendable {
    let decide: (@Sendable (inout Element, any Error) -> PoolDisposition)?

    /// The element is lent again, as after a normal return.
    ///
    /// For plain values in memory.
    public static var reuse: FailurePolicy { FailurePolicy(decide: nil) }

    /// The element is destroyed.
    ///
    /// For connections and other elements that an interrupted operation leaves in an unknown state.
    public static var discard: FailurePolicy { FailurePolicy { _, _ in .discard } }

    /// The closure inspects the element and the error, and decides.
    ///
    /// - Parameter decide: A closure that decides what happens to the element.
    /// - Returns: The policy.
    public static func ask(
      _ decide: @escaping @Sendable (inout Element, any Error) -> PoolDisposition
    ) -> FailurePolicy {
      FailurePolicy(decide: decide)
    }
  }
}
