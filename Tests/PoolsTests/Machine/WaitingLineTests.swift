import TestSupport
import Testing

@testable import StagecraftPools

/// Every state of a place in line, with every event.
@Suite(.timeLimit(.minutes(3)))
struct WaitingLineTests {
  typealias Line = WaitingLine<Int, String>

  private static func join(
    _ line: inout Line, _ kind: Line.Kind = .task, since: Int64 = 0
  ) -> Line.Ticket {
    line.join(kind, since: since, deadline: nil)
  }

  // MARK: Arriving

  @Test func aNewWaiterIsPlacedAtTheBack() {
    var line = Line()
    let first = Self.join(&line)
    let second = Self.join(&line, .thread)
    #expect(line.count == 2)
    #expect(line.taskCount == 1)
    #expect(line.first == line.place(of: first))
    #expect(line.waiting.map { $0 } == [Int(first.place), Int(second.place)])
  }

  @Test func aReturningWaiterIsPlacedByItsTurn() {
    var line = Line()
    var turns: [Int] = []
    var tickets: [Line.Ticket] = []
    for _ in 0..<4 {
      turns.append(line.takeTurn())
      tickets.append(Self.join(&line))
    }
    let back = [2, 0, 3, 1].map { place in
      (place, line.join(.task, turn: turns[place], since: 99, deadline: nil))
    }
    let order = (0..<4).flatMap { place in
      [back.first { $0.0 == place }!.1, tickets[place]]
    }
    #expect(line.waiting.map { $0 } == order.map { Int($0.place) })
  }

  /// Many borrowers return to the line, and keep the order of their turns.
  @Test func manyReturningWaitersKeepTheirOrder() {
    var line = Line()
    let count = 20_000
    let turns = (0..<count).map { _ in line.takeTurn() }
    for _ in 0..<count { _ = Self.join(&line) }
    for turn in turns { _ = line.join(.task, turn: turn, since: 0, deadline: nil) }
    #expect(line.waiting.prefix(count).map { line.places[$0].turn } == turns)
  }

  @Test func anOutcomeBeforeParkingIsKept() {
    var line = Line()
    let ticket = Self.join(&line)
    #expect(line.settle(Int(ticket.place), with: "served") == nil)
    #expect(line.isEmpty)
    #expect(line.taskCount == 0)
    #expect(line.place(of: ticket) != nil)
    #expect(line.park(ticket, 7) == .settled("served"))
    #expect(line.place(of: ticket) == nil)
  }

  @Test func anArrivingWaiterCannotBeCalled() {
    var line = Line()
    let ticket = Self.join(&line, .thread)
    #expect(line.call(Int(ticket.place)) == nil)
    #expect(line.calledCount == 0)
  }

  @Test func anArrivingWaiterCanLeave() {
    var line = Line()
    let ticket = Self.join(&line)
    line.leave(Int(ticket.place))
    #expect(line.isEmpty)
    #expect(line.place(of: ticket) == nil)
  }

  // MARK: Parked

  @Test func aParkedWaiterIsResumedWithTheOutcome() {
    var line = Line()
    let ticket = Self.join(&line)
    #expect(line.park(ticket, 7) == .parked)
    #expect(line.settle(Int(ticket.place), with: "served") == 7)
    #expect(line.isEmpty)
    #expect(line.place(of: ticket) == nil)
  }

  @Test func aThreadIsCalledOnceAndKeepsItsPlace() {
    var line = Line()
    let first = Self.join(&line, .thread)
    let second = Self.join(&line, .thread)
    #expect(line.park(first, 1) == .parked)
    #expect(line.park(second, 2) == .parked)
    #expect(line.call(Int(first.place)) == 1)
    #expect(line.call(Int(first.place)) == nil)
    #expect(line.firstUncalled == Int(second.place))
    #expect(line.call(Int(second.place)) == 2)
    #expect(line.calledCount == 2)
    #expect(line.firstUncalled == nil)
    #expect(line.count == 2)
  }

  // MARK: Called

  @Test func aCalledThreadParksAgainInItsPlace() {
    var line = Line()
    let first = Self.join(&line, .thread)
    let second = Self.join(&line, .thread)
    #expect(line.park(first, 1) == .parked)
    #expect(line.call(Int(first.place)) == 1)
    #expect(line.park(first, 10) == .parked)
    #expect(line.calledCount == 0)
    #expect(line.first == Int(first.place))
    #expect(line.call(Int(first.place)) == 10)
    #expect(line.index(of: second) == 1)
  }

  @Test func aCalledAndSettledThreadFindsTheOutcome() {
    var line = Line()
    let ticket = Self.join(&line, .thread)
    #expect(line.park(ticket, 1) == .parked)
    #expect(line.call(Int(ticket.place)) == 1)
    #expect(line.settle(Int(ticket.place), with: "late") == nil)
    #expect(line.calledCount == 0)
    #expect(line.park(ticket, 1) == .settled("late"))
  }

  @Test func aCalledThreadCanLeave() {
    var line = Line()
    let ticket = Self.join(&line, .thread)
    #expect(line.park(ticket, 1) == .parked)
    #expect(line.call(Int(ticket.place)) == 1)
    line.leave(Int(ticket.place))
    #expect(line.calledCount == 0)
    #expect(line.isEmpty)
  }

  // MARK: Settled and free

  @Test func anOutcomeThatIsNotFetchedCanBeForgotten() {
    var line = Line()
    let ticket = Self.join(&line)
    #expect(line.settle(Int(ticket.place), with: "cancelled") == nil)
    line.forget(Int(ticket.place))
    #expect(line.place(of: ticket) == nil)
    #expect(Self.join(&line).place == ticket.place)
  }

  @Test func onlySettledPlacesAreForgotten() {
    var line = Line()
    let ticket = Self.join(&line)
    line.forget(Int(ticket.place))
    #expect(line.count == 1)
    #expect(line.park(ticket, 1) == .parked)
  }

  @Test func anOldTicketDoesNotReferToTheNextWaiterInItsPlace() {
    var line = Line()
    let old = Self.join(&line)
    line.leave(Int(old.place))
    let new = Self.join(&line)
    #expect(new.place == old.place)
    #expect(new != old)
    #expect(line.place(of: old) == nil)
    #expect(line.place(of: new) == Int(new.place))
    #expect(line.place(of: Line.Ticket(place: 99, generation: 0)) == nil)
  }

  @Test func aPlaceForgetsThePreferenceOfItsLastWaiter() {
    var line = Line()
    let ticket = line.join(.task, since: 0, deadline: 5, preference: 3)
    line.leave(Int(ticket.place))
    #expect(line.places[Int(ticket.place)].preference == nil)
    _ = Self.join(&line)
    #expect(line.places[Int(ticket.place)].deadline == nil)
  }

  @Test func placesAreReused() {
    var line = Line()
    for _ in 0..<100 {
      let ticket = Self.join(&line)
      #expect(line.park(ticket, 1) == .parked)
      #expect(line.settle(Int(ticket.place), with: "served") == 1)
    }
    #expect(line.places.count == 1)
  }

  /// After a hundred thousand waiters the line is as small as before them.
  @Test func placesAreFreedAfterACrowd() {
    var line = Line()
    let tickets = (0..<100_000).map { _ in Self.join(&line) }
    for ticket in tickets { line.leave(Int(ticket.place)) }
    #expect(line.places.count <= 64)
    #expect(line.places.capacity <= 1_024)
    let next = Self.join(&line)
    #expect(line.place(of: next) != nil)
    #expect(tickets.allSatisfy { line.place(of: $0) == nil })
  }

  @Test func aPlaceRetainsNoResumedOrCalledWaiter() throws {
    try withLifetimeTracking { tracker in
      var line = WaitingLine<Tracked, String>()
      let woken = line.join(.task, since: 0, deadline: nil)
      let called = line.join(.thread, since: 0, deadline: nil)
      _ = line.park(woken, tracker.make())
      _ = line.park(called, tracker.make())
      #expect(tracker.alive == 2)
      _ = line.settle(Int(woken.place), with: "served")
      _ = line.call(Int(called.place))
      #expect(tracker.alive == 0)
      #expect(line.count == 1)
    }
  }

  // MARK: Misuse

  @Test func parkingTwiceIsMisuse() async {
    await #expect(processExitsWith: .failure) {
      var line = Line()
      let ticket = line.join(.task, since: 0, deadline: nil)
      _ = line.park(ticket, 1)
      _ = line.park(ticket, 1)
    }
  }

  @Test func parkingWithAnOldTicketIsMisuse() async {
    await #expect(processExitsWith: .failure) {
      var line = Line()
      let ticket = line.join(.task, since: 0, deadline: nil)
      line.leave(Int(ticket.place))
      _ = line.park(ticket, 1)
    }
  }
}

extension WaitingLine {
  /// The number of waiters before the holder of `ticket`.
  fileprivate func index(of ticket: Ticket) -> Int? {
    waiting.map { $0 }.firstIndex(of: Int(ticket.place))
  }
}
