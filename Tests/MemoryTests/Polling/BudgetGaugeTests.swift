import Testing

@testable import StagecraftMemory

struct BudgetGaugeTests {
  private func report(_ step: PollingStep) -> PressureReport? {
    if case .next(let report, _) = step { report } else { nil }
  }

  @Test func levelsAndTargetsFollowTheUseOfTheBudget() {
    var gauge = BudgetGauge(1000)
    let story: [(Int, PressureLevel?, Int?)] = [
      (100, nil, nil), (799, nil, nil), (800, .elevated, 50), (810, nil, nil),
      (825, .elevated, 75), (905, .high, 155), (1000, .critical, 250), (1500, .critical, 750),
      (980, nil, nil), (960, .high, 210), (880, nil, nil), (700, .normal, nil), (700, nil, nil),
    ]
    for (bytes, level, target) in story {
      let found = report(gauge.look(bytes, now: 0))
      #expect(found?.level == level, "\(bytes)")
      #expect(found?.target == target, "\(bytes)")
      if let found {
        #expect(found.cause == .budget(bytes, limit: 1000))
        #expect(found.lasting == .untilChanged)
      }
    }
  }
}
