import Testing

@testable import StageFloor

/// Scenarios for the machine; jobs are numbers.
struct BlockingThreadMachineTests {
  private final class Worker {}

  private func started(_ action: BlockingThreadMachine<Int, Worker>.Action) -> Int? {
    if case .startThread(let job) = action { job } else { nil }
  }

  private func waits(_ action: BlockingThreadMachine<Int, Worker>.Action) -> Bool {
    if case .wait = action { true } else { false }
  }

  @Test func jobsBeyondTheCapAreQueued() {
    var machine = BlockingThreadMachine<Int, Worker>(cap: 2)
    #expect(started(machine.submit(1)) == 1)
    #expect(started(machine.submit(2)) == 2)
    #expect(waits(machine.submit(3)))
    #expect(waits(machine.submit(4)))
    #expect(machine.waiting == 2)
    let worker = Worker()
    #expect(machine.next(for: worker) == 3)
    #expect(machine.next(for: worker) == 4)
    #expect(machine.next(for: worker) == nil)
    #expect(machine.idleThreads == 1)
    #expect(machine.threads == 2)
  }

  @Test func aThreadThatWaitsInItsJobDoesNotCountTowardTheCap() {
    var machine = BlockingThreadMachine<Int, Worker>(cap: 1)
    #expect(started(machine.submit(1)) == 1)
    let first = machine.beginWait()
    #expect(first.flatMap(started) == nil)
    #expect(started(machine.submit(2)) == 2)
    #expect(waits(machine.submit(3)))
    let action = machine.beginWait()
    #expect(action.flatMap(started) == 3)
    #expect(machine.threads == 3 && machine.waiting == 0)
    // Both waiting threads resume: the first two to finish are surplus.
    machine.endWait()
    machine.endWait()
    #expect(machine.endsAsSurplus() == true)
    #expect(machine.endsAsSurplus() == true)
    #expect(machine.endsAsSurplus() == false)
    #expect(machine.next(for: Worker()) == nil)
    #expect(machine.threads == 1 && machine.idleThreads == 1)
  }

  @Test func theMostRecentlyIdleThreadIsUsedFirst() throws {
    var machine = BlockingThreadMachine<Int, Worker>(cap: 2)
    let workers = [Worker(), Worker()]
    for job in 0..<2 { _ = machine.submit(job) }
    for worker in workers { #expect(machine.next(for: worker) == nil) }
    guard case .handOver(7, to: let first) = machine.submit(7) else {
      Issue.record("The job was not handed over.")
      return
    }
    #expect(first === workers[1])
    #expect(machine.timeIsUp(for: workers[0]) == true)
    #expect(machine.threads == 1)
  }

  /// The idle time of a thread expires at the moment at which a job is assigned to it: it
  /// continues.
  @Test func aJobAssignedToAThreadWhoseIdleTimeExpiresIsNotLost() {
    var machine = BlockingThreadMachine<Int, Worker>(cap: 1)
    let worker = Worker()
    _ = machine.submit(1)
    _ = machine.next(for: worker)
    guard case .handOver(2, to: _) = machine.submit(2) else {
      Issue.record("The job was not handed over.")
      return
    }
    #expect(machine.timeIsUp(for: worker) == false)
    #expect(machine.threads == 1)
  }

  @Test func aThreadThatCannotBeStartedLeavesItsJobToRunningThreads() {
    var machine = BlockingThreadMachine<Int, Worker>(cap: 3)
    let worker = Worker()
    _ = machine.submit(1)
    _ = machine.submit(2)
    guard case .wait = machine.startFailed(2) else {
      Issue.record("The job did not wait for the running thread.")
      return
    }
    #expect(machine.next(for: worker) == 2)
    #expect(machine.next(for: worker) == nil)
    #expect(machine.threads == 1)
  }

  @Test func theJobOfAThreadThatCannotBeStartedIsAssignedToAnIdleThread() {
    var machine = BlockingThreadMachine<Int, Worker>(cap: 3)
    let worker = Worker()
    _ = machine.submit(1)
    _ = machine.submit(2)
    _ = machine.next(for: worker)
    guard case .handOver(2, to: let found) = machine.startFailed(2) else {
      Issue.record("The idle thread did not receive the job.")
      return
    }
    #expect(found === worker)
  }

  @Test func withoutAnyThreadTheJobIsSubmittedAgain() {
    var machine = BlockingThreadMachine<Int, Worker>(cap: 1)
    _ = machine.submit(1)
    guard case .tryAgain(1) = machine.startFailed(1) else {
      Issue.record("The job waits without a thread.")
      return
    }
    #expect(machine.threads == 0)
    #expect(started(machine.submit(1)) == 1)
  }

  @Test func queuedJobsKeepTheirOrderWhenTheBufferWraps() {
    var machine = BlockingThreadMachine<Int, Worker>(cap: 1)
    let worker = Worker()
    _ = machine.submit(-1)
    var expected = 0
    for job in 0..<1_000 {
      _ = machine.submit(job)
      if job % 3 != 0 {
        #expect(machine.next(for: worker) == expected)
        expected += 1
      }
    }
    while let job = machine.next(for: worker) {
      #expect(job == expected)
      expected += 1
    }
    #expect(expected == 1_000)
  }
}
