internal import StageFloor
internal import Synchronization

/// Keeps an observer of a pool registered until it is cancelled or released.
///
/// It does not retain the pool.
public final class PoolObservation: Sendable {
  private let lock = LockWord()
  // guard: `lock`
  nonisolated(unsafe) private var observer: PoolObserver?

  init(_ observer: PoolObserver) { self.observer = observer }

  deinit {
    observer?.cancel()
    lock.deallocate()
  }

  /// Ends the observation and releases the observer.
  ///
  /// After this method returns, no event reaches the observer, except one that another thread is
  /// delivering at that moment. The observer may call it. Cancelling again has no effect. Releasing
  /// the observation cancels it too.
  public func cancel() {
    let observer = lock.withLock { self.observer.take() }
    observer?.cancel()
  }
}

/// A registered observer of a pool.
final class PoolObserver: Sendable {
  typealias Body = @Sendable (PoolEvent) -> Void

  private let body: Body
  private let core: CoreReference
  private let isCancelled = Atomic<Bool>(false)

  init(of core: CoreReference, _ body: @escaping Body) {
    self.core = core
    self.body = body
  }

  /// Calls the observer, unless it was cancelled; call this without holding a lock.
  func notify(_ event: PoolEvent) {
    if !isCancelled.load(ordering: .relaxed) { body(event) }
  }

  func cancel() {
    if isCancelled.exchange(true, ordering: .relaxed) { return }
    // Where the pool was dropped and only leases keep its core, the observer stays in the list
    // until they have ended, and is no longer called.
    core.take()?.remove(self)
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
