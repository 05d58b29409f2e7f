import TestSupport
import Testing

@testable import StagecraftPools

/// Random scenarios under random rules; every answer is compared with a naive model.
@Suite(.serialized, .onSeparateThread, .timeLimit(.minutes(5)))
struct PoolMachineModelTests {
  typealias Rules = MachineRig.Machine.Rules

  @Test func aPoolThatCreatesElementsKeepsTheInvariants() async throws {
    try await converse(seeds: 0..<300) { rules, _ in rules.builder = .pool }
  }

  @Test func aPoolThatPreparesElementsKeepsTheInvariants() async throws {
    try await converse(seeds: 1_000..<1_300) { rules, generator in
      rules.preparer = .pool
      rules.prepares = !generator.oneIn(4)
    }
  }

  @Test func aPoolWithAGivenStockKeepsTheInvariants() async throws {
    try await converse(seeds: 2_000..<2_200, stock: 3) { rules, _ in
      rules.builder = .none
      rules.capacity = 0
      rules.minimumIdle = 0
    }
  }

  @Test func aPoolWithElementsCreatedByBorrowersKeepsTheInvariants() async throws {
    try await converse(seeds: 3_000..<3_100) { rules, _ in
      rules.builder = .borrower
      rules.preparer = .borrower
      rules.capacity = .max
    }
  }

  /// A pool that mostly answers directly; see `MachineRig.borrowInBothWays`.
  @Test func anUndemandingPoolAnswersDirectlyAsInGeneral() async throws {
    try await converse(seeds: 4_000..<4_300, directAnswers: 1_000) { rules, generator in
      rules = Rules(
        builder: .pool, capacity: rules.capacity, maximumIdle: rules.maximumIdle,
        order: rules.order, concurrentBuilds: rules.concurrentBuilds, overtaking: rules.overtaking,
        firstRetryDelay: 20, longestRetryDelay: 100, seed: rules.seed)
    }
    try await converse(seeds: 4_300..<4_400, stock: 2, directAnswers: 300) { rules, _ in
      rules = Rules(builder: .none, capacity: 0, order: rules.order, overtaking: rules.overtaking)
    }
    try await converse(seeds: 4_400..<4_500, directAnswers: 300) { rules, _ in
      rules = Rules(builder: .borrower, maximumIdle: rules.maximumIdle, order: rules.order)
    }
  }

  private func converse(
    seeds: Range<UInt64>, stock: Int = 0, directAnswers: Int = 0,
    under adjust: @escaping @Sendable (inout Rules, inout SeededGenerator) -> Void
  ) async throws {
    // On a thread of its own, because tests that wait need the threads that all tasks share.
    let count = try await onThread { try talk(seeds, stock, adjust) }
    #expect(count >= directAnswers)
  }

  /// Returns the number of direct answers.
  private func talk(
    _ seeds: Range<UInt64>, _ stock: Int,
    _ adjust: (inout Rules, inout SeededGenerator) -> Void
  ) throws -> Int {
    var directAnswers = 0
    try withEverySeed(in: seeds) { generator in
      var rules = randomRules(using: &generator)
      adjust(&rules, &generator)
      var rig = try MachineRig(rules, stock: stock)
      let length = Int.random(in: 10...160, using: &generator)
      for _ in 0..<length {
        try rig.apply(rig.randomInput(using: &generator))
      }
      try rig.comeToRest()
      try rig.end()
      directAnswers += rig.directAnswers
    }
    return directAnswers
  }

  private func randomRules(using generator: inout SeededGenerator) -> Rules {
    var rules = Rules()
    rules.capacity = Int.random(in: 1...4, using: &generator)
    if generator.oneIn(3) { rules.maximumIdle = Int.random(in: 0...2, using: &generator) }
    if generator.oneIn(3) { rules.minimumIdle = Int.random(in: 0...2, using: &generator) }
    rules.order = generator.oneIn(2) ? .hottest : .coldest
    rules.prepares = generator.oneIn(2)
    if generator.oneIn(3) { rules.validationWindow = generator.oneIn(2) ? 0 : 50 }
    if generator.oneIn(3) { rules.idleTimeout = 100 }
    if generator.oneIn(3) { rules.maximumLifetime = 300 }
    if generator.oneIn(3) { rules.maximumUses = Int.random(in: 1...3, using: &generator) }
    if generator.oneIn(3) { rules.concurrentBuilds = 1 }
    if generator.oneIn(4) { rules.testInterval = 70 }
    if generator.oneIn(4) { rules.failsFast = true }
    if generator.oneIn(4) { rules.maximumWaiting = Int.random(in: 0...3, using: &generator) }
    rules.overtaking = generator.oneIn(4) ? nil : 40
    rules.firstRetryDelay = 20
    rules.longestRetryDelay = 100
    rules.seed = generator.next()
    return rules
  }
}

extension MachineRig {
  /// An input that is possible now.
  func randomInput(using generator: inout SeededGenerator) -> Input {
    let chance = Int.random(in: 0..<100, using: &generator)
    if chance < 30 { return randomBorrow(using: &generator) }
    if chance < 80, let input = loose.randomElement(using: &generator) {
      return disturbed(input, using: &generator)
    }
    if chance < 86,
      let id = borrowers.indices.filter({ borrowers[$0].ticket != nil })
        .randomElement(using: &generator)
    {
      return .abandon(id)
    }
    if chance < 95 {
      let duration = Int64.random(in: 0...60, using: &generator)
      if generator.oneIn(3) { return .wait(duration) }
      let untilNext = machine.nextMoment.map { max(0, $0 - now) }
      return .pass(generator.oneIn(2) ? untilNext ?? duration : duration)
    }
    return randomUpkeep(using: &generator)
  }

  private func randomBorrow(using generator: inout SeededGenerator) -> Input {
    let wait: Wait =
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: .none
      case 1: .forever
      default: .until(now + Int64.random(in: 0...120, using: &generator))
      }
    let preference = generator.oneIn(2) ? Int.random(in: 0..<3, using: &generator) : nil
    return .borrow(generator.oneIn(2) ? .task : .thread, wait, preference: preference)
  }

  /// Some work fails.
  private func disturbed(_ input: Input, using generator: inout SeededGenerator) -> Input {
    guard generator.oneIn(4) else { return input }
    return switch input {
    case .built(let slot): .buildFailed(slot)
    case .prepared(let slot): .preparationFailed(slot)
    case .builtByBorrower(let id): .buildFailedForBorrower(id)
    case .returnElement(let id):
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: .discard(id)
      case 1: .detach(id)
      case 2: .replace(id)
      default: .reject(id)
      }
    default: input
    }
  }

  private func randomUpkeep(using generator: inout SeededGenerator) -> Input {
    let isBounded = machine.rules.capacity < .max
    switch Int.random(in: 0..<9, using: &generator) {
    case 0, 1: return isBounded ? .setCapacity(Int.random(in: 0...4, using: &generator)) : .pass(1)
    case 2: return .warmUp(Int.random(in: 0...4, using: &generator))
    case 3:
      let kinds: [Machine.Shedding] = [.all, .fraction(0.5), .idle(atLeast: 30)]
      return .shed(kinds.randomElement(using: &generator)!)
    case 4, 5: return .invalidateAll
    case 6: return machine.service == .open ? .admit : .pass(1)
    case 7:
      let strays = slots.indices.filter { slots[$0].phase != .out }
      return .stray(strays.randomElement(using: &generator) ?? slots.count)
    default:
      return generator.oneIn(3) ? .shutdown(failing: generator.oneIn(2)) : .invalidateAll
    }
  }
}
