import StageFloor
import TestSupport

@_spi(Store) @testable import StagecraftSharedPools

/// A session machine that a test drives by hand.
struct SessionDriver {
  static let second: Int64 = 1_000_000_000

  var machine: SessionMachine
  var now: Int64 = 10 * second
  /// What was sent and not answered yet.
  var underWay: [(number: UInt64, request: LendingCall)] = []
  var replies: [UInt64: SessionReply] = [:]
  var events: [SharedPoolEvent] = []
  var leaseEnds: [(number: UInt64, end: LendingEnd?)] = []
  var hasStopped = false

  /// A session that is open, with a time to live of 30 seconds, a margin of 3 and a grace of 5.
  init(isOpen: Bool = true) {
    let id = LendingID(high: 1, low: 1)
    var rules = SessionRules(session: LendingSession(id: id, host: "store", process: 1))
    rules.firstPause = 100_000_000
    machine = SessionMachine(rules, generator: SeededGenerator(seed: 1))
    machine.isObserved = true
    guard isOpen else { return }
    receive(.open(nil, waiter: 1_000))
    answer(.opened(SharedPoolSettings()))
    replies = [:]
  }

  mutating func receive(_ input: SessionInput) {
    for action in machine.handle(input, at: now) {
      switch action {
      case .send(let number, let request): underWay.append((number, request))
      case .reply(let waiter, let reply):
        precondition(replies[waiter] == nil, "Waiter \(waiter) was answered twice.")
        replies[waiter] = reply
      case .report(let event): events.append(event)
      case .leaseEnded(let number, let end): leaseEnds.append((number, end))
      case .stop: hasStopped = true
      }
    }
  }

  /// Answers the first request that is under way.
  mutating func answer(_ answer: LendingAnswer) {
    receive(.answered(send: underWay.removeFirst().number, .success(answer)))
  }

  /// Fails the first request that is under way.
  mutating func fail(_ code: LeaseStoreError.Code = .unreachable) {
    let number = underWay.removeFirst().number
    receive(.answered(send: number, .failure(LeaseStoreError(code, "The test says so."))))
  }

  /// Lets time pass, and does everything that is due on the way.
  mutating func wait(_ seconds: Double) {
    let end = now + Int64(seconds * Double(Self.second))
    while let due = machine.nextDue, due <= end {
      now = max(now, due)
      receive(.tick)
    }
    now = end
  }

  mutating func ask(_ waiter: UInt64, timeout: Int64? = nil, joinsLine: Bool = true) {
    let wants = SessionWants(wants: [Want()], joinsLine: joinsLine)
    receive(.ask(wants, timeout: timeout, waiter: waiter))
  }

  /// The request of the last ask that was sent.
  var lastAsk: LendingAsk? {
    for (_, request) in underWay.reversed() {
      if case .ask(let ask) = request { return ask }
    }
    return nil
  }

  /// The kinds of what is under way.
  var kinds: [String] {
    underWay.map { String("\($0.request)".prefix { $0 != "(" }) }
  }

  static func granted(_ fence: Int64 = 1, remaining: Duration = .seconds(30)) -> LendingAnswer {
    .asked(.granted(grant(fence, remaining: remaining)))
  }

  static func grant(_ fence: Int64 = 1, remaining: Duration = .seconds(30)) -> LendingGrant {
    let resource = LendingGrant.Resource(
      name: "phone", want: 0, labels: [], payload: [], isPreferred: false)
    return LendingGrant(fence: Fence(fence), resources: [resource], remaining: remaining)
  }

  static func renewed(
    _ remaining: Duration = .seconds(30), isFinal: Bool = false, waiting: [LendingOutcome] = []
  ) -> LendingAnswer {
    .renewed(leases: [.renewed(remaining: remaining, isFinal: isFinal)], waiting: waiting)
  }
}
