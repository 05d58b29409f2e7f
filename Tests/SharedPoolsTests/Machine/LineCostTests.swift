import Testing

@_spi(Store) @testable import StagecraftSharedPools

/// What a decision costs does not depend on how many requests wait.
@Suite("The cost of a decision", .timeLimit(.minutes(3)))
struct LineCostTests {
  /// The calls and rows of each verb, with so many requests in line.
  private func costs(waiting: Int, kinds: Int, areSeveralWanted: Bool) -> [String: [Int]] {
    var machine = LendingMachine(CountingRecords())
    let count = machine.records.count
    let session = TestStore.session(1) as LendingSession
    var now: Int64 = 0
    func ask(_ id: UInt64, kind: Int) -> LendingCall {
      // Each kind wants something else that resource a is.
      let wants = [Want(["kind=\(kind)"])]
      return .ask(LendingAsk(id: TestStore.id(id), session: session.id, wants: wants))
    }
    _ = machine.decide(.open(settings: nil, session: session), at: now)
    let labels = Labels((0..<kinds).map { "kind=\($0)" })
    for name in ["a", "b"] {
      let token = LendingID(high: 7, low: name == "a" ? 0 : 1)
      let add = LendingUpkeep.add(name: name, labels: labels, payload: [], token: token)
      _ = machine.decide(.keep(add), at: now)
    }
    var costs: [String: [Int]] = [:]
    func measure(_ verb: String, _ call: LendingCall) -> LendingAnswer {
      (count.calls, count.rows) = (0, 0)
      let answer = machine.decide(call, at: now).answer
      costs[verb] = [count.calls, count.rows]
      return answer
    }
    _ = machine.decide(ask(1_000_001, kind: 0), at: now)
    if areSeveralWanted {
      // It keeps b aside, ahead of all others.
      let both = LendingAsk(
        id: TestStore.id(1_000_002), session: session.id,
        wants: [Want(["kind=0"]), Want(["kind=0"])])
      _ = machine.decide(.ask(both), at: now)
    } else {
      _ = machine.decide(ask(1_000_002, kind: 0), at: now)
    }
    for number in 0..<waiting {
      now += 1
      _ = machine.decide(ask(UInt64(number), kind: number % kinds), at: now)
    }
    #expect(machine.records.waitingCount() >= waiting)
    _ = measure("join", ask(2_000_000, kind: kinds / 2))
    _ = measure("withdraw", .withdraw(TestStore.id(2_000_000)))
    _ = measure("sweep", .sweep)
    let fence = machine.records.request(TestStore.id(1_000_001))?.fence ?? Fence(0)
    let key = LendingKey(request: TestStore.id(1_000_001), fence: fence)
    _ = measure("renew", .renew(LendingRenewalBatch(session: session.id, leases: [key])))
    let answer = measure("hand-off", .giveBack(LendingReturn(lease: key)))
    #expect(answer == .returned(.returned))
    return costs
  }

  @Test("is the same for 200 and for 2,000 in line")
  func doesNotGrow() { expectEqualCosts(for: 2_000, kinds: 1, areSeveralWanted: false) }

  @Test("is the same if requests for several resources are among them")
  func doesNotGrowWithSeveral() { expectEqualCosts(for: 2_000, kinds: 10, areSeveralWanted: true) }

  private func expectEqualCosts(for waiting: Int, kinds: Int, areSeveralWanted: Bool) {
    let short = costs(waiting: 200, kinds: kinds, areSeveralWanted: areSeveralWanted)
    let long = costs(waiting: waiting, kinds: kinds, areSeveralWanted: areSeveralWanted)
    #expect(short == long)
    #expect(short.count == 5)
    for (verb, cost) in short { #expect(cost[0] <= 60 + 8 * kinds, "\(verb): \(cost)") }
  }

  @Test("of a return is a constant number of calls if nothing waits")
  func uncontended() {
    var machine = LendingMachine(CountingRecords())
    let session = TestStore.session(1) as LendingSession
    _ = machine.decide(.open(settings: nil, session: session), at: 0)
    _ = machine.decide(
      .keep(.add(name: "a", labels: [], payload: [], token: session.id)), at: 0)
    for number: UInt64 in 0..<500 {
      machine.records.count.calls = 0
      let ask = LendingAsk(id: TestStore.id(number), session: session.id, wants: [Want()])
      _ = machine.decide(.ask(ask), at: Int64(number))
      let key = LendingKey(
        request: ask.id, fence: Fence(epoch: 1, counter: Int64(number + 1)))
      let answer = machine.decide(.giveBack(LendingReturn(lease: key)), at: Int64(number)).answer
      #expect(answer == .returned(.returned))
      #expect(machine.records.count.calls <= 45)
    }
  }
}
