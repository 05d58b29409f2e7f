/// What happens to an element next.
public enum PoolDisposition: Hashable, Sendable {
  /// The element is kept and lent again.
  case reuse
  /// The element is destroyed.
  case discard
}

/// The treatment of an element when the body that used it threw.
///
/// It applies where the pool runs the body, in `withElement`. A cancelled body that
/// throws `CancellationError` counts as a failure.
public struct PoolFailurePolicy<Element>: Sendable {
  let decide: (@Sendable (inout Element, any Error) -> PoolDisposition)?

  /// The element is lent again, as after a normal return.
  ///
  /// For plain values in memory.
  public static var reuse: PoolFailurePolicy { PoolFailurePolicy(decide: nil) }

  /// The element is destroyed.
  ///
  /// For connections and other elements that an interrupted operation leaves in an unknown state.
  public static var discard: PoolFailurePolicy { PoolFailurePolicy { _, _ in .discard } }

  /// The closure inspects the element and the error, and decides.
  ///
  /// - Parameter decide: A closure that decides what happens to the element.
  /// - Returns: The policy.
  public static func ask(
    _ decide: @escaping @Sendable (inout Element, any Error) -> PoolDisposition
  ) -> PoolFailurePolicy {
    PoolFailurePolicy(decide: decide)
  }
}
