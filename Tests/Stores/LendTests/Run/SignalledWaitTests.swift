#if SQLite && PostgreSQL
import Foundation
import Testing

@testable import LendCommands

@Test func aSignalOfLongAgoDoesNotLimitTheReturn() {
  let wait = SignalledWait(SignalInbox(descriptor: -1))
  let now = ContinuousClock.now
  #expect(!wait.isInHurry(at: now))
  wait.note([SIGINT], at: now - .seconds(61))
  #expect(!wait.isInHurry(at: now))
  wait.note([SIGTERM], at: now - .seconds(1))
  #expect(wait.isInHurry(at: now))
}
#endif
