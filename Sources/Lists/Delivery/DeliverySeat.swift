internal import StageFloor

/// The registration of one observer: it listens to the bell, and notifies the observer on the main
/// actor.
///
/// It has no reference to a list, so that any object with a bell can be observed through it.
package final class DeliverySeat: ListListener {
  /// Enqueues a job on the main actor.
  package typealias Enqueuing = @Sendable (_ job: @escaping @MainActor () -> Void) -> Void

  private let bell: ListBell
  private let enqueue: Enqueuing
  private let timekeeper: Timekeeper?
  private let lock = LockWord()
  nonisolated(unsafe) private var machine: DeliveryMachine  // guard: `lock`
  nonisolated(unsafe) private var tell: (@MainActor () -> Bool)?  // guard: `lock`
  nonisolated(unsafe) private var alarm: Alarm?  // guard: `lock`

  /// Creates a registration that does not listen yet.
  ///
  /// - Parameters:
  ///   - bell: Rings when there may be changes.
  ///   - cadence: When to notify the observer.
  ///   - enqueue: Enqueues a job on the main actor.
  ///   - tell: Notifies the observer if there are changes, and returns whether it did so.
  package init(
    bell: ListBell, cadence: ListCadence, enqueue: @escaping Enqueuing = DeliverySeat.enqueue,
    tell: @escaping @MainActor () -> Bool
  ) {
    self.bell = bell
    self.enqueue = enqueue
    self.tell = tell
    switch cadence.kind {
    case .nextTurn:
      timekeeper = nil
      machine = DeliveryMachine(.nextTurn)
    case .manual:
      timekeeper = nil
      machine = DeliveryMachine(.manual)
    case .atMost(let interval, let clock):
      timekeeper = Timekeeper(clock)
      machine = DeliveryMachine(.interval(interval.wholeNanoseconds))
    }
  }

  deinit { lock.deallocate() }

  /// Starts to listen; call this before the first read, so that no change after it is missed.
  package func listen() { bell.listen(self) }

  package func listMayHaveChanged() {
    act { machine, now in machine.rang(at: now) }
  }

  package var isPaused: Bool { lock.withLock { machine.isPaused } }
  package var isCancelled: Bool { lock.withLock { machine.isCancelled } }

  package func pause() { lock.withLock { machine.pause() } }

  package func resume() {
    act { machine, now in machine.resume(at: now) }
  }

  /// - Returns: Whether the observer was notified.
  @MainActor
  @discardableResult
  package func flush() -> Bool {
    begin { machine, now in machine.flush(at: now) }
  }

  package func cancel() {
    lock.lock()
    let isFirst = machine.cancel()
    let alarm = alarm.take()
    lock.unlock()
    guard isFirst else { return }
    bell.forget(self)
    alarm?.stop()
    if MainActor.isCurrent {
      letGo()
    } else {
      enqueue { self.letGo() }
    }
  }

  /// Releases the observer on the main actor, where the objects that it retains are to be
  /// destroyed.
  ///
  /// Until then it stays in place: another thread with a reference to it could be the last to
  /// release it.
  private func letGo() {
    lock.lock()
    let tell = tell.take()
    lock.unlock()
    withExtendedLifetime(tell) {}
  }

  /// Enqueues a job as a task, which is detached because it must not inherit the context of the
  /// task that edits the list.
  package static func enqueue(_ job: @escaping @MainActor () -> Void) {
    Task.detached { @MainActor in job() }
  }

  @MainActor
  private func jobBegan() {
    _ = begin { machine, now in machine.jobBegan(at: now) }
  }

  @MainActor
  private func begin(_ decide: (inout DeliveryMachine, Int64) -> Bool) -> Bool {
    let now = timekeeper?.now ?? 0
    lock.lock()
    let tell = decide(&machine, now) ? tell : nil
    lock.unlock()
    guard let tell else { return false }
    // Listen before the list is read: changes made after the read ring the bell again.
    bell.listen(self)
    let wasTold = tell()
    act { machine, now in machine.ended(at: now, wasTold: wasTold) }
    if isCancelled { bell.forget(self) }
    return wasTold
  }

  private func act(_ decide: (inout DeliveryMachine, Int64) -> DeliveryMachine.Order) {
    let now = timekeeper?.now ?? 0
    lock.lock()
    let order = decide(&machine, now)
    lock.unlock()
    switch order {
    case .nothing: break
    case .enqueue: enqueue { self.jobBegan() }
    case .setAlarm(let moment): alarmClock?.set(for: moment)
    }
  }

  /// The alarm, created when first needed; nil if there is no clock, or if the observation is
  /// cancelled.
  private var alarmClock: Alarm? {
    if let alarm = lock.withLock({ alarm }) { return alarm }
    guard let timekeeper else { return nil }
    let made = Alarm(timekeeper: timekeeper) { [weak self] in
      self?.act { machine, now in machine.alarmRang(at: now) }
    }
    return lock.withLock {
      if alarm == nil, !machine.isCancelled { alarm = made }
      return alarm
    }
  }
}
