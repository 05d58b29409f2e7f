/// A file descriptor, and what is expected of it.
struct PolledDescriptor: Equatable {
  var descriptor: Int32
  /// As in `poll`: `POLLIN`, `POLLPRI`.
  var events: Int16
  /// What happened, as `poll` tells it.
  var happened: Int16 = 0
}

/// Looks after one source, for one thread at a time.
///
/// Whoever makes it has it alone until it is handed to ``WatchThread/add(_:)``. Under that one's lock
/// it comes to the watch thread, which alone calls it from then on; without a thread it is closed by
/// whoever handed it over. That is the guard of all that a lookout changes: it needs no lock.
protocol Lookout: AnyObject, Sendable {
  /// Where what is seen goes.
  ///
  /// The thread itself reports a loss here if it has to give the lookout up.
  var reporter: PressureReporter { get }

  /// What to wait for; asked before each sleep.
  ///
  /// Hang-ups and errors are told unasked. A lookout that goes on asking for a descriptor that has
  /// come to its end is given up, because the thread would never sleep again.
  var descriptors: [PolledDescriptor] { get }

  /// When to look even if nothing happened, in nanoseconds of the monotonic clock; nil: never.
  ///
  /// A lookout that only waits for descriptors says nil, and the thread sleeps until one is ready.
  var nextLook: Int64? { get }

  /// Something happened to the descriptors, or it is time.
  ///
  /// - Parameters:
  ///   - ready: the descriptors to which something happened.
  ///   - now: the time, in nanoseconds of the monotonic clock.
  /// - Returns: whether to go on. A lookout that does not has said so to its reporter.
  func look(_ ready: [PolledDescriptor], now: Int64) -> Bool

  /// The watch has ended: closes what was opened. Called once.
  ///
  /// On the watch thread, or, if there was none to be had, on the one that asked for it.
  func close()
}
