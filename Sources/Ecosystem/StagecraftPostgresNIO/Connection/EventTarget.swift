#if PostgresNIO
internal import StageFloor

/// What receives the events of connections, and was created after them.
final class EventTarget<Object: AnyObject & Sendable>: Sendable {
  private let reference = Guarded<WeakReference<Object>?>(nil)

  init() {}

  var object: Object? {
    get { reference.withLock { $0 }?.object }
    set { reference.withLock { $0 = newValue.map { WeakReference($0) } } }
  }
}
#endif
