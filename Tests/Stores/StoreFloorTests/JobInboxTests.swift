#if SQLite || PostgreSQL
import Testing

@testable import StoreFloor

@Suite struct JobInboxTests {
  @Test func aSleepingThreadIsWokenOnce() {
    var inbox = JobInbox<Int>()
    guard case .sleep = inbox.turn() else { return #expect(Bool(false)) }
    #expect(inbox.submit(1) == .wake)
    #expect(inbox.submit(2) == .nothing)
    guard case .run(let jobs) = inbox.turn() else { return #expect(Bool(false)) }
    #expect(jobs == [1, 2])
  }

  @Test func aRunningThreadIsNotWoken() {
    var inbox = JobInbox<Int>()
    #expect(inbox.submit(1) == .nothing)
    _ = inbox.turn()
    #expect(inbox.submit(2) == .nothing)
  }

  @Test func jobsThatDidNotRunAreGivenToTheStop() {
    var inbox = JobInbox<Int>()
    #expect(inbox.submit(1) == .nothing)
    #expect(inbox.stop() == .nothing)
    #expect(inbox.submit(2) == .refuse)
    guard case .stop(let unrun) = inbox.turn() else { return #expect(Bool(false)) }
    #expect(unrun == [1])
  }

  @Test func aSleepingThreadIsWokenToStop() {
    var inbox = JobInbox<Int>()
    _ = inbox.turn()
    #expect(inbox.stop() == .wake)
    #expect(inbox.stop() == .nothing)
  }

  @Test(
    arguments: [
      (nil, 0, -1), (5, 10, 0), (10, 10, 0), (11, 10, 1), (1_000_010, 10, 1), (1_000_011, 10, 2),
      (Int64.max, Int64.min, Int32.max),
    ] as [(Int64?, Int64, Int32)])
  func timeoutIsRoundedUp(deadline: Int64?, now: Int64, milliseconds: Int32) {
    #expect(PollTime.milliseconds(until: deadline, at: now) == milliseconds)
  }
}
#endif
