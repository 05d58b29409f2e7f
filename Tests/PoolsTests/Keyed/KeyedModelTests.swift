import StageFloor
import TestSupport
import Testing

@testable import StagecraftPools

/// A keyed machine and a naive model of it receive the same random events.
///
/// They must agree on all actions, in order. In addition, the invariants are checked on the
/// machine's own state.
@Suite(
  "A keyed machine under random events", .serialized, .onSeparateThread, .timeLimit(.minutes(5)))
struct KeyedModelTests {
  @Test("agrees with a naive model", arguments: 0..<150 as Range<UInt64>)
  func agreesWithTheModel(seed: UInt64) async throws {
    // On a thread of its own, because tests that wait need the threads that all tasks share.
    let complaint = try await onThread { talk(seed: seed) }
    #expect(complaint == nil)
  }

  /// With few waiters, many events are answered directly as well.
  @Test("agrees with a naive model when few wait")
  func agreesWithTheModelWhenCalm() async throws {
    let (complaints, direct) = try await onThread {
      var complaints: [String] = []
      var direct = 0
      for seed in 1_000..<1_300 as Range<UInt64> {
        var run = KeyedModelRun(seed: seed)
        run.isCalm = true
        for _ in 0..<600 where !run.hasFailed {
          run.step()
          run.check()
        }
        direct += run.talk.directAnswers
        if run.hasFailed { complaints.append("Seed \(seed): \(run.history.suffix(12))") }
      }
      return (complaints, direct)
    }
    #expect(complaints == [])
    #expect(direct > 1_000)
  }

  /// The machine's unexpected actions, if any.
  private func talk(seed: UInt64) -> String? {
    var run = KeyedModelRun(seed: seed)
    for _ in 0..<600 {
      run.step()
      run.check()
      if run.hasFailed {
        return "Seed \(seed) after: \(run.history.suffix(12).joined(separator: "; "))"
      }
    }
    run.shutdown()
    if run.hasFailed { return "Seed \(seed) at its end: \(run.history.suffix(12))" }
    if !run.unresolved.isEmpty { return "Seed \(seed): unresolved \(run.unresolved)" }
    let isAtRest = run.talk.keySlots.isEmpty || run.talk.machine.keys.keySlots.paused.count > 0
    return isAtRest ? nil : "Seed \(seed): keys are left"
  }
}

/// One run of the model test.
struct KeyedModelRun {
  typealias Said = KeyedConversation.Said

  var talk: KeyedConversation
  var model: NaiveKeyedLine
  var random: SplitMix64
  var unresolved: Set<Int> = []
  var history: [String] = []
  var hasFailed = false
  /// Whether borrowers come only while no borrower waits.
  var isCalm = false
  private var nextWaiter = 0
  /// Tickets of borrowers that were served, and may return to the line.
  private var pastTurns: [Int] = []
  private let keys = ["Central", "Harbour", "North", "West", "East"]

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    let capacity = Int.random(in: 1...6, using: &random)
    let perKey = Int.random(in: 1...3, using: &random)
    let builds = Bool.random(using: &random) ? .max : Int.random(in: 1...2, using: &random)
    let idle = Int.random(in: 0..<4, using: &random) == 0 ? 1 : Int.max
    talk = KeyedConversation(capacity: capacity, perKey: perKey) {
      $0.concurrentBuilds = builds
      $0.maximumIdle = idle
      // So many never wait, but the machine counts.
      $0.maximumWaiting = 1_000
      $0.seed = seed
    }
    model = NaiveKeyedLine(
      capacity: capacity, perKey: perKey, concurrentBuilds: builds, maximumIdle: idle)
  }

  mutating func step() {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<30: if !isCalm || model.line.isEmpty { borrow() }
    case 30..<34: tryBorrow()
    case 34..<50: finishBuild()
    case 50..<66: returnElement()
    case 66..<78: finishEnding()
    case 78..<84: cancel()
    case 84..<90: pass()
    case 90..<93: discard()
    case 93..<95: reject()
    case 95..<97: trim()
    case 97: setCapacity()
    default: invalidate()
    }
  }

  mutating func shutdown() {
    model.isOpen = false
    let fails = Bool.random(using: &random)
    var expected: [Said] = []
    if fails {
      expected = model.line.map { .sendsAway($0.number) }
      model.line = []
    }
    compare(talk.tell { $0.shutdown(failingWaiters: fails, at: $1, into: &$2) }, expected)
    for _ in 0..<2000 where talk.machine.service != .closed && !hasFailed {
      switch Int.random(in: 0..<5, using: &random) {
      case 0: finishBuild()
      case 1: returnElement()
      case 2: finishEnding()
      case 3: pass()
      default: if talk.machine.existing == 0 { giveUp() }
      }
    }
    if talk.machine.service != .closed { hasFailed = true }
  }

  // MARK: Invariants

  mutating func check() {
    let machine = talk.machine
    for slot in 0..<machine.slots.count {
      let known: NaiveKeyedLine.Phase? =
        switch machine.slots[slot].phase {
        case .vacant: nil
        case .building: .building
        case .idle: .idle
        case .out: .out
        case .destroying: .destroying
        case .preparing: preconditionFailure("A keyed pool prepares no element itself.")
        }
      if model.slots[slot]?.phase != known { fail("slot \(slot) is \(known as Any)") }
    }
    for key in keys {
      let isKnown = talk.keySlots[key] != nil
      let isNeeded =
        model.count(key) > 0 || model.line.contains { $0.key == key } || model.pauses[key] != nil
      if isNeeded != isKnown { fail("\(key) is \(isKnown ? "" : "not ")known") }
    }
    checkCounts()
    if Set(model.line.map(\.number)) != unresolved { fail("waiters were lost") }
    if machine.line.count != model.line.count { fail("the lines differ") }
    if talk.isContradicted { fail("the direct answer differs") }
  }

  /// The counts of each key, and their sums, are those of its slots and waiters.
  private mutating func checkCounts() {
    var (provided, makeable) = (0, 0)
    for (key, keyIndex) in talk.keySlots {
      let counts = KeyRecords.Counts(
        existing: model.count(key), building: model.count(key, .building),
        destroying: model.count(key, .destroying))
      if talk.machine.keys[keyIndex] != counts { fail("the counts of \(key) differ") }
      let waiting = model.line.count { $0.key == key }
      let served = min(waiting, model.reliable(key).count)
      provided += served
      makeable += min(
        waiting - served, max(0, model.perKey - (counts.existing - counts.destroying)))
    }
    if talk.machine.keys.keySlots.providedCount != provided { fail("the provided differ") }
    if talk.machine.keys.keySlots.makeableCount != makeable { fail("the makeable differ") }
  }

  private mutating func fail(_ why: String) {
    hasFailed = true
    history.append("FAILED: \(why)")
  }

  /// The machine must return the expected actions, and then those of the model.
  private mutating func compare(_ said: [Said], _ first: [Said]) {
    var said = said
    if first.first == .waits, said.first != .waits, let settled = said.first {
      // Served between joining and parking: the conversation reports it first.
      said = first + [settled] + said.dropFirst(first.count)
    }
    notePauses()
    let numbers = said.compactMap { order -> Int? in
      guard case .builds(let slot, _) = order else { return nil }
      return slot
    }
    let serving = model.serve(at: talk.now, numbers: numbers)
    for case .builds(let slot, let key) in said
    where model.count(key) > model.perKey || model.slots.count > model.capacity {
      fail("slot \(slot) is built above a capacity")
    }
    for order in said {
      switch order {
      case .resumes(let waiter, _), .fails(let waiter, _), .timesOut(let waiter),
        .cancels(let waiter), .sendsAway(let waiter):
        if unresolved.remove(waiter) == nil { fail("waiter \(waiter) is resolved twice") }
      case .lends, .waits, .refuses, .isFull, .failsFast, .isShutdown, .builds, .prepares, .ends,
        .drained:
        break
      }
    }
    history.append("\(said)")
    var expected = first + serving
    if !model.isOpen, model.line.isEmpty, model.slots.isEmpty { expected.append(.drained) }
    if inOrder(said) != inOrder(expected) { fail("expected \(expected)") }
  }

  /// The output without the order that does not matter: elements are destroyed last, and waiters
  /// may be woken without an element in any order.
  private func inOrder(_ said: [Said]) -> [[Said]] {
    func isEnd(_ said: Said) -> Bool { if case .ends = said { true } else { false } }
    func number(_ said: Said) -> Int? {
      switch said {
      case .timesOut(let waiter), .sendsAway(let waiter): waiter
      default: nil
      }
    }
    let leaving = said.filter { number($0) != nil }
      .sorted { number($0) ?? 0 < number($1) ?? 0 }
    let rest = said.filter { $0 != .drained && number($0) == nil }
    return [leaving, rest.filter { !isEnd($0) }, rest.filter(isEnd)]
  }

  /// The length of a pause is random, so the model takes it from the machine.
  private mutating func notePauses() {
    for (key, _) in model.pauses where model.pauses[key] == .max {
      model.pauses[key] =
        talk.keySlots[key].flatMap { talk.machine.keys.keySlots.retryAt(of: $0) } ?? .min
    }
  }

  private mutating func any(_ phase: NaiveKeyedLine.Phase) -> Int? {
    model.slots.filter { $0.value.phase == phase }.keys.sorted().randomElement(using: &random)
  }

  // MARK: Events

  private mutating func borrow() {
    let key = keys[Int.random(in: 0..<keys.count, using: &random)]
    nextWaiter += 1
    let deadline =
      Int.random(in: 0..<4, using: &random) == 0
      ? talk.now + Int64.random(in: 1...200_000_000, using: &random) : nil
    history.append("\(nextWaiter) borrows \(key)")
    if !model.line.contains(where: { $0.key == key }),
      let slot = model.idle.last(where: { model.slots[$0]?.key == key })
    {
      model.move(slot, to: .out)
      compare(talk.borrow(nextWaiter, key, deadline: deadline), [.lends(slot)])
      return
    }
    pastTurns.append(talk.machine.line.takeTurn())
    model.line.append(.init(number: nextWaiter, key: key, turn: .max, deadline: deadline))
    defer {
      if let ticket = talk.tickets[nextWaiter], let place = talk.machine.line.place(of: ticket),
        let index = model.line.firstIndex(where: { $0.number == nextWaiter })
      {
        model.line[index].turn = talk.machine.line.places[place].turn
      }
    }
    unresolved.insert(nextWaiter)
    compare(talk.borrow(nextWaiter, key, deadline: deadline), [.waits])
  }

  private mutating func tryBorrow() {
    let key = keys[Int.random(in: 0..<keys.count, using: &random)]
    history.append("try \(key)")
    let slot = model.idle.last { model.slots[$0]?.key == key }
    if let slot { model.move(slot, to: .out) }
    compare(talk.tryBorrow(key), [slot.map { .lends($0) } ?? .refuses])
  }

  private mutating func finishBuild() {
    guard let slot = any(.building), let key = model.slots[slot]?.key else { return }
    if Int.random(in: 0..<4, using: &random) == 0 {
      history.append("slot \(slot) cannot be made")
      let isOverdue = model.slots[slot]?.isOverdue == true
      model.move(slot, to: nil)
      model.pauses[key] = model.pauses[key] ?? .max
      // Keys with creations of their own do not pay for one that is overdue.
      let waiting = model.line.count { $0.key == key }
      if isOverdue, waiting <= model.reliable(key).count {
        return compare(talk.buildFails(slot), [])
      }
      guard let place = model.line.firstIndex(where: { $0.key == key }) else {
        return compare(talk.buildFails(slot), [])
      }
      let oldest = model.line.remove(at: place)
      compare(talk.buildFails(slot), [.fails(oldest.number, "flooded")])
    } else {
      history.append("slot \(slot) is made")
      let entry = talk.machine.slots[slot]
      let isStale = entry.epoch != talk.machine.epoch
      model.pauses[key] = nil
      guard isStale || model.isTooMany(slot) else {
        model.move(slot, to: .idle)
        return compare(talk.built(slot), [])
      }
      model.move(slot, to: .destroying)
      compare(talk.built(slot), [.ends(slot, isStale ? .invalidated : .overCapacity)])
    }
  }

  private mutating func returnElement() {
    guard let slot = any(.out) else { return }
    history.append("slot \(slot) is returned")
    let isStale = talk.machine.slots[slot].epoch != talk.machine.epoch
    let reason: PoolDiscardReason? =
      !model.isOpen && model.line.isEmpty
      ? .shutdown : isStale ? .invalidated : model.isTooMany(slot) ? .overCapacity : nil
    model.move(slot, to: reason == nil ? .idle : .destroying)
    compare(talk.returnElement(slot), reason.map { [.ends(slot, $0)] } ?? [])
  }

  private mutating func discard() {
    guard let slot = any(.out) else { return }
    history.append("slot \(slot) is discarded")
    model.move(slot, to: .destroying)
    compare(talk.discard(slot), [.ends(slot, .byBorrower)])
  }

  private mutating func reject() {
    guard let slot = any(.out), let key = model.slots[slot]?.key, model.isOpen,
      !pastTurns.isEmpty
    else { return }
    nextWaiter += 1
    history.append("slot \(slot) is rejected by \(nextWaiter)")
    unresolved.insert(nextWaiter)
    model.move(slot, to: .destroying)
    let turn = pastTurns.remove(at: Int.random(in: 0..<pastTurns.count, using: &random))
    let place = model.line.firstIndex { $0.turn > turn } ?? model.line.count
    model.line.insert(.init(number: nextWaiter, key: key, turn: turn), at: place)
    compare(talk.reject(slot, nextWaiter, turn: turn), [.waits, .ends(slot, .preparationFailed)])
  }

  private mutating func finishEnding() {
    guard let slot = any(.destroying) else { return }
    history.append("slot \(slot) has ended")
    model.move(slot, to: nil)
    compare(talk.ended(slot), [])
  }

  private mutating func cancel() {
    guard let waiter = model.line.randomElement(using: &random) else { return }
    history.append("\(waiter.number) is cancelled")
    model.line.removeAll { $0 == waiter }
    compare(talk.cancel(waiter.number), [.cancels(waiter.number)])
  }

  private mutating func pass() {
    let step = Int64.random(in: 1...100_000_000, using: &random)
    history.append("\(step) ns pass")
    let now = talk.now + step
    let due = model.endWaits(at: now)
    let next = talk.machine.nextMoment
    for waiter in due where next ?? .max > waiter.deadline ?? .min { fail("no alarm is set") }
    for (_, end) in model.pauses where next ?? .max > end { fail("no alarm for a pause") }
    compare(talk.pass(step), due.map { .timesOut($0.number) })
  }

  /// The remaining waiters wait for a key with a long pause, longer than the test.
  private mutating func giveUp() {
    while let waiter = model.line.first {
      model.line.removeFirst()
      compare(talk.cancel(waiter.number), [.cancels(waiter.number)])
    }
  }

  private mutating func trim() {
    history.append("trim")
    let ended = model.idle
    for slot in ended { model.move(slot, to: .destroying) }
    compare(
      talk.tell { _ = $0.shed(.all, at: $1, into: &$2) }, ended.map { .ends($0, .trimmed) })
  }

  private mutating func setCapacity() {
    model.capacity = Int.random(in: 0...6, using: &random)
    model.perKey = Int.random(in: 0...3, using: &random)
    history.append("capacity \(model.capacity), \(model.perKey) per key")
    var expected: [Said] = []
    for slot in model.idle where model.isTooManyOfItsKey(slot) {
      model.move(slot, to: .destroying)
      expected.append(.ends(slot, .overCapacity))
    }
    while model.roomToCome < 0, let coldest = model.idle.first {
      model.move(coldest, to: .destroying)
      expected.append(.ends(coldest, .overCapacity))
    }
    let (capacity, perKey) = (model.capacity, model.perKey)
    compare(
      talk.tell { $0.setCapacity(capacity, perKey: perKey, at: $1, into: &$2) }, expected)
  }

  private mutating func invalidate() {
    let key = keys[Int.random(in: 0..<keys.count, using: &random)]
    guard let keyIndex = talk.keySlots[key] else { return }
    history.append("invalidate \(key)")
    let ended = model.idle.filter { model.slots[$0]?.key == key }
    for slot in ended { model.move(slot, to: .destroying) }
    compare(
      talk.tell { $0.invalidate(keyIndex, at: $1, into: &$2) },
      ended.map { .ends($0, .invalidated) })
  }
}

extension NaiveKeyedLine {
  func isTooMany(_ slot: Int) -> Bool { roomToCome < 0 || isTooManyOfItsKey(slot) }

  func isTooManyOfItsKey(_ slot: Int) -> Bool {
    guard let key = slots[slot]?.key else { return false }
    return count(key) - count(key, .destroying) > perKey
  }
}
