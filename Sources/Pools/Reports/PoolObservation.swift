internal import StageFloor

/// Keeps an observer of a pool registered until it is cancelled or released.
///
/// It does not retain the pool.
public final class PoolObservation: Sendable {
  private let observer: PoolObserver

  init(_ observer: PoolObserver) { self.observer = observer }

  deinit { observer.cancel() }

  /// Ends the observation and releases the closure.
  ///
  /// After this method returns, no event reaches the closure, except one that another thread is
  /// delivering at that moment. The closure may call it. Cancelling again has no effect. Releasing
  /// the observation cancels it too.
  public func cancel() { observer.cancel() }
}

/// A registered observer of a pool.
final class PoolObserver: Sendable {
  typealias Body = @Sendable (PoolEvent) -> Void

  private let core: CoreReference
  private let lock = LockWord()
  /// Nil once cancelled.
  // guard: `lock`
  nonisolated(unsafe) private var body: Body?

  init(of core: CoreReference, _ body: @escaping Body) {
    self.core = core
    self.body = body
  }

  deinit { lock.deallocate() }

  /// Calls the closure, unless it was cancelled; call this without holding a lock.
  func notify(_ event: PoolEvent) {
    lock.withLock { body }?(event)
  }

  func cancel() {
    // The closure is released at the end, without a lock.
    guard let body = lock.withLock({ self.body.take() }) else { return }
    // If the pool was dropped, this remains in the list until the last lease has ended.
    core.take()?.remove(self)
    withExtendedLifetime(body) {}
  }
}

extension [PoolObserver] {
  /// Calls each observer, in the order in which they were added.
  func notify(_ event: @autoclosure () -> PoolEvent) {
    if isEmpty { return }
    let event = event()
    for observer in self { observer.notify(event) }
  }
}

/// The sending end of a sequence of events, which ends with it.
///
/// Only the observer in the core retains it, so the sequence ends with the observation, or when the
/// core of a dropped pool releases its observers.
final class PoolEventSource: Sendable {
  let continuation: AsyncStream<PoolEvent>.Continuation

  init(_ continuation: AsyncStream<PoolEvent>.Continuation) { self.continuation = continuation }

  deinit { continuation.finish() }
}
