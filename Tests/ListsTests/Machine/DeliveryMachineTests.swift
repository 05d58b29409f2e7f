import Testing

@testable import StagecraftLists

@Suite(.timeLimit(.minutes(3)))
struct DeliveryMachineTests {
  @Test
  func manyRingsAreOneJob() {
    let machine = Talk(.nextTurn)
    #expect(machine.signalled(at: 0) == .enqueue)
    #expect(machine.signalled(at: 0) == .nothing)
    #expect(machine.jobBegan(at: 0))
    #expect(machine.ended(at: 0, didNotify: true) == .nothing)
    #expect(machine.signalled(at: 0) == .enqueue)
  }

  @Test
  func aRingDuringADeliveryIsToldAfterIt() {
    let machine = Talk(.nextTurn)
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
  func aJobDuringADeliveryWaitsForItsEnd() {
    let machine = Talk(.nextTurn)
    #expect(machine.signalled(at: 0) == .enqueue)
    #expect(machine.flush(at: 0))
    // The job is still in the queue, and finds a delivery in progress.
    #expect(machine.signalled(at: 0) == .nothing)
    #expect(!machine.jobBegan(at: 0))
    #expect(machine.ended(at: 0, didNotify: true) == .enqueue)
  }

  @Test
  func aJobThatComesTooLateServesTheNextRing() {
    let machine = Talk(.nextTurn)
    #expect(machine.signalled(at: 0) == .enqueue)
    #expect(machine.flush(at: 0))
    #expect(machine.ended(at: 0, didNotify: true) == .nothing)
    // One job is enough: it is still in the queue.
    #expect(machine.signalled(at: 0) == .nothing)
    #expect(machine.jobBegan(at: 0))
    #expect(machine.ended(at: 0, didNotify: true) == .nothing)
    #expect(!machine.jobBegan(at: 0))
  }

  @Test
  func whatHappensDuringAPauseIsToldAfterIt() {
    let machine = Talk(.nextTurn)
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
  func aPauseOvertakesAJob() {
    let machine = Talk(.nextTurn)
    #expect(machine.signalled(at: 0) == .enqueue)
    machine.pause()
    #expect(!machine.jobBegan(at: 0))
    #expect(machine.resume(at: 0) == .enqueue)
    machine.pause()
    #expect(machine.resume(at: 0) == .nothing)
    #expect(machine.jobBegan(at: 0))
  }

  @Test
  func aPausedObserverMayAskForItself() {
    let machine = Talk(.nextTurn)
    machine.pause()
    #expect(machine.signalled(at: 0) == .nothing)
    #expect(machine.flush(at: 0))
    #expect(machine.ended(at: 0, didNotify: true) == .nothing)
    #expect(machine.resume(at: 0) == .nothing)
  }

  @Test
  func aManualObserverIsToldOnlyWhenItAsks() {
    let machine = Talk(.manual)
    #expect(machine.signalled(at: 0) == .nothing)
    #expect(machine.resume(at: 0) == .nothing)
    #expect(machine.flush(at: 0))
    #expect(machine.signalled(at: 0) == .nothing)
    #expect(machine.ended(at: 0, didNotify: true) == .nothing)
    #expect(machine.flush(at: 0))
  }

  @Test
  func anIntervalIsKept() {
    let machine = Talk(.interval(100))
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
    // The alarm finds that everything was delivered.
    #expect(machine.alarmFired(at: 1210) == .nothing)
    #expect(machine.signalled(at: 1300) == .enqueue)
  }

  /// The observer flushed shortly before the alarm, which was set for the changes that it then
  /// received.
  @Test
  func anAlarmThatRingsTooEarlyIsSetAnew() {
    let machine = Talk(.interval(100))
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
  func whoeverWasNotToldNeedNotWait() {
    let machine = Talk(.interval(100))
    #expect(machine.signalled(at: 1000) == .enqueue)
    #expect(machine.jobBegan(at: 1000))
    #expect(machine.ended(at: 1000, didNotify: false) == .nothing)
    #expect(machine.signalled(at: 1001) == .enqueue)
  }

  @Test
  func aPauseOvertakesAnAlarm() {
    let machine = Talk(.interval(100))
    #expect(machine.flush(at: 1000))
    #expect(machine.ended(at: 1000, didNotify: true) == .nothing)
    #expect(machine.signalled(at: 1001) == .setAlarm(for: 1100))
    machine.pause()
    #expect(machine.alarmFired(at: 1100) == .nothing)
    #expect(machine.resume(at: 1200) == .enqueue)
  }

  @Test
  func nobodyIsToldAfterTheEnd() {
    let machine = Talk(.nextTurn)
    #expect(machine.signalled(at: 0) == .enqueue)
    #expect(machine.cancel() && !machine.cancel())
    #expect(!machine.jobBegan(at: 0) && !machine.flush(at: 0))
    #expect(machine.signalled(at: 0) == .nothing && machine.resume(at: 0) == .nothing)
    #expect(machine.alarmFired(at: 0) == .nothing && machine.isCancelled)
  }

  @Test
  func itMayEndWhileItIsTold() {
    let machine = Talk(.nextTurn)
    #expect(machine.signalled(at: 0) == .enqueue)
    #expect(machine.jobBegan(at: 0))
    #expect(machine.signalled(at: 0) == .nothing)
    #expect(machine.cancel())
    #expect(machine.ended(at: 0, didNotify: true) == .nothing)
  }
}

/// A machine for scenarios, with expectations of its answers.
private final class Talk {
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
  func ended(at now: Int64, didNotify: Bool) -> DeliveryMachine.Action {
    machine.ended(at: now, didNotify: didNotify)
  }
}
