internal import StageFloor
public import Synchronization

/// What tells those who follow a list that there may be something new.
///
/// It carries no news: who hears it asks the list. Each time somebody wants to hear of the next
/// change, they say so *before* they read the list, and are told once; whoever is not listening
/// costs the list nothing. So no change is missed: a change that is made after the list was read is
/// made after the listener came.
public final class ListBell: Sendable {
  private let lock = LockWord()
  private typealias Listeners = [ObjectIdentifier: any ListListener]
  nonisolated(unsafe) private var listeners: Listeners = [:]  // guard: `lock`
  /// Whether somebody listens.
  ///
  /// Whoever reads the list after that, and those who edit it before they
  /// look here, meet at the lock of the list's head, which is why the order is theirs.
  @usableFromInline let isHeard = Atomic<Bool>(false)

  @usableFromInline
  package init() {}

  deinit { lock.deallocate() }

  /// Tells `listener` of the next change, once, however often it asks.
  package func listen(_ listener: any ListListener) {
    lock.lock()
    let old = listeners.updateValue(listener, forKey: ObjectIdentifier(listener))
    isHeard.store(true, ordering: .relaxed)
    lock.unlock()
    withExtendedLifetime(old) {}
  }

  /// Does not tell `listener` any more; it may be hearing the bell at this moment.
  package func forget(_ listener: any ListListener) {
    lock.lock()
    let old = listeners.removeValue(forKey: ObjectIdentifier(listener))
    if listeners.isEmpty { isHeard.store(false, ordering: .relaxed) }
    lock.unlock()
    withExtendedLifetime(old) {}
  }

  /// The list has changed; called without any lock.
  @inlinable
  @inline(__always)
  package func ring() {
    if isHeard.load(ordering: .relaxed) { tell() }
  }

  @usableFromInline
  func tell() {
    lock.lock()
    let told = listeners
    listeners = [:]
    isHeard.store(false, ordering: .relaxed)
    lock.unlock()
    for listener in told.values { listener.listMayHaveChanged() }
  }
}

/// Somebody who wants to know when a list may have changed.
package protocol ListListener: AnyObject, Sendable {
  /// Called once for each time it began to listen, on the thread of the edit, without any lock.
  ///
  /// It does not call out.
  func listMayHaveChanged()
}
