import StageFloor
import StagecraftTestKit
import Testing

@testable import StagecraftPools

@Suite(.timeLimit(.minutes(3)))
struct AlarmTests {
  // Under the pool's lock, one borrower finds that the alarm is due in 100 ns, and the next one, in
  // 50. They release the lock, and the second sets the alarm first.
  @Test func anEarlierAlarmIsNotDelayedByALaterOne() async throws {
    let clock = ManualClock()
    let timekeeper = Timekeeper(clock)
    let (rings, ringer) = AsyncStream.makeStream(of: Int64.self)
    let alarm = Alarm(timekeeper: timekeeper) { ringer.yield(timekeeper.now) }
    let start = timekeeper.now
    alarm.set(for: start + 50)
    try await clock.nextSleep()
    alarm.set(for: start + 100)
    clock.advance(by: .nanoseconds(50))
    #expect(await rings.first { _ in true } == start + 50)
    alarm.stop()
  }
}
