@_exported public import class StageFloor.ObservationToken

extension PressureMonitor {
  /// Calls `observer` with the current state, and then with the latest state after each change,
  /// including the return to normal.
  ///
  /// ```swift
  /// let observation = pressure.observe { @MainActor event in
  ///   banner.isHidden = event.level < .high
  /// }
  /// ```
  ///
  /// - Calls are made by a task of the observation, never by the thread of the change. A closure
  ///   that is isolated to an actor runs there, any other on a thread of the concurrency runtime.
  ///   The first call may precede the return of this method. No lock is held during a call.
  /// - Calls are made one at a time, in the order of the changes. A busy observer receives the
  ///   latest state and skips those in between; a state that changes back meanwhile is skipped.
  /// - Observers are independent: one that hangs delays neither another one nor the monitor.
  /// - The observation ends when it is cancelled or released, or when the monitor is deallocated.
  ///   It does not retain the monitor. Once it was cancelled on the observer's actor, no call
  ///   begins there; a call that another thread has begun is not interrupted.
  ///
  /// - Parameter observer: The function to call. It may use the monitor, but must not block its
  ///   thread: the runtime has few.
  /// - Returns: The observation, to be retained for as long as the observer is to be called.
  public func observe(
    _ observer: @escaping @isolated(any) @Sendable (PressureEvent) async -> Void
  ) -> ObservationToken {
    core.observe(observer).0
  }

  /// The current state, followed by every change, including the return to normal.
  ///
  /// A slow consumer receives the latest state and skips the ones in between. Each access creates a
  /// new sequence, which ends when the monitor is deallocated. It does not retain the monitor.
  public var events: PressureEvents { PressureEvents(core) }

  /// The reports of all passes from now on, in order.
  ///
  /// A slow consumer receives the latest 32. Each access creates a new sequence, which ends when
  /// the monitor is deallocated.
  public var reports: AsyncStream<ReliefReport> { core.makeReports() }
}
