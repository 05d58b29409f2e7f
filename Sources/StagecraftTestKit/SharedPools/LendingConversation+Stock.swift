@_spi(Store) internal import StagecraftSharedPools

extension LendingConversation {
  static let labels = ["ios", "arm64", "os=18", "größe=\"XL\"", "reader's"]
  static let affinities = ["build 1", "build 2", "clé"]
  static let reasons = ["suite failed", "the reader's \"cup\" of tea", ""]

  mutating func drawKey() -> String { any(Self.affinities) ?? "" }

  mutating func drawAsk() -> LendingAsk {
    var ask = LendingAsk(
      id: .random(using: &generator), session: (any(sessions) ?? sessions[0]).id,
      wants: [drawWant()])
    if oneIn(6) { ask.wants.append(drawWant()) }
    if oneIn(40) { ask.wants.append(drawWant()) }
    if oneIn(4) { ask.priority = Int.random(in: -3...3, using: &generator) }
    if oneIn(100) { ask.priority = any([-100, 100, 101]) ?? 0 }
    if oneIn(5) { ask.joinsLine = false }
    if oneIn(60) { ask.session = .random(using: &generator) }
    if oneIn(10), let id = any(withdrawn) { ask.id = id }
    if oneIn(100) { ask.wants = [] }
    asks.append(ask)
    if asks.count > 60 { asks.removeFirst() }
    return ask
  }

  /// A want, mostly one that a resource of the stock fits.
  private mutating func drawWant() -> Want {
    var labels: [String] = []
    if oneIn(3) {
      // Requests of one kind must meet in the line.
    } else if !oneIn(8), let resource = any(reference.records.allResources()) {
      labels = resource.labels.all.filter { _ in oneIn(2) }
    } else {
      labels = Self.labels.filter { _ in oneIn(3) }
    }
    var want = Want(Labels(labels), preferring: oneIn(3) ? drawKey() : nil)
    if oneIn(5) { want.count = Int.random(in: 2...max(2, min(stock, 5)), using: &generator) }
    if oneIn(200) { want.count = any([0, 64, 65]) ?? 0 }
    return want
  }

  /// One resource, or some of different names.
  mutating func drawAdd() -> LendingUpkeep {
    var additions: [LendingAddition] = []
    for _ in 0..<(oneIn(6) ? 3 : 1) {
      let addition = drawAddition()
      if !additions.contains(where: { $0.name == addition.name }) { additions.append(addition) }
    }
    return .add(additions)
  }

  private mutating func drawAddition() -> LendingAddition {
    let number = Int.random(in: 0..<2 * stock, using: &generator)
    let name = number.isMultiple(of: 5) ? "Müller's \"phone\" \(number)" : "phone-\(number)"
    let labels = Self.labels.filter { _ in oneIn(2) }
    let payload = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
      UInt8.random(in: 0...255, using: &generator)
    }
    let token = oneIn(8) ? tokens[name] : nil
    let addition = LendingAddition(
      name: name, labels: Labels(labels), payload: payload,
      token: token ?? .random(using: &generator))
    tokens[name] = addition.token
    return addition
  }

  mutating func drawUpkeep() -> LendingUpkeep {
    let resources = reference.records.allResources()
    let inService = resources.count { $0.isInService }
    if inService < stock, oneIn(2) {
      let broken = resources.filter { $0.state == .quarantined || oneIn(4) }
      if oneIn(2), let resource = any(broken) { return .repair(name: resource.name) }
      return drawAdd()
    }
    let name = oneIn(20) ? "unknown" : any(resources)?.name ?? "unknown"
    switch Int.random(in: 0..<20, using: &generator) {
    case ..<2: return drawAdd()
    case ..<5:
      // What a waiting request cannot do without.
      let wanted = any(reference.records.line(limit: 50))?.wants.last?.labels
      let fitting = resources.filter { $0.labels.contains(wanted ?? []) && $0.isInService }
      if let wanted, !wanted.all.isEmpty, fitting.count < 4 {
        pending = fitting.map { .keep(.drain(name: $0.name)) }
      }
      return .drain(name: name)
    case ..<9: return .quarantine(name: name, reason: any(Self.reasons) ?? "")
    case ..<13: return .repair(name: name)
    case ..<18:
      let lent = resources.filter { $0.state == .lent }.map(\.name)
      return .takeBack(
        name: oneIn(5) ? name : any(lent) ?? name, reason: any(Self.reasons) ?? "",
        immediately: oneIn(2))
    default:
      // Sometimes with a flaw, and then it has no effect.
      var drawn = drawSettings()
      if oneIn(10) { drawn.ageing = .zero }
      if drawn.flaw == nil { settings = drawn }
      return .configure(drawn)
    }
  }
}

extension LendingResourceRecord {
  fileprivate var isInService: Bool { state == .free || state == .lent }
}
