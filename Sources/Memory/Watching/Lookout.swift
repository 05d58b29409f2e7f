/// A file descriptor, and the events to wait for.
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
/// lookout: it needs no lock.
protocol Lookout: AnyObject, Sendable {
  /// Receives the reports.
  ///
  /// The watch thread itself reports a loss here if it has to give the lookout up.
  var reporter: PressureReporter { get }

  /// The descriptors to wait for; requested before each sleep.
  ///
  /// Hang-ups and errors are reported in any case. A lookout that keeps requesting a descriptor
  /// that has reached its end is given up, because the thread could never sleep again.
  var descriptors: [PolledDescriptor] { get }

  /// The time of the next poll even if nothing happens, on the monotonic clock in nanoseconds; nil
  /// for none.
  ///
  /// If all lookouts return nil, the thread sleeps until a descriptor is ready.
  var nextLook: Int64? { get }

  /// Handles events of the descriptors, or a poll that is due.
  ///
  /// - Parameters:
  ///   - ready: The descriptors with events.
  ///   - now: The time on the monotonic clock, in nanoseconds.
  /// - Returns: Whether to continue. A lookout that does not has already notified its reporter.
  func look(_ ready: [PolledDescriptor], now: Int64) -> Bool

  /// Closes what was opened, after the watch has ended. Called once.
  ///
  /// Runs on the watch thread, or on the adding thread if no thread could be started.
  func close()
}
