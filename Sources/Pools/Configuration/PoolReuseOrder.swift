/// The order in which idle elements are lent, in a pool that threads share.
public enum PoolReuseOrder: Hashable, Sendable {
  /// The element that this thread returned last if it is idle, otherwise any. The fastest order,
  /// and the one with the best cache locality when many threads share a pool.
  case nearest
  /// The element that was returned last. The others grow cold and can be trimmed.
  case lastInFirstOut
  /// The element that has been idle longest, so that all are used equally.
  case firstInFirstOut

  /// The same order, where it does not depend on the thread.
  init(_ order: PoolStrictReuseOrder) {
    switch order {
    case .lastInFirstOut: self = .lastInFirstOut
    case .firstInFirstOut: self = .firstInFirstOut
    }
  }
}

/// The order in which idle elements are lent, in a pool without a fast path: a ``LocalPool`` or a
/// ``KeyedPool``.
public enum PoolStrictReuseOrder: Hashable, Sendable {
  /// The element that was returned last. The others grow cold and can be trimmed.
  case lastInFirstOut
  /// The element that has been idle longest, so that all are used equally.
  case firstInFirstOut
}
