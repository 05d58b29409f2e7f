import TestSupport

@testable import StagecraftOperations

/// One random scenario, from start to end.
struct OperationScenario: ~Copyable {
  /// The possible events of a scenario.
  struct Rules: Sendable {
    var managers = 1
    var limits: ClosedRange<Int> = 1...3
    var categories: [Int] = []
    var usesChecks = false
    var usesLateEdges = true
    var usesChildren = false
    var usesWaits = false
    var usesPreemption = false
    var usesOwnSchedules = false
    var usesShared = false
    /// Whether bodies that hold a category with a limit above 1 wait.
    var mayDeadlock: Bool { (usesWaits || usesChildren) && categories.contains { $0 > 1 } }
    var length = 200
    var population = 12
    /// The amount of work that a call does at a time.
    var slice = Int.max
    /// Whether other calls run between the slices of one.
    var interleaves = false
    /// The number of calls between two checks of all invariants.
    var checksEach = 3
    /// Whether some managers have no limit, and their drivers take operations ahead.
    var takesAhead = false
    /// Whether plain operations take the general way too.
    var forcesSlowPath = false

    /// All features, with several managers.
    static func everything(
      managers: Int = 3, categories: [Int] = [1, 1, 1], length: Int = 300, population: Int = 20
    ) -> Rules {
      var rules = Rules()
      rules.managers = managers
      rules.categories = categories
      rules.usesChecks = true
      rules.usesChildren = true
      rules.usesWaits = true
      rules.usesPreemption = true
      rules.usesOwnSchedules = true
      rules.usesShared = true
      rules.length = length
      rules.population = population
      return rules
    }
  }

  let rules: Rules
  var rig = OperationRig()
  var generator: SeededGenerator

  init(_ rules: Rules, _ generator: inout SeededGenerator) {
    self.rules = rules
    for _ in 0..<rules.managers {
      let limit = Int.random(in: rules.limits, using: &generator)
      _ = rig.machine.addManager(limit: rules.takesAhead && generator.oneIn(2) ? .max : limit)
    }
    for limit in rules.categories { _ = rig.machine.addCategory(limit: limit) }
    self.generator = generator
    rig.slice = rules.slice
    rig.interleaves = rules.interleaves
    rig.checksEach = rules.checksEach
    rig.takesAhead = rules.takesAhead
    rig.machine.forcesSlowPath = rules.forcesSlowPath
    rig.machine.budget = rules.slice
  }

  mutating func run() throws {
    for _ in 0..<rules.length { try step() }
    try endAll()
  }

  // MARK: Choices

  mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.randomElement(using: &generator)
  }

  mutating func oneIn(_ count: Int) -> Bool { generator.oneIn(count) }

  mutating func anyKind() -> EdgeKind {
    pick([.requires, .requires, .result, .follows, .follows, .failed]) ?? .requires
  }

  mutating func anyPlace<Element>(_ elements: [Element]) -> Int? { pick(Array(elements.indices)) }

  private mutating func step() throws {
    // At most this many calls are between two slices.
    if rig.unfinished.count == 4 || oneIn(2), let place = anyPlace(rig.unfinished) {
      return try rig.proceed(place)
    }
    rig.prefersPlainEnds = oneIn(2)
    if let place = anyPlace(rig.ahead), oneIn(2) { return try rig.claim(place) }
    let input = Int.random(in: 0..<24, using: &generator)
    // Only new operations and drivers cannot tell what is ahead.
    if input >= 9 { try rig.recallAll() }
    switch input {
    case 0..<4:
      // With a short line, drivers take nothing ahead.
      for _ in 0..<(rules.takesAhead ? Int.random(in: 1...8, using: &generator) : 1) {
        try addSome()
      }
    case 4..<9: try drive()
    case 9..<13: try endSome()
    case 13: if let number = pick(rig.alive) { try rig.submit(number) }
    case 14: if rules.usesLateEdges { try linkSome() }
    case 15: try unlinkSome()
    case 16: if let number = pick(rig.alive) { try cancelSome(number) }
    case 17: if let number = pick(rig.all(.resting)) { try rig.wakeUp(number) }
    case 18: if let number = pick(rig.alive) { try changePriority(number) }
    case 19: try changeManager()
    case 20: if rules.usesChildren { try addChild() }
    case 21: if rules.usesWaits { try wait() }
    case 22: try takeOver()
    default: if oneIn(3), let number = pick(rig.all(.running)) { try rig.abandon(number) }
    }
  }

  /// A new operation; a child needs none of the categories but those of its parent: two parents
  ///   whose children need what the other holds would wait forever.
  mutating func make(for parent: Int? = nil) -> Int {
    var traits: OperationRecord.Traits = []
    var categories: [Int32] = []
    for category in rules.categories.indices.map(Int32.init) where oneIn(2) {
      if let parent, let slot = rig.slot(parent),
        rig.machine[slot].parent >= 0 || !rig.machine[slot].categories.contains(category)
      {
        continue
      }
      categories.append(category)
    }
    if rules.usesChecks, oneIn(3) { traits.insert(.needsCheck) }
    if rules.usesPreemption, oneIn(4) { traits.insert(.preempts) }
    if rules.usesPreemption, oneIn(2) { traits.insert(.isPreemptible) }
    if rules.usesOwnSchedules, oneIn(4) { traits.insert(.schedulesItself) }
    if rules.usesShared, oneIn(4) { traits.insert(.isShared) }
    if oneIn(4) { traits.insert(.keepsCategories) }
    if oneIn(4) { traits.insert(.failsFast) }
    return rig.add(
      manager: Int32.random(in: 0..<Int32(rules.managers), using: &generator),
      lane: oneIn(4) ? .main : .compute,
      priority: rules.takesAhead && !oneIn(8) ? 2 : UInt8.random(in: 0...4, using: &generator),
      traits: traits, categories: categories)
  }

  private mutating func addSome() throws {
    guard rig.alive.count < rules.population else { return }
    let others = rig.alive
    let number = make()
    // An operation with dependents is not taken ahead.
    let mostEdges = rules.takesAhead && !oneIn(4) ? 0 : 3
    for _ in 0..<Int.random(in: 0...mostEdges, using: &generator) {
      let settled = rig.entries.indices.suffix(8).filter { $0 != number }
      if let other = pick(oneIn(6) ? settled : others) {
        try rig.link(anyKind(), to: other, from: number)
      }
    }
    if oneIn(5) { try rig.endLinking() } else { try rig.submit(number) }
  }

  private mutating func drive() throws {
    if let place = anyPlace(rig.called) { return try rig.requestedDriverArrives(place) }
    if let place = anyPlace(rig.free) { try rig.freeDriverReturns(place) }
  }

  mutating func endSome() throws {
    if let number = pick(rig.all(.checking)), oneIn(2) { return try answer(number) }
    guard let number = pick(rig.all(.running)) else { return }
    // Some conditions are checked again right before the body.
    if rules.usesChecks, oneIn(8), rig[number].children.isEmpty, rig[number].waits.isEmpty,
      rig[number].parked.isEmpty
    {
      return try answer(number)
    }
    let results = [(false, false), (false, false), (true, false), (true, true)]
    let (threw, rests) = pick(results) ?? (false, false)
    try rig.finish(number, threw: threw, rests: rests)
  }

  private mutating func answer(_ number: Int) throws {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: try rig.answer(number, .end(.succeeded))
    case 1: try rig.answer(number, .end(oneIn(2) ? .failed : .skipped))
    case 2, 3:
      guard let other = pick(rig.alive.filter { $0 != number }) else { fallthrough }
      try rig.answer(number, .first(rig[other].id))
    default: try rig.answer(number, .proceed)
    }
  }

  private mutating func linkSome() throws {
    guard let number = pick(rig.alive), let other = pick(oneIn(6) ? [0] : rig.alive) else { return }
    guard rig[other].verdict != nil || rig.slot(other) != nil else { return }
    try rig.linkLate(anyKind(), to: other, from: number)
  }

  private mutating func unlinkSome() throws {
    guard oneIn(2), let number = pick(rig.alive), let place = anyPlace(rig[number].edges) else {
      return
    }
    // With two edges of one kind, either could be removed.
    let edge = rig[number].edges[place]
    let twins = rig[number].edges.count {
      $0.other == edge.other && $0.kind == edge.kind && $0.isAlive
    }
    guard twins == 1, edge.kind != .prerequisite else { return }
    try rig.unlink(number, at: place)
  }

  private mutating func cancelSome(_ number: Int) throws {
    guard oneIn(2) else { return }
    let cause: Verdict.Cause = oneIn(4) ? .timedOut : .requested
    try rig.cancel(number, cause, oneIn(3) ? .dependents : .this)
  }

  private mutating func changePriority(_ number: Int) throws {
    guard let slot = rig.slot(number) else { return }
    rig.machine.setPriority(slot, UInt8.random(in: 0...4, using: &generator))
    try rig.recordActions()
  }

  private mutating func changeManager() throws {
    let manager = Int32.random(in: 0..<Int32(rules.managers), using: &generator)
    if oneIn(2) {
      rig.mayExceedLimit.insert(manager)
      let limit = Int.random(in: rules.limits, using: &generator)
      rig.machine.setLimit(rules.takesAhead && oneIn(2) ? .max : limit, of: manager)
    } else {
      rig.machine.setSuspended(oneIn(3), manager)
    }
    try rig.recordActions()
  }

  private mutating func addChild() throws {
    guard let parent = pick(rig.all(.running)), rig[parent].children.count < 4 else { return }
    try rig.adopt(make(for: parent), by: parent)
  }

  private mutating func wait() throws {
    if oneIn(4), let number = pick(rig.all(.running).filter({ !rig[$0].waits.isEmpty })) {
      return try rig.cancelWait(number, at: 0)
    }
    guard let number = pick(rig.all(.running)), let other = pick(rig.alive) else { return }
    try rig.beginWait(number, for: other)
  }

  mutating func takeOver() throws {
    guard let number = pick(rig.all(.scheduling)) else { return }
    if oneIn(2) { return try rig.startOutside(number) }
    try rig.enqueue(
      number, manager: Int32.random(in: 0..<Int32(rules.managers), using: &generator))
  }

  // MARK: The end

  /// Ends everything that can end; afterwards nothing is left.
  mutating func endAll() throws {
    try rig.recallAll()
    rig.takesAhead = false
    for manager in rig.machine.managers.indices.map(Int32.init) {
      rig.machine.setSuspended(false, manager)
      try rig.recordActions()
    }
    for number in rig.alive where !rig[number].isSubmitted { try rig.submit(number) }
    var rounds = 0
    while !rig.alive.isEmpty {
      rounds += 1
      try check(rounds < 20_000, "all operations end; left: \(rest)")
      if try proceed() { continue }
      // Cycles through categories with a limit above 1 are not searched for.
      guard rules.mayDeadlock, let number = pick(rig.alive) else {
        throw BrokenPromise("stuck: \(rest)")
      }
      try rig.cancel(number)
      if !rig[number].waits.isEmpty { try rig.cancelWait(number, at: 0) }
    }
    while let place = anyPlace(rig.unfinished) { try rig.proceed(place) }
    try check(rig.machine.links.count == 0, "no link is left")
    try check(rig.machine.managers.allSatisfy { $0.unsettled == 0 }, "no operation is left")
    try check(rig.machine.backwardLinks == 0 && rig.machine.exclusivesHeld == 0, "nothing is left")
    try check(rig.machine.work.isEmpty && rig.machine.cursors.isEmpty, "no work is left")
    try check(
      rig.machine.records.used == 0 && rig.machine.lineEntries.used == 0
        && rig.machine.priorityCounts.used == 0,
      "no table entry is left")
  }

  private mutating func proceed() throws -> Bool {
    if let place = anyPlace(rig.unfinished), oneIn(2) || rig.unfinished.count > 4 {
      try rig.proceed(place)
    } else if let place = rig.called.indices.first {
      try rig.requestedDriverArrives(place)
    } else if let number = rig.all(.checking).first {
      try rig.answer(number, .proceed)
    } else if let number = rig.all(.running).first(where: {
      rig[$0].waits.isEmpty && rig[$0].parked.isEmpty
    }) {
      try rig.finish(number, threw: false)
    } else if let number = rig.all(.resting).first {
      try rig.wakeUp(number)
    } else if let number = rig.all(.scheduling).first {
      try rig.startOutside(number)
    } else if let place = anyPlace(rig.unfinished) {
      try rig.proceed(place)
    } else {
      return false
    }
    return true
  }

  private var rest: String {
    rig.alive.map { number in
      guard let slot = rig.slot(number) else { return "" }
      let record = rig.machine[slot]
      let dependencies = rig.machine.dependencies(of: slot).map {
        "\($0.kind) #\(rig.machine[$0.dependency].number)"
      }
      return "#\(record.number) \(record.phase) \(record.categories) "
        + "\(record.holdsCategories ? "held " : "")\(dependencies)"
    }.joined(separator: "; ")
  }
}
