import Testing

@testable import StagecraftMemory

@Suite struct PressureJudgeTests {
  private func judge(
    _ suggested: PressureLevel, group: Int? = nil, machine: Int? = nil
  ) -> PressureLevel {
    PressureJudge.judge(
      suggested,
      uses: [
        group.map { LimitUse(scope: .group, workingSet: $0, limit: 100) },
        machine.map { LimitUse(scope: .machine, workingSet: $0, limit: 100) },
      ].compactMap { $0 }
    ).level
  }

  @Test func eventWithPlentyOfRoomIsAtMostElevated() {
    for level in PressureLevel.allCases where level > .normal {
      #expect(judge(level, group: 10) == .elevated)
      #expect(judge(level, machine: 40) == .elevated)
      #expect(judge(level, group: 10, machine: 40) == .elevated)
    }
  }

  @Test func eventRaisesTheLevelByAtMostOne() {
    #expect(judge(.critical, group: 80) == .high)
    #expect(judge(.critical, group: 90) == .critical)
    #expect(judge(.elevated, group: 96) == .critical)
    #expect(judge(.high, group: 20, machine: 80) == .high)
    #expect(judge(.elevated, group: 20, machine: 97) == .elevated)
    #expect(judge(.critical, group: 20, machine: 97) == .critical)
  }

  @Test func eventWithoutKnownUseKeepsItsLevel() {
    for level in PressureLevel.allCases { #expect(judge(level) == level) }
    #expect(judge(.normal, group: 99) == .normal)
  }

  @Test func onlyAGroupLimitGivesATarget() {
    let machine = LimitUse(scope: .machine, workingSet: 99, limit: 100)
    let group = LimitUse(scope: .group, workingSet: 40, limit: 100)
    #expect(PressureJudge.judge(.high, uses: [machine]).target == nil)
    #expect(PressureJudge.judge(.high, uses: [machine, group]).target == 2)
  }
}
