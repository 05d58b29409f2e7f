import Testing

@testable import StagecraftMemory

/// Conversations about which responder is asked next.
struct ReliefPlanTests {
  private typealias Candidate = ReliefPlan.Candidate

  private func id(_ number: UInt64) -> ResponderID { ResponderID(number: number) }

  private func plan(
    _ level: PressureLevel, target: Int? = 100, isLossy: Bool = false,
    _ candidates: Candidate...
  ) -> ReliefPlan {
    ReliefPlan(level: level, target: target, isLossy: isLossy, candidates: candidates)
  }

  /// Runs the plan to its end; each candidate releases `bytes`.
  private func order(_ plan: inout ReliefPlan, giving bytes: Int = 0) -> [UInt64] {
    var order: [UInt64] = []
    while true {
      switch plan.next() {
      case .finish:
        return order
      case .estimate(let id):
        plan.estimated(id, 0)
      case .release(let id, _):
        order.append(id.number)
        plan.returned(id, bytes)
      }
    }
  }

  private func outcomes(_ plan: ReliefPlan) -> [UInt64: ReliefPlan.Outcome] {
    Dictionary(uniqueKeysWithValues: plan.results.map { ($0.id.number, $0.outcome) })
  }

  @Test
  func orderIsByCostThenPriorityThenRegistration() {
    var plan = plan(
      .high, Candidate(id: id(1), cost: .fetched),
      Candidate(id: id(2), cost: .free, priority: .late), Candidate(id: id(3), cost: .free),
      Candidate(id: id(4), cost: .free, priority: .early), Candidate(id: id(5), cost: .free))
    #expect(order(&plan) == [4, 3, 5, 2, 1])
  }

  @Test
  func largestEstimateComesFirstAmongEquals() {
    var plan = plan(
      .high, Candidate(id: id(1), cost: .free, hasEstimate: true),
      Candidate(id: id(2), cost: .free),
      Candidate(id: id(3), cost: .free, hasEstimate: true),
      Candidate(id: id(4), cost: .computed, hasEstimate: true))
    #expect(plan.next() == .estimate(id(1)))
    plan.estimated(id(1), 5)
    #expect(plan.next() == .estimate(id(3)))
    plan.estimated(id(3), 50)
    #expect(plan.next() == .release(id(3), missing: 100))
    plan.returned(id(3), 40)
    #expect(plan.next() == .release(id(1), missing: 60))
    plan.returned(id(1), 5)
    #expect(plan.next() == .release(id(2), missing: 55))
    plan.returned(id(2), 55)
    #expect(plan.next() == .finish)
    #expect(outcomes(plan)[4] == .kept)
    #expect(plan.released == 100)
  }

  @Test
  func passEndsAtItsTarget() {
    var plan = plan(
      .high, Candidate(id: id(1), cost: .free), Candidate(id: id(2), cost: .computed),
      Candidate(id: id(3), cost: .readFromDisk))
    #expect(order(&plan, giving: 60) == [1, 2])
    #expect(outcomes(plan) == [1: .released(60), 2: .released(60), 3: .kept])
  }

  @Test
  func criticalPressureIgnoresTheTargetAndSkipsLossy() {
    var plan = plan(
      .critical, target: 1, Candidate(id: id(1), cost: .noticed),
      Candidate(id: id(2), cost: .lossy), Candidate(id: id(3), cost: .free))
    #expect(plan.next() == .release(id(3), missing: nil))
    plan.returned(id(3), 1000)
    #expect(plan.next() == .release(id(1), missing: nil))
    plan.returned(id(1), 1000)
    #expect(plan.next() == .finish)
    #expect(outcomes(plan) == [3: .released(1000), 1: .released(1000)])
  }

  @Test
  func lossyIsAskedOnlyOnExplicitRequest() {
    var plan = plan(.elevated, target: nil, isLossy: true, Candidate(id: id(1), cost: .lossy))
    #expect(order(&plan) == [1])
  }

  @Test
  func responderRegisteredForAWorseLevelIsNotAsked() {
    var plan = plan(
      .elevated, target: nil, Candidate(id: id(1), cost: .free, level: .high),
      Candidate(id: id(2), cost: .noticed))
    #expect(order(&plan) == [2])
    #expect(outcomes(plan) == [2: .released(0)])
  }

  @Test
  func upgradeAsksRespondersThatWereSkipped() {
    var plan = plan(
      .elevated, target: 10, Candidate(id: id(1), cost: .free, level: .critical),
      Candidate(id: id(2), cost: .computed), Candidate(id: id(3), cost: .noticed))
    #expect(plan.next() == .release(id(2), missing: 10))
    plan.upgrade(to: .critical, target: nil, isLossy: false)
    plan.returned(id(2), 10)
    #expect(order(&plan) == [1, 2, 3])
    #expect(plan.level == .critical)
  }

  /// A cache that has released a part of its bytes is asked again when more is requested.
  @Test
  func responderThatAnsweredIsAskedAgainAtAWorseLevel() {
    var plan = plan(.elevated, target: 20, Candidate(id: id(1), cost: .free, hasEstimate: true))
    #expect(plan.next() == .estimate(id(1)))
    plan.estimated(id(1), 1000)
    #expect(plan.next() == .release(id(1), missing: 20))
    plan.returned(id(1), 20)
    #expect(plan.next() == .finish)
    plan.upgrade(to: .high, target: 100, isLossy: false)
    #expect(plan.next() == .release(id(1), missing: 80))
    plan.upgrade(to: .critical, target: nil, isLossy: false)
    plan.returned(id(1), 80)
    #expect(plan.next() == .release(id(1), missing: nil))
    plan.returned(id(1), 900)
    #expect(plan.next() == .finish)
    #expect(outcomes(plan) == [1: .released(1000)])
    #expect(plan.released == 1000)
  }

  @Test
  func releasedBytesStayInTheReportIfNotAskedAgain() {
    var plan = plan(.elevated, Candidate(id: id(1), cost: .free), Candidate(id: id(2), cost: .free))
    #expect(order(&plan, giving: 30) == [1, 2])
    plan.upgrade(to: .high, target: 200, isLossy: false)
    plan.ended(id(1))
    plan.stop()
    #expect(plan.next() == .finish)
    #expect(outcomes(plan) == [1: .released(30), 2: .released(30)])
  }

  @Test
  func failedOrOverdueResponderIsNotAskedAgainAtAWorseLevel() {
    var plan = plan(.elevated, Candidate(id: id(1), cost: .free), Candidate(id: id(2), cost: .free))
    _ = plan.next()
    plan.failed(id(1))
    _ = plan.next()
    plan.exceededBudget(id(2))
    plan.upgrade(to: .critical, target: nil, isLossy: false)
    #expect(plan.next() == .finish)
    #expect(outcomes(plan) == [1: .failed, 2: .overdue])
  }

  @Test
  func explicitTargetIsNotReplacedByThePolicysTarget() {
    var plan = plan(.elevated, target: nil, Candidate(id: id(1), cost: .free))
    plan.upgrade(to: .elevated, target: 1000, isLossy: false)
    plan.supply(target: 10)
    #expect(plan.target == 1000)
    plan.upgrade(to: .high, target: 50, isLossy: false)
    #expect(plan.target == 1000)
    plan.upgrade(to: .critical, target: nil, isLossy: false)
    #expect(plan.target == nil)
  }

  @Test
  func normalPressureAsksNoResponder() {
    var plan = plan(.normal, Candidate(id: id(1), cost: .free, level: .normal))
    #expect(plan.next() == .finish)
    #expect(outcomes(plan) == [1: .kept])
  }

  /// A responder that registers another whenever it is asked does not extend the pass.
  @Test
  func endlessRegistrationsWaitForTheNextPass() {
    var plan = plan(.critical, Candidate(id: id(1), cost: .free))
    var count: UInt64 = 0
    while count < 1000, case .release(let asked, _) = plan.next() {
      count += 1
      plan.registered(Candidate(id: id(asked.number + 1), cost: .free))
      plan.returned(asked, 0)
      plan.ended(asked)
    }
    #expect(count == 65)
    #expect(plan.results.count == 65)
  }

  @Test
  func reportAddsExtremeNumbersWithoutOverflow() {
    let entry = ReliefReport.Entry(
      name: "extreme", cost: .free, estimated: .max, outcome: .released(.max), duration: .zero)
    let report = ReliefReport(
      level: .high, cause: .simulated, entries: [entry, entry], duration: .zero, time: .zero)
    #expect(report.estimated == .max)
    #expect(report.released == .max)
  }

  @Test(arguments: [
    (0.5, 100, 50), (0, 100, 0), (-1, 100, 0), (.nan, 100, 0), (.infinity, 100, .max),
    (1e300, 100, .max), (2, .max, .max), (1, 0, 0),
  ])
  func shareOutOfRangeIsClamped(_ share: Double, _ bytes: Int, _ part: Int) {
    #expect(Int.share(share, of: bytes) == part)
  }

  @Test
  func upgradeToALowerLevelOnlyRaisesTheTarget() {
    var plan = plan(.high, target: 10, Candidate(id: id(1), cost: .free))
    plan.upgrade(to: .elevated, target: 5, isLossy: false)
    #expect(plan.level == .high)
    #expect(plan.target == 10)
    plan.upgrade(to: .high, target: 50, isLossy: false)
    #expect(plan.target == 50)
  }

  @Test
  func overdueResponderIsSkippedAndItsLateAnswerCounts() {
    var plan = plan(.high, Candidate(id: id(1), cost: .free), Candidate(id: id(2), cost: .free))
    #expect(plan.next() == .release(id(1), missing: 100))
    plan.exceededBudget(id(1))
    #expect(plan.next() == .release(id(2), missing: 100))
    plan.returned(id(1), 70)
    #expect(outcomes(plan)[1] == .released(70))
    plan.returned(id(2), 30)
    #expect(plan.released == 100)
    #expect(plan.next() == .finish)
  }

  @Test
  func responderOverdueInAnEarlierPassIsNotAsked() {
    var plan = plan(.high, Candidate(id: id(1), cost: .free, isOverdue: true))
    #expect(order(&plan) == [])
    #expect(outcomes(plan) == [1: .stillOverdue])
  }

  @Test
  func responderOverdueWithItsEstimateIsNotAskedToRelease() {
    var plan = plan(.high, Candidate(id: id(1), cost: .free, hasEstimate: true))
    #expect(plan.next() == .estimate(id(1)))
    plan.exceededBudget(id(1))
    plan.estimated(id(1), 5)
    #expect(plan.next() == .finish)
    #expect(outcomes(plan) == [1: .overdue])
  }

  @Test
  func failedResponderIsNotAskedAgain() {
    var plan = plan(.high, Candidate(id: id(1), cost: .free))
    _ = plan.next()
    plan.failed(id(1))
    #expect(plan.next() == .finish)
    #expect(outcomes(plan) == [1: .failed])
  }

  @Test
  func responderRegisteredDuringThePassTakesItsTurn() {
    var plan = plan(.high, Candidate(id: id(1), cost: .free), Candidate(id: id(2), cost: .noticed))
    #expect(plan.next() == .release(id(1), missing: 100))
    plan.registered(Candidate(id: id(3), cost: .computed))
    plan.returned(id(1), 0)
    #expect(order(&plan) == [3, 2])
  }

  /// A responder registered during the estimate of another one was asked instead of it.
  @Test
  func registrationDuringAnEstimateSkipsNoTurn() {
    var plan = plan(.high, Candidate(id: id(1), cost: .free, hasEstimate: true))
    #expect(plan.next() == .estimate(id(1)))
    plan.registered(Candidate(id: id(2), cost: .free))
    plan.estimated(id(1), 5)
    #expect(order(&plan) == [1, 2])
  }

  @Test
  func upgradeDuringAnEstimateSkipsNoTurn() {
    var plan = plan(.high, Candidate(id: id(1), cost: .free, hasEstimate: true))
    #expect(plan.next() == .estimate(id(1)))
    plan.upgrade(to: .critical, target: nil, isLossy: false)
    plan.estimated(id(1), 5)
    #expect(order(&plan) == [1])
  }

  @Test
  func responderUnregisteredBeforeItsTurnIsNotAsked() {
    var plan = plan(.high, Candidate(id: id(1), cost: .free), Candidate(id: id(2), cost: .free))
    plan.ended(id(1))
    plan.ended(id(9))
    #expect(order(&plan) == [2])
    #expect(outcomes(plan)[1] == .ended)
  }

  @Test
  func responderUnregisteredWhileRunningStillCounts() {
    var plan = plan(.high, Candidate(id: id(1), cost: .free))
    _ = plan.next()
    plan.ended(id(1))
    plan.returned(id(1), 8)
    #expect(outcomes(plan) == [1: .released(8)])
  }

  @Test
  func responderOfADeallocatedOwnerEnds() {
    var plan = plan(.high, Candidate(id: id(1), cost: .free))
    _ = plan.next()
    plan.couldNotBeAsked(id(1))
    #expect(plan.next() == .finish)
    #expect(outcomes(plan) == [1: .ended])
  }

  @Test
  func stoppedPlanAsksNoResponder() {
    var plan = plan(.critical, Candidate(id: id(1), cost: .free))
    plan.stop()
    #expect(plan.next() == .finish)
    #expect(outcomes(plan) == [1: .kept])
  }

  @Test
  func targetMayBeSuppliedLater() {
    var plan = plan(
      .elevated, target: nil, Candidate(id: id(1), cost: .free),
      Candidate(id: id(2), cost: .free))
    plan.supply(target: 10)
    plan.supply(target: 1000)
    #expect(order(&plan, giving: 10) == [1])
  }

  @Test
  func extremeNumbersDoNotOverflow() {
    var plan = plan(
      .critical, target: .max, Candidate(id: id(1), cost: .free, hasEstimate: true),
      Candidate(id: id(2), cost: .free), Candidate(id: id(3), cost: .free))
    #expect(plan.next() == .estimate(id(1)))
    plan.estimated(id(1), .min)
    _ = plan.next()
    plan.returned(id(1), .max)
    _ = plan.next()
    plan.returned(id(2), .max)
    _ = plan.next()
    plan.returned(id(3), .min)
    #expect(plan.released == .max)
    #expect(plan.next() == .finish)
  }

  /// Each registration sorted all responders under the monitor's lock: half a minute for this many.
  @Test
  func respondersRegisteredDuringAPassAreSortedOnce() {
    let count: UInt64 = 20_000
    var plan = ReliefPlan(
      level: .high, target: nil,
      candidates: (1...count).map { Candidate(id: id($0), cost: .computed) })
    #expect(plan.next() == .release(id(1), missing: nil))
    let began = ContinuousClock.now
    for number in count + 1...2 * count {
      plan.registered(Candidate(id: id(number), cost: .fetched))
    }
    plan.registered(Candidate(id: id(2 * count + 1), cost: .free))
    #expect(ContinuousClock.now - began < .seconds(15))
    plan.returned(id(1), 0)
    // Only as many responders as before may be added.
    #expect(plan.next() == .release(id(2), missing: nil))
    #expect(order(&plan).count == 2 * Int(count) - 2)
  }
}
