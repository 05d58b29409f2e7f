import StageFloor
import TestSupport
import Testing

@_spi(Store) @testable import StagecraftSharedPools

/// Three sessions and a store on a network that loses, delays and reorders, by a seeded generator.
///
/// Each step checks what sessions promise: no two believe to hold the same resource, each wait ends
/// once, and no holder is left untold past its deadline minus the margin. At the end the network is
/// mended, and nothing may be left behind, neither in the sessions nor at the store.
struct SessionWalk {
  struct Session {
    var machine: SessionMachine
    /// Waiters that have no reply yet.
    var open: Set<UInt64> = []
    var asks: Set<UInt64> = []
    var held: [UInt64: [String]] = [:]
    var watchers: [UInt64: UInt64] = [:]
    var hasStopped = false
    /// Whether its requests do not arrive, while answers that are on their way do.
    var isCut = false
  }

  struct Packet {
    var session: Int
    var number: UInt64
    var request: LendingCall
    /// The answer on its way back; `nil` on the way to the store.
    var answer: LendingAnswer?
  }

  var generator: SeededGenerator
  var store = LendingMachine(MemoryRecords(logLimit: 10))
  var sessions: [Session] = []
  var packets: [Packet] = []
  var now: Int64 = 1_000_000_000
  var lastWaiter: UInt64 = 0
  var isMended = false
  let settings = SharedPoolSettings(timeToLive: .seconds(6), margin: .seconds(1), grace: .zero)

  init(_ generator: SeededGenerator, resources: Int) {
    self.generator = generator
    for index in 0..<3 {
      let id = LendingID(high: 7, low: UInt64(index))
      let rules = SessionRules(
        session: LendingSession(id: id, host: "store", process: Int32(index)))
      let own = SeededGenerator(seed: generator.seed &* 3 &+ UInt64(index) &+ 1)
      sessions.append(Session(machine: SessionMachine(rules, generator: own)))
      lastWaiter += 1
      sessions[index].open.insert(lastWaiter)
      receive(index, .open(settings, waiter: lastWaiter))
    }
    for packet in packets { decide(packet) }
    packets = []
    for index in sessions.indices {
      receive(index, .answered(send: 1, .success(.opened(settings))))
    }
    for index in 0..<resources {
      let name = "phone-\(index)"
      _ = store.decide(
        .keep(
          .add(name: name, labels: [], payload: [], token: LendingID(high: 8, low: UInt64(index)))),
        at: now / 1_000)
    }
  }

  @discardableResult
  mutating func decide(_ packet: Packet) -> LendingAnswer {
    let decision = store.decide(packet.request, at: now / 1_000)
    for notification in decision.notifications {
      // One notification in five is lost.
      guard isMended || !generator.oneIn(5) else { continue }
      receive(Int(notification.session.low), .signal(.notification(notification.request)))
    }
    return decision.answer
  }

  mutating func receive(_ index: Int, _ input: SessionInput) {
    for action in sessions[index].machine.handle(input, at: now) {
      switch action {
      case .send(let number, let request):
        packets.append(Packet(session: index, number: number, request: request))
      case .reply(let waiter, let reply):
        #expect(sessions[index].open.remove(waiter) != nil, "\(generator): answered twice")
        sessions[index].asks.remove(waiter)
        if case .granted(let grant, _) = reply {
          sessions[index].held[waiter] = grant.resources.map(\.name)
          lastWaiter += 1
          sessions[index].open.insert(lastWaiter)
          sessions[index].watchers[waiter] = lastWaiter
          receive(index, .watch(lease: waiter, waiter: lastWaiter))
        }
      case .report, .leaseEnded: break
      case .stop: sessions[index].hasStopped = true
      }
    }
  }

  mutating func step() {
    let index = Int.random(in: 0..<3, using: &generator)
    switch Int.random(in: 0..<20, using: &generator) {
    case 0...2 where sessions[index].asks.count < 3:
      lastWaiter += 1
      sessions[index].open.insert(lastWaiter)
      sessions[index].asks.insert(lastWaiter)
      let wants = [Want(count: generator.oneIn(4) ? 2 : 1)]
      let timeout = generator.oneIn(3) ? Int64.random(in: 0..<20, using: &generator) : nil
      receive(
        index,
        .ask(
          SessionWants(wants: wants, joinsLine: !generator.oneIn(6)),
          timeout: timeout.map { $0 * 1_000_000_000 }, waiter: lastWaiter))
    case 3:
      if let waiter = sessions[index].asks.min() { receive(index, .cancel(waiter: waiter)) }
    case 4, 5: giveBack(index)
    case 6:
      if let lease = sessions[index].held.keys.min() {
        lastWaiter += 1
        sessions[index].open.insert(lastWaiter)
        receive(index, .confirm(lease: lease, waiter: lastWaiter))
      }
    case 7: if generator.oneIn(3) { receive(index, .signal(.cannotBeNotified("a pooler"))) }
    case 8: receive(index, .signal(.canBeNotified))
    case 9: pass(Int64.random(in: 0..<4_000_000_000, using: &generator))
    case 10 where generator.oneIn(4): takeBack()
    case 10 where generator.oneIn(4): configure()
    case 11 where generator.oneIn(2): sessions[index].isCut.toggle()
    default: move()
    }
    check()
  }

  mutating func giveBack(_ index: Int) {
    guard let lease = sessions[index].held.keys.min() else { return }
    sessions[index].held[lease] = nil
    receive(index, .giveBack(lease: lease, names: nil, .ready(shows: nil), waiter: nil))
  }

  mutating func takeBack() {
    let upkeep = LendingUpkeep.takeBack(name: "phone-0", reason: "recall", immediately: false)
    for notification in store.decide(.keep(upkeep), at: now / 1_000).notifications {
      receive(Int(notification.session.low), .signal(.notification(notification.request)))
    }
  }

  /// Changes the rules; no session is told.
  mutating func configure() {
    let life = Int.random(in: 1...8, using: &generator)
    var settings = SharedPoolSettings(
      timeToLive: .seconds(life), margin: .milliseconds(life * 200), grace: .zero)
    if generator.oneIn(2) { settings.maximumHold = .seconds(life * 2) }
    _ = store.decide(.keep(.configure(settings)), at: now / 1_000)
  }

  /// Moves a packet: it arrives, is lost, arrives twice, or its answer arrives.
  mutating func move() {
    guard !packets.isEmpty else { return }
    let index = isMended ? 0 : Int.random(in: packets.indices, using: &generator)
    let packet = packets.remove(at: index)
    let fate = isMended ? 9 : Int.random(in: 0..<10, using: &generator)
    if let answer = packet.answer {
      let lost = LeaseStoreError(.unreachable, "The walk has lost the answer.")
      let result: Result<LendingAnswer, LeaseStoreError> =
        fate == 0 ? .failure(lost) : .success(answer)
      receive(packet.session, .answered(send: packet.number, result))
    } else if fate == 0 || sessions[packet.session].isCut {
      let lost = LeaseStoreError(.unreachable, "The walk has lost the request.")
      receive(packet.session, .answered(send: packet.number, .failure(lost)))
    } else {
      if fate == 1 { decide(packet) }
      var packet = packet
      packet.answer = decide(packet)
      packets.append(packet)
    }
  }

  /// Lets time pass from moment to moment; a session that is paused is not called meanwhile.
  mutating func pass(_ duration: Int64) {
    let paused = generator.oneIn(5) && !isMended ? Int.random(in: 0..<3, using: &generator) : nil
    let end = now + duration
    while true {
      let dues = sessions.indices.filter { $0 != paused }.compactMap { index in
        sessions[index].machine.nextDue.map { (max($0, now), index) }
      }
      guard let (due, index) = dues.min(by: { $0.0 < $1.0 }), due <= end else { break }
      now = due
      receive(index, .tick)
      check(except: paused)
    }
    now = end
    for index in sessions.indices { receive(index, .tick) }
  }

  func check(except paused: Int? = nil) {
    var holders: [String: Int] = [:]
    for (index, session) in sessions.enumerated() {
      let machine = session.machine
      machine.checkInvariants("\(generator)")
      for (lease, names) in session.held {
        for name in names where machine.remaining(of: lease, name, at: now) != nil {
          #expect(holders.updateValue(index, forKey: name) == nil, "\(generator): two hold \(name)")
        }
        guard index != paused, let known = machine.leases[lease], known.end == nil else { continue }
        #expect(
          known.notice != nil || now <= known.deadline - machine.settings.marginNanoseconds,
          "\(generator): a holder was not told to end")
      }
    }
  }

  /// Mends the network, and ends everything.
  mutating func finish() {
    isMended = true
    for index in sessions.indices {
      sessions[index].isCut = false
      receive(index, .signal(.canBeNotified))
      for waiter in sessions[index].asks.sorted() { receive(index, .cancel(waiter: waiter)) }
      while !sessions[index].held.isEmpty { giveBack(index) }
      lastWaiter += 1
      sessions[index].open.insert(lastWaiter)
      receive(index, .close(waiter: lastWaiter))
    }
    for _ in 0..<200 {
      while !packets.isEmpty { move() }
      pass(500_000_000)
    }
    _ = store.decide(.sweep, at: now / 1_000)
    for session in sessions {
      #expect(session.hasStopped && session.open.isEmpty, "\(generator): \(session.open) wait")
      let machine = session.machine
      #expect(machine.waits.isEmpty && machine.leases.isEmpty, "\(generator)")
      #expect(machine.numbers.isEmpty && machine.lateGrants.isEmpty, "\(generator)")
      #expect(machine.sends.isEmpty && machine.callers.isEmpty, "\(generator): \(machine.sends)")
      #expect(machine.watched.isEmpty && machine.withdrawals.isEmpty, "\(generator)")
      #expect(machine.targets.isEmpty && machine.nextDue == nil, "\(generator): \(machine.targets)")
    }
    guard case .reported(let report) = store.decide(.report, at: now / 1_000).answer else { return }
    #expect(report.resources.allSatisfy { $0.state == .free }, "\(generator): \(report.resources)")
    #expect(report.waiting == 0, "\(generator)")
  }
}

extension SessionMachine {
  func checkInvariants(_ comment: String) {
    #expect(inLine == waits.values.count { $0.phase == .inLine }, "\(comment): in line")
    #expect(alive == leases.values.count { $0.end == nil }, "\(comment): alive")
    #expect(renewalsUnderWay == sends.values.count { $0.purpose == .renew }, "\(comment): renewals")
    #expect(
      returnsUnderWay == sends.values.count { $0.purpose == .giveBack }, "\(comment): returns")
    #expect(
      Set(lateGrants.keys) == Set(waits.filter { $0.value.phase == .late }.keys), "\(comment)")
    #expect(Set(numbers.values) == Set(waits.keys).union(leases.keys), "\(comment): numbers")
    if alive > 0 || inLine > 0 { #expect(renewAt != nil, "\(comment): no renewal is due") }
    for (number, wait) in waits where wait.phase == .asking && phase == .open {
      #expect(wait.send != nil || isOpening, "\(comment): wait \(number) is not asked for")
    }
  }
}

@Suite("Sessions on a network that fails")
struct SessionWalkTests {
  @Test("No two hold one resource, each wait ends once, each holder is notified, nothing is left")
  func walk() throws {
    try withEverySeed(in: 0..<60) { generator in
      var walk = SessionWalk(generator, resources: 1 + Int(generator.seed % 3))
      for _ in 0..<1_500 { walk.step() }
      walk.finish()
    }
  }
}
