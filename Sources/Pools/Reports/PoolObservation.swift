internal import StageFloor
internal import Synchronization

/// Keeps an observer of a pool registered until it is cancelled or released.
///
/// It does not retain the pool.
public final class PoolObservation: Sendable {
  private let lock = LockWord()
  /// Nil once cancelled.
  nonisolated(unsafe) private var observer: PoolObserver?  // guard: `lock`

  init(_ observer: PoolObserver) { self.observer = observer }

  deinit {
    cancel()
    lock.deallocate()
  }

  /// Ends the observation and releases the closure.
  ///
  /// After this method returns, no event reaches the closure, except one that another thread is
  /// delivering at that moment. The closure may call it. Cancelling again has no effect. Releasing
  /// the observation cancels it too.
  public func cancel() {
    lock.lock()
    let observer = self.observer.take()
    lock.unlock()
    // The closure is released at the end, without a lock, or by the threads that are calling it.
    observer?.cancel()
  }
}

/// An observer in the list of a pool, with its closure.
///
/// It needs no lock. Only the list, an observation that is not cancelled, and the threads that are
/// delivering an event retain it; so once it is removed from the list, the closure is released as
/// soon as it has returned.
final class PoolObserver: Sendable {
  typealias Body = @Sendable (PoolEvent) -> Void

  private let core: CoreReference
  private let body: Body
  private let isCancelled = Atomic(false)

  init(of core: CoreReference, _ body: @escaping Body) {
    self.core = core
    self.body = body
  }

  /// Calls the closure, unless it was cancelled; call this without holding a lock.
  func notify(_ event: PoolEvent) {
    if !isCancelled.load(ordering: .acquiring) { body(event) }
  }

  func cancel() {
    guard !isCancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    // The caller retains the observer, so it is not released under the pool's lock.
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

/// Only the observer in the core retains it, so the sequence ends with the observation, or when the
/// core of a dropped pool releases its observers.
final class PoolEventSource: Sendable {
  let continuation: AsyncStream<PoolEvent>.Continuation

  init(_ continuation: AsyncStream<PoolEvent>.Continuation) { self.continuation = continuation }

  deinit { continuation.finish() }
}
