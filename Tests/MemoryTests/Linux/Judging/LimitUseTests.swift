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

  @Test func tightestLimitOfTheChainApplies() throws {
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

  @Test func softLimitIsNeverCritical() throws {
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

  // A process may stay at a soft limit permanently, while an ancestor's hard limit is nearly
  // reached.
  @Test func hardLimitOfAnAncestorOutweighsASoftLimit() throws {
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

  @Test func useIsNilWithoutALimit() throws {
    let (root, group) = try unified([
      "/g/shelf/book/memory.max": "max\n", "/g/shelf/book/memory.current": "600\n",
    ])
    #expect(group.limitUse() == nil)
    #expect(group.effectiveLimit() == nil)
    _ = root
  }

  @Test func versionOneIncludesDescendants() throws {
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
  func levelFollowsFromTheUsedShare(used: Int, level: PressureLevel) {
    #expect(LimitUse(scope: .group, workingSet: used, limit: 100).level == level)
  }

  @Test func targetIsNeverZeroForAPositiveLimit() {
    #expect(LimitUse(scope: .group, workingSet: 1000, limit: 1000).target == 300)
    #expect(LimitUse(scope: .group, workingSet: 100, limit: 1000).target == 5)
    #expect(LimitUse(scope: .group, workingSet: .max, limit: .max).target > 0)
    #expect(LimitUse(scope: .group, workingSet: -5, limit: -5).target == 0)
  }
}
