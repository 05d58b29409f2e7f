@_spi(Store) internal import StagecraftSharedPools

extension LendingConversation {
  mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }

  mutating func any<Element>(_ elements: [Element]) -> Element? {
    elements.randomElement(using: &generator)
  }

  /// Advances the clock: mostly not at all, at times to the microsecond at which something is due.
  mutating func advance() {
    let life = settings.timeToLive.microseconds
    let grace = settings.effectiveGrace.microseconds
    switch Int.random(in: 0..<1_000, using: &generator) {
    case ..<450: break
    case ..<800: now += Int64.random(in: 0...life / 20, using: &generator)
    case ..<860:
      // The moment at which a lease ends or its grace period does, or one beside it.
      guard let end = reference.records.firstEndOfLease() else { break }
      let moment = end + (oneIn(2) ? grace : 0) + Int64.random(in: -1...1, using: &generator)
      now = max(now, moment)
    case ..<900: pending = renewals()
    case ..<985:
      now += Int64.random(in: 0...life / 3, using: &generator)
      pending = renewals()
    case ..<995: now += Int64.random(in: 0...2 * (life + grace), using: &generator)
    case ..<997:
      if stepsClockBack { now -= Int64.random(in: 0...3_600_000_000, using: &generator) }
    default:
      // At most 20 days in all, so that no store has removed entries of its log.
      guard longPauses < 10 else { break }
      longPauses += 1
      now += Int64.random(in: 3_600_000_000...172_800_000_000, using: &generator)
      // Each sweep ends and forgets a limited number.
      pending = Array(repeating: .sweep, count: 20)
    }
  }

  private mutating func renewals() -> [LendingCall] {
    var all: [LendingCall] = []
    for session in sessions where !oneIn(8) { all.append(.renew(drawRenewals(of: session))) }
    return all
  }

  mutating func draw() -> LendingCall {
    let stock = reference.records.allResources().count { $0.state != .retired }
    if stock == 0 { return .keep(drawAdd()) }
    let isCrowded = reference.records.waitingCount() >= queue
    switch Int.random(in: 0..<100, using: &generator) {
    case ..<3:
      let session = any(sessions) ?? sessions[0]
      return .open(settings: oneIn(2) ? nil : drawSettings(), session: session)
    case ..<37: return isCrowded ? .giveBack(drawReturn()) : .ask(drawAsk())
    case ..<41: return any(asks).map { .ask($0) } ?? .report
    case ..<52: return .renew(drawRenewals(of: any(sessions) ?? sessions[0]))
    case ..<68: return .giveBack(drawReturn())
    case ..<74: return .withdraw(drawWithdrawal())
    case ..<79: return .sweep
    case ..<80:
      let session = any(sessions) ?? sessions[0]
      if !oneIn(3) { pending.append(.open(settings: nil, session: session)) }
      return .close(session: session.id)
    case ..<92: return .keep(drawUpkeep())
    case ..<97: return .report
    default:
      return .events(after: oneIn(4) ? 0 : lastEvent, limit: any([0, 1, 50, 1_000]) ?? 1_000)
    }
  }

  mutating func drawSettings() -> SharedPoolSettings {
    let life = any([300, 1_000, 30_000]) ?? 1_000
    var settings = SharedPoolSettings(timeToLive: .milliseconds(life))
    if oneIn(3) { settings.grace = .milliseconds(oneIn(2) ? 0 : life / 2) }
    if oneIn(2) { settings.maximumHold = .milliseconds(oneIn(2) ? life : life * 2) }
    if oneIn(4) { settings.onExpiry = .quarantine }
    if oneIn(3) { settings.ageing = .milliseconds(any([1, life / 3, 86_400_000]) ?? life) }
    if oneIn(5) { settings.margin = .milliseconds(life / 4) }
    return settings
  }

  private mutating func drawReturn() -> LendingReturn {
    var condition = LendingReturn.Condition.ready(shows: nil)
    if oneIn(5) { condition = .ready(shows: drawKey()) }
    if oneIn(8) { condition = .quarantined(reason: any(Self.reasons) ?? "") }
    let lease = drawLease()
    var names: [String] = []
    if oneIn(3) {
      let held = reference.records.resources(of: lease.request).map(\.name)
      names = held.filter { _ in oneIn(2) }
      if oneIn(6) { names.append("unknown") }
    }
    return LendingReturn(lease: lease, names: names, condition: condition)
  }

  /// A lease, mostly one that is still held.
  mutating func drawLease() -> LendingKey {
    if oneIn(20) {
      return LendingKey(request: any(asks)?.id ?? .random(using: &generator), fence: Fence(7))
    }
    if oneIn(30), let one = any(keys), let other = any(keys) {
      return LendingKey(request: one.request, fence: other.fence)
    }
    let held = keys.filter { reference.records.request($0.request)?.state == .granted }
    if let key = oneIn(8) ? any(keys) : any(held) { return key }
    return LendingKey(request: .random(using: &generator), fence: Fence(7))
  }

  private mutating func drawRenewals(of session: LendingSession) -> LendingRenewalBatch {
    let granted = Set(reference.records.requests(of: session.id, in: .granted).map(\.id))
    var batch = LendingRenewalBatch(session: session.id)
    batch.leases = keys.filter { granted.contains($0.request) && !oneIn(15) }
    if oneIn(6) { batch.leases.append(drawLease()) }
    batch.waiting = reference.records.requests(of: session.id, in: .waiting).map(\.id)
    let known = Set(keys.map(\.request))
    batch.waiting += granted.subtracting(known).sorted { $0.description < $1.description }
    if oneIn(4), let ask = any(asks) { batch.waiting.append(ask.id) }
    if oneIn(20) { batch.waiting.append(.random(using: &generator)) }
    if oneIn(50) { batch.session = .random(using: &generator) }
    return batch
  }

  private mutating func drawWithdrawal() -> LendingID {
    if oneIn(4) {
      let id = LendingID.random(using: &generator)
      withdrawn.append(id)
      if withdrawn.count > 10 { withdrawn.removeFirst() }
      return id
    }
    if !oneIn(4), let waiting = any(reference.records.line(limit: 50)) { return waiting.id }
    return any(asks)?.id ?? .random(using: &generator)
  }
}
