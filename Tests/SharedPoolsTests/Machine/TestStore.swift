@_spi(Store) @testable import StagecraftSharedPools

/// A machine in memory with short words for what is asked of it.
///
/// Requests and sessions are named by small numbers. The time to live is 30 seconds, and the grace
/// period 5 seconds, unless a test says otherwise.
struct TestStore {
  var machine = LendingMachine(MemoryRecords())
  var now: Int64 = 1_000_000_000
  /// The requests that were notified by the last decision.
  var notified: [LendingID] = []

  /// Opens a pool with sessions 1 and 2, and adds resources.
  init(_ resources: [String: Labels] = [:], settings: SharedPoolSettings = SharedPoolSettings()) {
    for number in 1...2 {
      tell(.open(settings: settings, session: Self.session(UInt64(number))))
    }
    for (name, labels) in resources.sorted(by: { $0.key < $1.key }) { add(name, labels) }
  }

  static func session(_ number: UInt64) -> LendingSession {
    LendingSession(id: session(number), host: "client-\(number)", process: Int32(number))
  }

  static func session(_ number: UInt64) -> LendingID { LendingID(high: 1, low: number) }
  static func id(_ number: UInt64) -> LendingID { LendingID(high: 0, low: number) }

  @discardableResult
  mutating func tell(_ call: LendingCall) -> LendingAnswer {
    let decision = machine.decide(call, at: now)
    notified = decision.notifications.map(\.request)
    return decision.answer
  }

  @discardableResult
  mutating func ask(
    _ number: UInt64, _ wants: [Want] = [Want()], session: UInt64 = 1, priority: Int = 0,
    joinsLine: Bool = true
  ) -> LendingAnswer {
    tell(
      .ask(
        LendingAsk(
          id: Self.id(number), session: Self.session(session), wants: wants, priority: priority,
          joinsLine: joinsLine)))
  }

  /// The key of a granted request.
  func key(_ number: UInt64) -> LendingKey {
    let id = Self.id(number)
    return LendingKey(request: id, fence: machine.records.request(id)?.fence ?? Fence(0))
  }

  @discardableResult
  mutating func giveBack(
    _ number: UInt64, _ names: [String] = [],
    condition: LendingReturn.Condition = .ready(shows: nil)
  ) -> LendingAnswer {
    tell(.giveBack(LendingReturn(lease: key(number), names: names, condition: condition)))
  }

  @discardableResult
  mutating func renew(
    leases: [UInt64] = [], waiting: [UInt64] = [], session: UInt64 = 1
  ) -> LendingAnswer {
    tell(
      .renew(
        LendingRenewalBatch(
          session: Self.session(session), leases: leases.map(key), waiting: waiting.map(Self.id))))
  }

  @discardableResult
  mutating func add(_ name: String, _ labels: Labels = [], token: UInt64 = 0) -> LendingAnswer {
    tell(.keep(.add(name: name, labels: labels, payload: [], token: Self.id(1_000_000 + token))))
  }

  mutating func wait(_ duration: Duration) { now += duration.microseconds }

  /// The names of what a request holds.
  func held(by number: UInt64) -> [String] {
    machine.records.resources(of: Self.id(number)).map(\.name)
  }

  /// The waiting requests.
  var line: [UInt64] { machine.records.line(limit: .max).map(\.id.low) }

  func resource(_ name: String) -> LendingResourceRecord? {
    machine.records.resource(named: name)
  }

  func end(of number: UInt64) -> LendingEnd? { machine.records.request(Self.id(number))?.end }
}
