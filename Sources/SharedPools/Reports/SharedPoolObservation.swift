internal import StageFloor
internal import Synchronization

/// Keeps an observer of a shared pool registered until it is cancelled or released.
///
/// It does not retain the pool.
public final class SharedPoolObservation: Sendable {
  private let observer: SharedPoolObserver
  private let core: WeakReference<SharedPoolCore>

  init(_ observer: SharedPoolObserver, of core: SharedPoolCore) {
    self.observer = observer
    self.core = WeakReference(core)
  }

  deinit { cancel() }

  /// Ends the observation.
  ///
  /// After this method returns, no event reaches the closure, except one that another thread is
  /// delivering at that moment. The closure may call it. Cancelling again has no effect. Releasing
  /// the observation cancels it too.
  public func cancel() {
    if observer.cancel() { core.object?.remove(observer) }
  }
}

final class SharedPoolObserver: Sendable {
  private let body: @Sendable (SharedPoolEvent) -> Void
  private let isCancelled = Atomic(false)

  init(_ body: @escaping @Sendable (SharedPoolEvent) -> Void) { self.body = body }

  func notify(_ event: SharedPoolEvent) {
    if !isCancelled.load(ordering: .acquiring) { body(event) }
  }

  func cancel() -> Bool { !isCancelled.exchange(true, ordering: .acquiringAndReleasing) }
}
