#if GTK
internal import CGTK

extension MainLoop {
  /// Waits until a condition holds, and checks it about once a millisecond.
  ///
  /// It is for programs that walk through themselves, such as demonstrations and tests: the loop
  /// turns at least once in some milliseconds while one waits. If frames take longer than their
  /// interval, the condition is checked after every second one at least. While events or timers are
  /// always due, it is not checked.
  ///
  /// - Parameters:
  ///   - limit: How long to wait.
  ///   - condition: The condition.
  /// - Returns: Whether it holds; false, too, if the task is cancelled before.
  public static func until(
    _ limit: Duration = .seconds(20), _ condition: () -> Bool
  ) async -> Bool {
    let end = ContinuousClock.now + limit
    while !condition() {
      guard ContinuousClock.now < end, !Task.isCancelled else { return false }
      await turn()
    }
    return true
  }

  /// Waits until GTK has processed all events that are due, and at least one turn of the loop.
  ///
  /// It does not return while something else is always due: events, jobs, or frames that take longer
  /// than their interval.
  public static func idle() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let call = HeldClosure.hold { _ in
        continuation.resume()
        return false
      }
      // With a delay of one millisecond: an idle source would spin while a frame is awaited.
      g_timeout_add_full(
        G_PRIORITY_DEFAULT_IDLE, 1, { HeldClosure.call($0) }, call, { HeldClosure.release($0) })
    }
  }

  /// Waits a millisecond, and then until a job runs.
  private static func turn() async {
    await withCheckedContinuation { continuation in
      after(.milliseconds(1)) { continuation.resume() }
    }
  }
}
#endif
