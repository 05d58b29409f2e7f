internal import StageFloor
public import Synchronization

/// The source of notifications that a list may have changed.
///
/// A signal carries no information: the listener reads the list. A listener registers *before* it
/// reads the list and is notified once; without listeners, an edit costs no more than a check. No
/// change is missed: a change made after the read is made after the registration.
public final class ListChangeSignal: Sendable {
  private let listeners = Guarded<[ObjectIdentifier: any ListListener]>([:])

  /// Relaxed ordering is sufficient.
  ///
  /// A listener sets this before it acquires the list's head lock to read; a writer loads it after
  /// it has released that lock. The lock orders the two.
  @usableFromInline package let hasListeners = Atomic<Bool>(false)

  /// The signals that this one repeats; none for that of a single list.
  private let sources: [ListChangeSignal]
  private let repeater: SignalRepeater?

  @usableFromInline
  package init() {
    sources = []
    repeater = nil
  }

  /// Creates a signal for a list that has several sources.
  ///
  /// It listens to the signals of the sources from the registration of a listener of its own to the
  /// next change of each.
  @usableFromInline
  init(of sources: [ListChangeSignal]) {
    self.sources = sources
    let repeater = SignalRepeater()
    self.repeater = repeater
    repeater.repeatChanges(as: self)
  }

  deinit {
    if let repeater {
      for source in sources { source.removeListener(repeater) }
    }
  }

  /// Notifies `listener` of the next change, once, however often it is registered.
  package func addListener(_ listener: any ListListener) {
    let old = listeners.withLock { listeners in
      hasListeners.store(true, ordering: .relaxed)
      return listeners.updateValue(listener, forKey: ObjectIdentifier(listener))
    }
    withExtendedLifetime(old) {}
    if let repeater {
      for source in sources { source.addListener(repeater) }
    }
  }

  /// The listener may be receiving a notification at this moment.
  package func removeListener(_ listener: any ListListener) {
    let old = listeners.withLock { listeners in
      let old = listeners.removeValue(forKey: ObjectIdentifier(listener))
      if listeners.isEmpty { hasListeners.store(false, ordering: .relaxed) }
      return old
    }
    withExtendedLifetime(old) {}
  }

  /// Called without any lock.
  @inlinable
  @inline(__always)
  package func signal() {
    if hasListeners.load(ordering: .relaxed) { notifyListeners() }
  }

  @usableFromInline
  func notifyListeners() {
    let notified = listeners.withLock { listeners in
      defer { listeners = [:] }
      hasListeners.store(false, ordering: .relaxed)
      return listeners
    }
    for listener in notified.values { listener.listMayHaveChanged() }
  }
}

package protocol ListListener: AnyObject, Sendable {
  /// Called once per registration, on the thread of the edit, without any lock; calls no user code.
  func listMayHaveChanged()
}

/// A separate object, so that the sources do not retain the signal.
private final class SignalRepeater: ListListener {
  private let signal = Guarded<WeakReference<ListChangeSignal>?>(nil)

  func repeatChanges(as signal: ListChangeSignal) {
    self.signal.withLock { $0 = WeakReference(signal) }
  }

  func listMayHaveChanged() {
    let signal = signal.withLock { $0?.object }
    signal?.signal()
  }
}
