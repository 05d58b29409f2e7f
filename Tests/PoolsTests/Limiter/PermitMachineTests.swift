import TestSupport
import Testing

@testable import StagecraftPools

struct PermitMachineTests {
  private static func granted(_ tickets: UInt64...) -> [PermitMachine.Ending] {
    tickets.map { PermitMachine.Ending(ticket: $0, outcome: .granted) }
  }

  private static func timedOut(
    _ ticket: UInt64, _ obstacle: PermitMachine.Obstacle = .permits
  ) -> PermitMachine.Ending {
    PermitMachine.Ending(ticket: ticket, outcome: .timedOut(obstacle))
  }

  private static func cancelled(_ ticket: UInt64) -> PermitMachine.Ending {
    PermitMachine.Ending(ticket: ticket, outcome: .cancelled)
  }

  @Test func freePermitsAreGrantedAtOnce() {
    var machine = PermitMachine(limit: 3)
    #expect(machine.ask(2, until: nil, at: 0) == .granted)
    #expect(machine.ask(1, until: nil, at: 0) == .granted)
    #expect(machine.inUse == 3)
    #expect(machine.ask(1, until: nil, at: 0) == .wait)
    #expect(machine.ask(1, until: 0, at: 0) == .timedOut(.permits))
    #expect(machine.nextMoment == nil)
  }

  @Test func aLaterTaskDoesNotOvertakeAHeavyOne() {
    var machine = PermitMachine(limit: 3)
    #expect(machine.take(2, at: 0) == true)
    machine.join(1, 3, until: nil)
    #expect(machine.ask(1, until: nil, at: 0) == .wait)
    machine.join(2, 1, until: nil)
    machine.join(3, 2, until: nil)
    #expect(machine.giveBack(2, at: 0) == Self.granted(1))
    #expect(machine.giveBack(3, at: 0) == Self.granted(2, 3))
    #expect(machine.inUse == 3)
    #expect(machine.waiting == 0)
  }

  /// The first in line leaves: the next need not wait for a permit to be given back.
  @Test func whenAHeavyTaskIsCancelledThoseBehindItStart() {
    var machine = PermitMachine(limit: 3)
    #expect(machine.take(1, at: 0) == true)
    machine.join(1, 3, until: nil)
    machine.join(2, 1, until: nil)
    machine.join(3, 1, until: nil)
    #expect(machine.cancel(1, at: 0) == [Self.cancelled(1)] + Self.granted(2, 3))
    #expect(machine.cancel(1, at: 0) == [])
    #expect(machine.cancel(2, at: 0) == [])
  }

  @Test func whenAHeavyTaskTimesOutThoseBehindItStart() {
    var machine = PermitMachine(limit: 3)
    #expect(machine.take(1, at: 0) == true)
    machine.join(1, 3, until: 10)
    machine.join(2, 2, until: 20)
    #expect(machine.nextMoment == 10)
    #expect(machine.timePassed(at: 9) == [])
    #expect(machine.timePassed(at: 10) == [Self.timedOut(1)] + Self.granted(2))
    #expect(machine.nextMoment == nil)
  }

  @Test func aWaiterThatStartsHasNoDeadlineAnyMore() {
    var machine = PermitMachine(limit: 1)
    #expect(machine.take(1, at: 0) == true)
    machine.join(1, 1, until: 10)
    #expect(machine.giveBack(1, at: 10) == Self.granted(1))
    #expect(machine.timePassed(at: 10) == [])
    #expect(machine.nextMoment == nil)
  }

  @Test func noPeriodHasMoreStartsThanTheRateAllows() {
    var machine = PermitMachine(limit: .max, starts: 2, period: 10)
    #expect(machine.take(1, at: 0) == true)
    #expect(machine.take(1, at: 4) == true)
    #expect(machine.ask(1, until: nil, at: 9) == .wait)
    machine.join(1, 5, until: nil)
    machine.join(2, 1, until: nil)
    machine.join(3, 1, until: nil)
    #expect(machine.nextMoment == 10)
    // Returned permits do not allow an earlier start.
    #expect(machine.giveBack(1, at: 9) == [])
    #expect(machine.timePassed(at: 10) == Self.granted(1))
    #expect(machine.nextMoment == 14)
    #expect(machine.timePassed(at: 14) == Self.granted(2))
    #expect(machine.timePassed(at: 40) == Self.granted(3))
  }

  @Test func theMomentOfAStartDoesNotMatterWhileNoPermitIsFree() {
    var machine = PermitMachine(limit: 1, starts: 1, period: 10)
    #expect(machine.take(1, at: 0) == true)
    machine.join(1, 1, until: 50)
    #expect(machine.nextMoment == 50)
    #expect(machine.giveBack(1, at: 3) == [])
    #expect(machine.nextMoment == 10)
    #expect(machine.timePassed(at: 12) == Self.granted(1))
  }

  @Test func aTimeoutOfTheMomentAtWhichAStartIsAllowedIsAStart() {
    var machine = PermitMachine(limit: 1, starts: 1, period: 10)
    #expect(machine.take(1, at: 0) == true)
    #expect(machine.giveBack(1, at: 0) == [])
    machine.join(1, 1, until: 10)
    #expect(machine.timePassed(at: 10) == Self.granted(1))
  }

  @Test func aTimeoutHasTheReason() {
    var machine = PermitMachine(limit: 3, starts: 2, period: 10)
    #expect(machine.take(2, at: 0) == true)
    machine.join(1, 3, until: 5)
    machine.join(2, 1, until: 5)
    #expect(machine.ask(1, until: 1, at: 1) == .timedOut(.line))
    #expect(machine.timePassed(at: 5) == [Self.timedOut(1), Self.timedOut(2, .line)])
    #expect(machine.take(1, at: 5) == true)
    #expect(machine.giveBack(1, at: 5) == [])
    #expect(machine.ask(1, until: 6, at: 6) == .timedOut(.rate(starts: 2, period: 10)))
  }

  /// Two threads read the clock, and lock in the other order.
  @Test func aTimeThatGoesBackAllowsNoEarlierStart() {
    var machine = PermitMachine(limit: .max, starts: 2, period: 10)
    #expect(machine.take(1, at: 8) == true)
    #expect(machine.take(1, at: 5) == true)
    machine.join(1, 1, until: nil)
    machine.join(2, 1, until: nil)
    #expect(machine.nextMoment == 18)
    #expect(machine.timePassed(at: 17) == [])
    #expect(machine.timePassed(at: 18) == Self.granted(1, 2))
  }

  /// A model: the line as an array, and the starts as another.
  @Test func itAgreesWithAnArray() throws {
    try withEverySeed(in: 0..<60) { generator in
      let limit = Int.random(in: 1...5, using: &generator)
      let starts = Bool.random(using: &generator) ? Int.random(in: 1...4, using: &generator) : .max
      let period: Int64 = starts == .max ? 0 : 7
      var machine = PermitMachine(limit: limit, starts: starts, period: period)
      var line: [(ticket: UInt64, weight: Int, deadline: Int64?)] = []
      var held: [Int] = []
      var moments: [Int64] = []
      var now: Int64 = 0
      var lastTicket: UInt64 = 0
      func hasRoom(_ weight: Int) -> Bool {
        held.reduce(0, +) + weight <= limit && moments.filter { $0 + period > now }.count < starts
      }
      func obstacle(_ weight: Int) -> PermitMachine.Obstacle {
        if held.reduce(0, +) + weight > limit { return .permits }
        let isSlow = moments.filter { $0 + period > now }.count >= starts
        return isSlow ? .rate(starts: starts, period: period) : .line
      }
      func start(_ weight: Int) {
        held.append(weight)
        if starts < .max { moments.append(now) }
      }
      func serve() -> [PermitMachine.Ending] {
        var endings: [PermitMachine.Ending] = []
        while let first = line.first, hasRoom(first.weight) {
          line.removeFirst()
          start(first.weight)
          endings += Self.granted(first.ticket)
        }
        return endings
      }
      for _ in 0..<2_000 {
        switch Int.random(in: 0..<6, using: &generator) {
        case 0, 1:
          let weight = Int.random(in: 1...limit, using: &generator)
          let deadline =
            Bool.random(using: &generator) ? now + Int64.random(in: 0...9, using: &generator) : nil
          let expected: PermitMachine.AskAction =
            line.isEmpty && hasRoom(weight)
            ? .granted : deadline == now ? .timedOut(obstacle(weight)) : .wait
          try #require(machine.ask(weight, until: deadline, at: now) == expected)
          if expected == .granted { start(weight) }
          if expected == .wait {
            lastTicket += 1
            machine.join(lastTicket, weight, until: deadline)
            line.append((lastTicket, weight, deadline))
          }
        case 2, 3:
          guard let place = held.indices.randomElement(using: &generator) else { continue }
          let weight = held.remove(at: place)
          try #require(machine.giveBack(weight, at: now) == serve())
        case 4:
          guard lastTicket > 0 else { continue }
          let ticket = UInt64.random(in: 1...lastTicket, using: &generator)
          let place = line.firstIndex { $0.ticket == ticket }
          if let place { line.remove(at: place) }
          let expected = place == nil ? [] : [Self.cancelled(ticket)] + serve()
          try #require(machine.cancel(ticket, at: now) == expected)
        default:
          now += Int64.random(in: 0...4, using: &generator)
          var expected = serve()
          let late = line.filter { $0.deadline.map { $0 <= now } == true }
            .sorted { ($0.deadline!, $0.ticket) < ($1.deadline!, $1.ticket) }
          line.removeAll { one in late.contains { $0.ticket == one.ticket } }
          expected += late.map { Self.timedOut($0.ticket, obstacle($0.weight)) }
          expected += serve()
          try #require(machine.timePassed(at: now) == expected)
        }
        try #require(machine.inUse == held.reduce(0, +))
        try #require(machine.waiting == line.count)
        // No waiter is forgotten: a moment at which it can start or leave is known.
        if let first = line.first {
          let isBlocked = held.reduce(0, +) + first.weight > limit
          let opening = moments.count < starts ? nil : moments[moments.count - starts] + period
          let deadline = line.compactMap(\.deadline).min()
          let expected = isBlocked ? deadline : [opening, deadline].compactMap { $0 }.min()
          try #require(machine.nextMoment == expected)
        }
      }
    }
  }
}
