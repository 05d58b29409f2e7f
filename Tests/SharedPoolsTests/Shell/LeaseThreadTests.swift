import Foundation
import StageFloor
import StagecraftTestKit
import Testing

@testable import StagecraftSharedPools

@Suite("The shell of a shared pool", .timeLimit(.minutes(1)))
struct LeaseThreadTests {
  @Test("renews leases while all of Swift's threads are blocked")
  func renewsBesideBlockedThreads() async {
    await #expect(processExitsWith: .success) {
      let pool = try await SharedPool(
        "books", at: MemoryLeaseStore(), settings: SharedPoolSettings(timeToLive: .seconds(5)))
      try await pool.add("shelf 3", named: "Momo")
      let lease = try await pool.lease()
      let end = ContinuousClock.now + .seconds(12)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 * ProcessInfo.processInfo.activeProcessorCount {
          group.addTask(priority: .high) { while ContinuousClock.now < end { usleep(1_000) } }
        }
      }
      #expect(lease.isStillMine)
      #expect(pool.counts.renewals >= 4)
      await lease.release()
      await pool.close()
    }
  }

  @Test("calls in the order of their moments, and not after a cancellation")
  func callsInOrder() async throws {
    let thread = try #require(LeaseThread.shared)
    let (order, note) = AsyncStream.makeStream(of: Int.self)
    _ = thread.call(after: 3_000_000_000) { note.yield(3) }
    _ = thread.call(after: 2_000_000_000) { note.yield(2) }
    thread.cancel(thread.call(after: 1_000_000_000) { note.yield(1) })
    #expect(await order.prefix(2).reduce(into: []) { $0.append($1) } == [2, 3])
  }

  @Test("an alarm fires at the earliest moment, once")
  func alarmFiresOnce() async throws {
    let timekeeper = Timekeeper(LeaseClock())
    let (fired, note) = AsyncStream.makeStream(of: Void.self)
    let alarm = LeaseAlarm(timekeeper, LeaseThread.shared, name: "books") { note.yield() }
    let start = timekeeper.now
    alarm.set(for: start + 60_000_000_000)
    alarm.set(for: start + 500_000_000)
    alarm.set(for: start + 1_000_000_000)
    var iterator = fired.makeAsyncIterator()
    _ = await iterator.next()
    #expect(timekeeper.now - start < 10_000_000_000)
    alarm.set(for: start)
    _ = await iterator.next()
    alarm.stop()
    alarm.set(for: start)
    note.finish()
    #expect(await iterator.next() == nil)
  }

  /// As after a suspension, during which the clock of leases runs on.
  @Test("an alarm follows a clock that has run on by an hour")
  func alarmAfterASuspension() async throws {
    let clock = ManualClock()
    let timekeeper = Timekeeper(clock)
    let (fired, note) = AsyncStream.makeStream(of: Void.self)
    let alarm = LeaseAlarm(timekeeper, LeaseThread.shared, name: "books") { note.yield() }
    alarm.set(for: timekeeper.now + 3_600_000_000_000)
    clock.advance(by: .seconds(3_600))
    var iterator = fired.makeAsyncIterator()
    _ = await iterator.next()
    alarm.stop()
  }
}
