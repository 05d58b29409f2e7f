import Testing

@testable import StagecraftLists

@Suite(.timeLimit(.minutes(3)))
struct DeliveryMachineTests {
  @Test
  func manySignalsEnqueueOneJob() {
    let machine = Conversation(.nextTurn)
    #expect(machine.signalled(at: 0) == .enqueue)
    #expect(machine.signalled(at: 0) == .nothing)
    #expect(machine.jobBegan(at: 0))
    #expect(machine.ended(at: 0, didNotify: true) == .nothing)
    #expect(machine.signalled(at: 0) == .enqueue)
  }

  @Test
  func signalDuringADeliveryIsDeliveredAfterIt() {
    let machine = Conversation(.nextTurn)
    #expect(machine.signalled(at: 0) == .enqueue)
    #expect(machine.jobBegan(at: 0))
    #expect(machine.signalled(at: 0) == .nothing)
    #expect(!machine.flush(at: 0))
    #expect(machine.ended(at: 0, didNotify: true) == .enqueue)
    #expect(machine.jobBegan(at: 0))
    #expect(machine.ended(at: 0, didNotify: true) == .nothing)
  }

  /// The observer runs an event loop of its own, which runs the next job.
  @Test
  func jobDuringADeliveryDoesNothing() {
    let machine = Conversation(.nextTurn)
    #expect(machine.signalled(at: 0) == .enqueue)
    #expect(machine.flush(at: 0))
    // The job is still in the queue, and finds a delivery in progress.
    #expect(machine.signalled(at: 0) == .nothing)
    #expect(!machine.jobBegan(at: 0))
    #expect(machine.ended(at: 0, didNotify: true) == .enqueue)
  }

  @Test
  func lateJobServesTheNextSignal() {
    let machine = Conversation(.nextTurn)
    #expect(machine.signalled(at: 0) == .enqueue)
    #expect(machine.flush(at: 0))
    #expect(machine.ended(at: 0, didNotify: true) == .nothing)
    // No second job is needed: the first one is still in the queue.
    #expect(machine.signalled(at: 0) == .nothing)
    #expect(machine.jobBegan(at: 0))
    #expect(machine.ended(at: 0, didNotify: true) == .nothing)
    #expect(!machine.jobBegan(at: 0))
  }

  @Test
  func deliveryFollowsAnUpdateInTheBackground() {
    let machine = Conversation(.nextTurn)
    #expect(machine.signalled(at: 0) == .enqueue)
    #expect(machine.jobBegan(at: 0))
    #expect(machine.postpone())
    // Changes during the update are delivered with it.
    #expect(machine.signalled(at: 0) == .nothing)
    #expect(machine.updated(at: 0) == .enqueue)
    #expect(machine.jobBegan(at: 0))
    #expect(machine.ended(at: 0, didNotify: true) == .nothing)
    #expect(machine.updated(at: 0) == .nothing)
  }

  @Test
  func listThatIsNeverUpToDateIsDelivered() {
    let machine = Conversation(.nextTurn)
    #expect(machine.signalled(at: 0) == .enqueue)
    for _ in 0..<2 {
      for _ in 0..<DeliveryMachine.maximumUpdates {
        #expect(machine.jobBegan(at: 0))
        #expect(machine.postpone())
        #expect(machine.updated(at: 0) == .enqueue)
      }
      #expect(machine.jobBegan(at: 0))
      #expect(!machine.postpone())
      #expect(machine.signalled(at: 0) == .nothing)
      #expect(machine.ended(at: 0, didNotify: true) == .enqueue)
    }
  }

  @Test
  func flushDoesNotWaitForAnUpdate() {
    let machine = Conversation(.nextTurn)
    #expect(machine.signalled(at: 0) == .enqueue)
    #expect(machine.jobBegan(at: 0))
    #expect(machine.postpone())
    #expect(machine.flush(at: 0))
    #expect(machine.ended(at: 0, didNotify: true) == .nothing)
    #expect(machine.updated(at: 0) == .nothing)
  }

  @Test
  func updateDuringAPauseIsDeliveredAfterIt() {
    let machine = Conversation(.interval(100))
    #expect(machine.signalled(at: 0) == .enqueue)
    #expect(machine.jobBegan(at: 0))
    #expect(machine.postpone())
    machine.pause()
    #expect(machine.updated(at: 50) == .nothing)
    // A postponed delivery does not count for the interval.
    #expect(machine.resume(at: 60) == .enqueue)
    #expect(machine.jobBegan(at: 60))
    #expect(machine.postpone())
    #expect(machine.cancel())
    #expect(machine.updated(at: 70) == .nothing)
  }

  @Test
  func changesDuringAPauseAreDeliveredAfterIt() {
    let machine = Conversation(.nextTurn)
    machine.pause()
    machine.pause()
    #expect(machine.isPaused)
    #expect(machine.signalled(at: 0) == .nothing)
    #expect(machine.signalled(at: 0) == .nothing)
    #expect(machine.resume(at: 0) == .enqueue)
    #expect(machine.resume(at: 0) == .nothing)
    #expect(machine.jobBegan(at: 0))
    #expect(machine.ended(at: 0, didNotify: true) == .nothing)
  }

  @Test
  func pauseTakesEffectBeforeAnEnqueuedJob() {
    let machine = Conversation(.nextTurn)
    #expect(machine.signalled(at: 0) == .enqueue)
    machine.pause()
    #expect(!machine.jobBegan(at: 0))
    #expect(machine.resume(at: 0) == .enqueue)
    machine.pause()
    #expect(machine.resume(at: 0) == .nothing)
    #expect(machine.jobBegan(at: 0))
  }

  @Test
  func pausedObserverMayFlush() {
    let machine = Conversation(.nextTurn)
    machine.pause()
    #expect(machine.signalled(at: 0) == .nothing)
    #expect(machine.flush(at: 0))
    #expect(machine.ended(at: 0, didNotify: true) == .nothing)
    #expect(machine.resume(at: 0) == .nothing)
  }

  @Test
  func manualObserverIsNotifiedOnlyByFlush() {
    let machine = Conversation(.manual)
    #expect(machine.signalled(at: 0) == .nothing)
    #expect(machine.resume(at: 0) == .nothing)
    #expect(machine.flush(at: 0))
    #expect(machine.signalled(at: 0) == .nothing)
    #expect(machine.ended(at: 0, didNotify: true) == .nothing)
    #expect(machine.flush(at: 0))
  }

  @Test
  func notificationsKeepTheInterval() {
    let machine = Conversation(.interval(100))
    #expect(machine.signalled(at: 1000) == .enqueue)
    #expect(machine.jobBegan(at: 1010))
    #expect(machine.ended(at: 1020, didNotify: true) == .nothing)
    #expect(machine.signalled(at: 1030) == .setAlarm(for: 1110))
    #expect(machine.signalled(at: 1040) == .nothing)
    #expect(machine.alarmFired(at: 1110) == .enqueue)
    #expect(machine.alarmFired(at: 1110) == .nothing)
    #expect(machine.jobBegan(at: 1110))
    #expect(machine.signalled(at: 1111) == .nothing)
    #expect(machine.ended(at: 1112, didNotify: true) == .setAlarm(for: 1210))
    #expect(machine.flush(at: 1115))
    #expect(machine.ended(at: 1116, didNotify: true) == .nothing)
    // Everything has been delivered before the alarm.
    #expect(machine.alarmFired(at: 1210) == .nothing)
    #expect(machine.signalled(at: 1300) == .enqueue)
  }

  /// A flush shortly before the alarm delivers the changes for which the alarm was set.
  @Test
  func earlyAlarmIsSetAgain() {
    let machine = Conversation(.interval(100))
    #expect(machine.flush(at: 1000))
    #expect(machine.ended(at: 1000, didNotify: true) == .nothing)
    #expect(machine.signalled(at: 1010) == .setAlarm(for: 1100))
    #expect(machine.flush(at: 1090))
    #expect(machine.ended(at: 1090, didNotify: true) == .nothing)
    #expect(machine.signalled(at: 1095) == .setAlarm(for: 1190))
    #expect(machine.alarmFired(at: 1100) == .setAlarm(for: 1190))
    #expect(machine.alarmFired(at: 1190) == .enqueue)
  }

  @Test
  func intervalIsNotAppliedWithoutANotification() {
    let machine = Conversation(.interval(100))
    #expect(machine.signalled(at: 1000) == .enqueue)
    #expect(machine.jobBegan(at: 1000))
    #expect(machine.ended(at: 1000, didNotify: false) == .nothing)
    #expect(machine.signalled(at: 1001) == .enqueue)
  }

  @Test
  func pauseTakesEffectBeforeAnAlarm() {
    let machine = Conversation(.interval(100))
    #expect(machine.flush(at: 1000))
    #expect(machine.ended(at: 1000, didNotify: true) == .nothing)
    #expect(machine.signalled(at: 1001) == .setAlarm(for: 1100))
    machine.pause()
    #expect(machine.alarmFired(at: 1100) == .nothing)
    #expect(machine.resume(at: 1200) == .enqueue)
  }

  @Test
  func cancelledObserverIsNotNotified() {
    let machine = Conversation(.nextTurn)
    #expect(machine.signalled(at: 0) == .enqueue)
    #expect(machine.cancel() && !machine.cancel())
    #expect(!machine.jobBegan(at: 0) && !machine.flush(at: 0))
    #expect(machine.signalled(at: 0) == .nothing && machine.resume(at: 0) == .nothing)
    #expect(machine.alarmFired(at: 0) == .nothing && machine.isCancelled)
  }

  @Test
  func observerMayCancelItselfDuringADelivery() {
    let machine = Conversation(.nextTurn)
    #expect(machine.signalled(at: 0) == .enqueue)
    #expect(machine.jobBegan(at: 0))
    #expect(machine.signalled(at: 0) == .nothing)
    #expect(machine.cancel())
    #expect(machine.ended(at: 0, didNotify: true) == .nothing)
  }
}

/// A machine in an object, whose mutating methods can be called in an expectation.
private final class Conversation {
  private var machine: DeliveryMachine
  init(_ cadence: DeliveryMachine.Cadence) { machine = DeliveryMachine(cadence) }

  var isPaused: Bool { machine.isPaused }
  var isCancelled: Bool { machine.isCancelled }
  func signalled(at now: Int64) -> DeliveryMachine.Action { machine.signalled(at: now) }
  func alarmFired(at now: Int64) -> DeliveryMachine.Action { machine.alarmFired(at: now) }
  func jobBegan(at now: Int64) -> Bool { machine.jobBegan(at: now) }
  func flush(at now: Int64) -> Bool { machine.flush(at: now) }
  func pause() { machine.pause() }
  func resume(at now: Int64) -> DeliveryMachine.Action { machine.resume(at: now) }
  func cancel() -> Bool { machine.cancel() }
  func postpone() -> Bool { machine.postpone() }
  func updated(at now: Int64) -> DeliveryMachine.Action { machine.updated(at: now) }
  func ended(at now: Int64, didNotify: Bool) -> DeliveryMachine.Action {
    machine.ended(at: now, didNotify: didNotify)
  }
}
