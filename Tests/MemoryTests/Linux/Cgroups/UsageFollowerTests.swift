import Testing

@testable import StagecraftMemory

struct UsageFollowerTests {
  @Test func levelDoesNotFlapAtAThreshold() {
    var follower = UsageFollower()
    func level(at used: Int, isHard: Bool = true) -> PressureLevel? {
      let use = LimitUse(scope: .group, workingSet: used, limit: 100, isHard: isHard)
      return follower.follow(use, now: 0)?.level
    }
    #expect([75, 74, 75, 74, 76].map { level(at: $0) } == [.elevated, nil, nil, nil, nil])
    #expect(level(at: 73) == .normal)
    #expect([95, 94, 95].map { level(at: $0) } == [.critical, nil, nil])
    #expect(level(at: 92) == .high)
    #expect(level(at: 93, isHard: false) == nil)
    #expect(level(at: 99) == .critical)
  }

  /// The use may continue to grow below the next threshold if a pass was not enough.
  @Test func growthAtOneLevelIsReportedAgain() {
    var follower = UsageFollower()
    let levels = [76, 77, 78, 79, 81, 79, 82, 84].map { used in
      let use = LimitUse(scope: .group, workingSet: used, limit: 100)
      return follower.follow(use, now: 0)?.level
    }
    #expect(levels == [.elevated, nil, .elevated, nil, .elevated, nil, nil, .elevated])
  }

  /// A pass may have released too little, and then no other event would report it.
  @Test func lastingCriticalUseIsReportedAtGrowingIntervals() {
    var follower = UsageFollower()
    let use = LimitUse(scope: .group, workingSet: 97, limit: 100)
    var received: [Int64] = []
    for second in 0..<100 as Range<Int64> {
      if follower.follow(use, now: second * 1_000_000_000) != nil { received.append(second) }
    }
    #expect(received == [0, 2, 6, 14, 30, 62, 94])
    // An event of the kernel may mean that a report is soon worth repeating.
    follower.somethingHappened()
    #expect(follower.follow(use, now: 96_000_000_000)?.level == .critical)
    let less = LimitUse(scope: .group, workingSet: 90, limit: 100)
    #expect(follower.follow(less, now: 96_000_000_001)?.level == .high)
    #expect(follower.follow(less, now: 200_000_000_000) == nil)
    #expect(follower.follow(nil, now: 200_000_000_000)?.cause == .subsided)
    #expect(follower.follow(nil, now: 200_000_000_000) == nil)
  }
}
