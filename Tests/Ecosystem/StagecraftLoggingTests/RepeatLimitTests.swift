#if Logging
import Testing

@testable import StagecraftLogging

struct RepeatLimitTests {
  private var limit = RepeatLimit<String, Int>(interval: 60)

  private mutating func event(_ key: String, _ line: Int, at now: Int64) -> Int64? {
    if case .write(let moment) = limit.event(key, line, at: now) { moment } else { nil }
  }

  private mutating func due(at now: Int64) -> [[Int]] {
    limit.due(at: now).map { [$0, $1] }
  }

  @Test mutating func theFirstEventIsWrittenAndTheOthersAreCounted() {
    #expect(event("timed out", 1, at: 100) == 160)
    for line in 2...9 { #expect(event("timed out", line, at: 110) == nil) }
    #expect(limit.next == 160)
    #expect(due(at: 159) == [])
    // The last one stands for all eight.
    #expect(due(at: 160) == [[9, 8]])
  }

  @Test mutating func anEventAfterALineIsHeldForAnotherInterval() {
    _ = event("timed out", 1, at: 100)
    _ = event("timed out", 2, at: 110)
    #expect(due(at: 160) == [[2, 1]])
    #expect(event("timed out", 3, at: 161) == nil)
    #expect(due(at: 219) == [])
    #expect(due(at: 220) == [[3, 1]])
  }

  @Test mutating func anIntervalWithoutEventsEndsAndKeepsNothing() {
    _ = event("timed out", 1, at: 100)
    #expect(due(at: 160) == [])
    #expect(limit.count == 0 && limit.next == nil)
    #expect(event("timed out", 2, at: 161) == 221)
  }

  @Test mutating func kindsAreIndependent() {
    #expect(event("timed out", 1, at: 100) == 160)
    #expect(event("held long", 2, at: 130) == 190)
    _ = event("held long", 3, at: 131)
    #expect(due(at: 160) == [])
    #expect(limit.next == 190)
    #expect(due(at: 190) == [[3, 1]])
  }

  @Test mutating func whatWasCountedIsFlushed() {
    _ = event("timed out", 1, at: 100)
    _ = event("timed out", 2, at: 101)
    #expect(limit.flush().map { [$0, $1] } == [[2, 1]])
    #expect(limit.flush().isEmpty && limit.count == 0)
  }

  @Test mutating func theReplacedLineIsReturnedSoThatItIsReleasedWithoutALock() {
    _ = event("failed", 1, at: 100)
    _ = event("failed", 2, at: 101)
    guard case .hold(replaced: 2) = limit.event("failed", 3, at: 102) else {
      Issue.record("The line of the second event was not returned.")
      return
    }
  }
}
#endif
