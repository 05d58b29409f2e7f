import Testing

@testable import StageFloor

/// Conversations with the machine; jobs are numbers.
struct BlockingLineTests {
  private final class Worker {}

  private func started(_ order: BlockingLine<Int, Worker>.Order) -> Int? {
    if case .startThread(let job) = order { job } else { nil }
  }

  private func waits(_ order: BlockingLine<Int, Worker>.Order) -> Bool {
    if case .wait = order { true } else { false }
  }

  @Test func jobsBeyondTheCapWaitInLine() {
    var line = BlockingLine<Int, Worker>(cap: 2)
    #expect(started(line.submit(1)) == 1)
    #expect(started(line.submit(2)) == 2)
    #expect(waits(line.submit(3)))
    #expect(waits(line.submit(4)))
    #expect(line.waiting == 2)
    let worker = Worker()
    #expect(line.next(for: worker) == 3)
    #expect(line.next(for: worker) == 4)
    #expect(line.next(for: worker) == nil)
    #expect(line.idleThreads == 1)
    #expect(line.threads == 2)
  }

  @Test func aThreadThatWaitsInItsJobMakesRoomForAnother() {
    var line = BlockingLine<Int, Worker>(cap: 1)
    #expect(started(line.submit(1)) == 1)
    let first = line.beginWait()
    #expect(first.flatMap(started) == nil)
    #expect(started(line.submit(2)) == 2)
    #expect(waits(line.submit(3)))
    let order = line.beginWait()
    #expect(order.flatMap(started) == 3)
    #expect(line.threads == 3 && line.waiting == 0)
    // Both go on: the first to finish is one too many, and so is the second.
    line.endWait()
    line.endWait()
    #expect(line.endsAsSurplus() == true)
    #expect(line.endsAsSurplus() == true)
    #expect(line.endsAsSurplus() == false)
    #expect(line.next(for: Worker()) == nil)
    #expect(line.threads == 1 && line.idleThreads == 1)
  }

  @Test func theThreadThatWasIdleLastIsUsedFirst() throws {
    var line = BlockingLine<Int, Worker>(cap: 2)
    let workers = [Worker(), Worker()]
    for job in 0..<2 { _ = line.submit(job) }
    for worker in workers { #expect(line.next(for: worker) == nil) }
    guard case .handOver(7, to: let first) = line.submit(7) else {
      Issue.record("nobody took it")
      return
    }
    #expect(first === workers[1])
    #expect(line.timeIsUp(for: workers[0]) == true)
    #expect(line.threads == 1)
  }

  /// The time of a thread is up in the moment in which a job is handed over to it: it stays.
  @Test func aJobThatIsHandedOverToALeavingThreadIsNotLost() {
    var line = BlockingLine<Int, Worker>(cap: 1)
    let worker = Worker()
    _ = line.submit(1)
    _ = line.next(for: worker)
    guard case .handOver(2, to: _) = line.submit(2) else {
      Issue.record("nobody took it")
      return
    }
    #expect(line.timeIsUp(for: worker) == false)
    #expect(line.threads == 1)
  }

  @Test func aThreadThatCannotBeStartedLeavesItsJobToTheOthers() {
    var line = BlockingLine<Int, Worker>(cap: 3)
    let worker = Worker()
    _ = line.submit(1)
    _ = line.submit(2)
    guard case .wait = line.startFailed(2) else {
      Issue.record("there is a thread to wait for")
      return
    }
    #expect(line.next(for: worker) == 2)
    #expect(line.next(for: worker) == nil)
    #expect(line.threads == 1)
  }

  @Test func theJobOfAThreadThatCannotBeStartedGoesToAnIdleOne() {
    var line = BlockingLine<Int, Worker>(cap: 3)
    let worker = Worker()
    _ = line.submit(1)
    _ = line.submit(2)
    _ = line.next(for: worker)
    guard case .handOver(2, to: let found) = line.startFailed(2) else {
      Issue.record("one is idle")
      return
    }
    #expect(found === worker)
  }

  @Test func withoutAnyThreadOneHasToTryAgain() {
    var line = BlockingLine<Int, Worker>(cap: 1)
    _ = line.submit(1)
    guard case .tryAgain(1) = line.startFailed(1) else {
      Issue.record("nobody would ever do it")
      return
    }
    #expect(line.threads == 0)
    #expect(started(line.submit(1)) == 1)
  }

  @Test func theLineKeepsItsOrderWhenItMovesUp() {
    var line = BlockingLine<Int, Worker>(cap: 1)
    let worker = Worker()
    _ = line.submit(-1)
    var expected = 0
    for job in 0..<1_000 {
      _ = line.submit(job)
      if job % 3 != 0 {
        #expect(line.next(for: worker) == expected)
        expected += 1
      }
    }
    while let job = line.next(for: worker) {
      #expect(job == expected)
      expected += 1
    }
    #expect(expected == 1_000)
  }
}
