import Testing

@testable import StagecraftMemory

@Suite struct LimitUseTests {
  private static let mebibyte = 1 << 20

  private func unified(_ files: [String: String]) throws -> (TemporaryRoot, MemoryGroup) {
    let root = try TemporaryRoot(files)
    return (
      root,
      MemoryGroup(
        version: .unified, directory: root.path + "/g/shelf/book", mountPoint: root.path + "/g")
    )
  }

  @Test func theTightestLimitOfTheChainCounts() throws {
    let (root, group) = try unified([
      "/g/memory.stat": "inactive_file 0\n",
      "/g/shelf/memory.max": "100000000\n", "/g/shelf/memory.high": "max\n",
      "/g/shelf/memory.current": "99000000\n", "/g/shelf/memory.stat": "inactive_file 1000000\n",
      "/g/shelf/book/memory.max": "90000000\n", "/g/shelf/book/memory.high": "max\n",
      "/g/shelf/book/memory.current": "20000000\n", "/g/shelf/book/memory.stat": "file 1\n",
    ])
    #expect(group.effectiveLimit() == 90_000_000)
    let use = try #require(group.limitUse())
    #expect(use == LimitUse(scope: .group, workingSet: 98_000_000, limit: 100_000_000))
    #expect(use.level == .critical)
    #expect(use.target == 28_000_000)
    _ = root
  }

  @Test func aSoftLimitIsNeverCritical() throws {
    let (root, group) = try unified([
      "/g/shelf/book/memory.max": "1000\n", "/g/shelf/book/memory.high": "500\n",
      "/g/shelf/book/memory.current": "600\n",
    ])
    let use = try #require(group.limitUse())
    #expect(use.level == .high)
    #expect(use.target == 250)
    try root.write("/g/shelf/book/memory.current", "960\n")
    #expect(group.limitUse()?.level == .critical)
  }

  // A process may stay at a soft limit forever; above it there is a hard one that is nearly
  // reached.
  @Test func aHardLimitAboveCountsForMoreThanASoftOne() throws {
    let (root, group) = try unified([
      "/g/shelf/memory.max": "1000\n", "/g/shelf/memory.current": "970\n",
      "/g/shelf/book/memory.high": "500\n", "/g/shelf/book/memory.current": "500\n",
    ])
    #expect(group.limitUse() == LimitUse(scope: .group, workingSet: 970, limit: 1000))
    #expect(group.limitUse()?.level == .critical)
    let soft = LimitUse(scope: .group, workingSet: 100, limit: 100, isHard: false)
    let machine = LimitUse(scope: .machine, workingSet: 96, limit: 100)
    #expect(PressureJudge.judge(.critical, uses: [soft, machine]).level == .critical)
    _ = root
  }

  @Test func withoutALimitThereIsNoUse() throws {
    let (root, group) = try unified([
      "/g/shelf/book/memory.max": "max\n", "/g/shelf/book/memory.current": "600\n",
    ])
    #expect(group.limitUse() == nil)
    #expect(group.effectiveLimit() == nil)
    _ = root
  }

  @Test func theFirstVersionCountsGroupsBelow() throws {
    let root = try TemporaryRoot([
      "/m/desk/memory.limit_in_bytes": "9223372036854771712\n",
      "/m/desk/memory.usage_in_bytes": "900\n",
      "/m/desk/memory.stat":
        "inactive_file 1\nhierarchical_memory_limit 1000\ntotal_inactive_file 200\n",
    ])
    let group = MemoryGroup(
      version: .legacy, directory: root.path + "/m/desk", mountPoint: root.path + "/m")
    #expect(group.effectiveLimit() == 1000)
    #expect(group.limitUse() == LimitUse(scope: .group, workingSet: 700, limit: 1000))
  }

  @Test(arguments: [
    (0, PressureLevel.normal), (74, .normal), (75, .elevated), (84, .elevated), (85, .high),
    (94, .high), (95, .critical), (120, .critical),
  ])
  func theShareGivesTheLevel(used: Int, level: PressureLevel) {
    #expect(LimitUse(scope: .group, workingSet: used, limit: 100).level == level)
  }

  @Test func targetsAreNeverNothing() {
    #expect(LimitUse(scope: .group, workingSet: 1000, limit: 1000).target == 300)
    #expect(LimitUse(scope: .group, workingSet: 100, limit: 1000).target == 5)
    #expect(LimitUse(scope: .group, workingSet: .max, limit: .max).target > 0)
    #expect(LimitUse(scope: .group, workingSet: -5, limit: -5).target == 0)
  }
}

@Suite struct JudgeTests {
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

  @Test func whereThereIsRoomNothingIsMoreThanElevated() {
    for level in PressureLevel.allCases where level > .normal {
      #expect(judge(level, group: 10) == .elevated)
      #expect(judge(level, machine: 40) == .elevated)
      #expect(judge(level, group: 10, machine: 40) == .elevated)
    }
  }

  @Test func anEventCountsForOneLevel() {
    #expect(judge(.critical, group: 80) == .high)
    #expect(judge(.critical, group: 90) == .critical)
    #expect(judge(.elevated, group: 96) == .critical)
    #expect(judge(.high, group: 20, machine: 80) == .high)
    #expect(judge(.elevated, group: 20, machine: 97) == .elevated)
    #expect(judge(.critical, group: 20, machine: 97) == .critical)
  }

  @Test func whereNothingIsKnownTheEventIsBelieved() {
    for level in PressureLevel.allCases { #expect(judge(level) == level) }
    #expect(judge(.normal, group: 99) == .normal)
  }

  @Test func onlyAGroupHasATarget() {
    let machine = LimitUse(scope: .machine, workingSet: 99, limit: 100)
    let group = LimitUse(scope: .group, workingSet: 40, limit: 100)
    #expect(PressureJudge.judge(.high, uses: [machine]).target == nil)
    #expect(PressureJudge.judge(.high, uses: [machine, group]).target == 2)
  }
}
