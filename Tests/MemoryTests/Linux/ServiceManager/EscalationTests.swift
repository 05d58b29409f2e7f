import Testing

@testable import StagecraftMemory

/// The level of repeated notifications of the service manager.
struct EscalationTests {
  private let second: Int64 = 1_000_000_000

  @Test func repeatedNotificationRaisesTheLevel() {
    var escalation = Escalation()
    let start: Int64 = 77
    #expect(escalation.event(now: start) == .elevated)
    #expect(escalation.event(now: start + second / 10) == .elevated)
    #expect(escalation.event(now: start + second) == .high)
    #expect(escalation.event(now: start + second + 1) == .high)
    #expect(escalation.event(now: start + 4 * second) == .critical)
    #expect(escalation.event(now: start + 8 * second) == .critical)
  }

  @Test func escalationStartsAgainAfterAPause() {
    var escalation = Escalation()
    _ = escalation.event(now: 0)
    #expect(escalation.event(now: 2 * second) == .high)
    #expect(escalation.event(now: 7 * second) == .critical)
    #expect(escalation.event(now: 12 * second + 1) == .elevated)
  }

  /// The clock may start at any value, including zero.
  @Test func manyNotificationsRaiseTheLevelAtMostOncePerSecond() {
    var escalation = Escalation()
    var levels: [PressureLevel] = []
    for event in 0..<10_000 as Range<Int64> {
      let level = escalation.event(now: event * second / 5000)
      if levels.last != level { levels.append(level) }
    }
    #expect(levels == [.elevated, .high])
  }
}
