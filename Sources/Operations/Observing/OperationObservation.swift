/// Keeps an observer registered until it is cancelled or released.
public final class OperationObservation: Sendable {
  private let removeObserver: @Sendable () -> Void

  init(removeObserver: @escaping @Sendable () -> Void) { self.removeObserver = removeObserver }

  deinit { removeObserver() }

  /// Ends the observation and releases the observer.
  ///
  /// An event that is being delivered at that moment may still reach the observer. Cancelling again
  /// has no effect. Releasing the observation cancels it too.
  public func cancel() { removeObserver() }
}
