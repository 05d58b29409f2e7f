internal import StageFloor

/// The place of one observer: it hears the bell, and has the observer told on the main actor.
///
/// It knows no list, so that everything which has a bell can be observed through it.
package final class DeliverySeat: ListListener {
  /// Puts a job into the queue of the main actor.
  package typealias Enqueuing = @Sendable (_ job: @escaping @MainActor () -> Void) -> Void

  private let bell: ListBell
  private let enqueue: Enqueuing
  private let timekeeper: Timekeeper?
  private let lock = LockWord()
  nonisolated(unsafe) private var machine: DeliveryMachine  // guard: `lock`
  nonisolated(unsafe) private var tell: (@MainActor () -> Bool)?  // guard: `lock`
  nonisolated(unsafe) private var alarm: Alarm?  // guard: `lock`

  /// A seat that does not listen yet.
  ///
  /// - Parameters:
  ///   - bell: what rings when there may be something new.
  ///   - cadence: when to tell the observer.
  ///   - enqueue: puts a job into the queue of the main actor.
  ///   - tell: tells the observer what is new, and returns whether there was anything.
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

  /// Begins to listen; what is read from now on is followed by what the bell tells of.
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

  /// - Returns: whether there was something to tell.
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

  /// Lets go of the observer on the main actor, where what it holds is to end.
  ///
  /// Until then nobody else may have a reference, who might be the last to drop it: the observer
  /// stays where it is.
  private func letGo() {
    lock.lock()
    let tell = tell.take()
    lock.unlock()
    withExtendedLifetime(tell) {}
  }

  /// As a task: detached, because it must not inherit what belongs to the task that edits the list.
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
    // Before the list is read: what changes after that rings the bell again.
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

  /// The alarm, made when it is needed first; nil if there is no clock, or nobody to tell.
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
