struct PolledDescriptor: Equatable {
  var descriptor: Int32
  /// The requested events, as in `poll`: `POLLIN`, `POLLPRI`.
  var events: Int16
  /// The events that occurred, as returned by `poll`.
  var happened: Int16 = 0
}

/// Watches one source, on one thread at a time.
///
/// Its creator uses it alone until it is passed to ``WatchThread/add(_:)``. Under the lock of the
/// ``WatchThread`` it moves to the watch thread, and from then on only that thread calls it; if no
/// thread can be started, the adding thread closes it. This is the guard of all mutable state in a
/// watcher: it needs no lock.
protocol Watcher: AnyObject, Sendable {
  /// Receives the reports, and a loss if the watch thread has to give the watcher up.
  var reporter: PressureReporter { get }

  /// Requested before each sleep; hang-ups and errors are reported in any case.
  ///
  /// A watcher that keeps requesting a descriptor that has reached its end is given up, because the
  /// thread could never sleep again.
  var descriptors: [PolledDescriptor] { get }

  /// The time of the next poll even if nothing happens, on the monotonic clock in nanoseconds.
  var nextLook: Int64? { get }

  /// Returns whether to continue; if not, the reporter was notified.
  func look(_ ready: [PolledDescriptor], now: Int64) -> Bool

  /// Called once after the watch has ended, on the watch thread or, without one, on the adding
  /// thread.
  func close()
}
