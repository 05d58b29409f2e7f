/// What happens to an element next.
public enum PoolDisposition: Hashable, Sendable {
  /// The element is kept and lent again.
  case reuse
  /// The element is destroyed.
  case discard
}
