import TestSupport
import Testing

@testable import Pools

/// Every state of a place in line, and every event in it.
@Suite(.timeLimit(.minutes(3)))
struct WaitingLineTests {
  typealias Line = WaitingLine<Int, String>

  private static func join(
    _ line: inout Line, _ kind: Line.Kind = .task, since: Int64 = 0
  ) -> Line.Ticket {
    line.join(kind, since: since, deadline: nil)
  }

  // MARK: Arriving

  @Test func whoJoinsStandsAtTheBack() {
    var line = Line()
    let first = Self.join(&line)
    let second = Self.join(&line, .thread)
    #expect(line.count == 2)
    #expect(line.taskCount == 1)
    #expect(line.first == line.seat(of: first))
    #expect(line.waiting.map { $0 } == [Int(first.seat), Int(second.seat)])
  }

  @Test func whoComesBackStandsBySeniority() {
    var line = Line()
    let tickets = [10, 20, 30].map { Self.join(&line, since: $0) }
    let back = line.join(.task, at: .bySeniority, since: 15, deadline: nil)
    let oldest = line.join(.task, at: .bySeniority, since: 5, deadline: nil)
    let newest = line.join(.task, at: .bySeniority, since: 40, deadline: nil)
    let order = [oldest, tickets[0], back, tickets[1], tickets[2], newest]
    #expect(line.waiting.map { $0 } == order.map { Int($0.seat) })
  }

  @Test func anOutcomeThatComesBeforeParkingIsKept() {
    var line = Line()
    let ticket = Self.join(&line)
    #expect(line.settle(Int(ticket.seat), with: "served") == nil)
    #expect(line.isEmpty)
    #expect(line.taskCount == 0)
    #expect(line.seat(of: ticket) != nil)
    #expect(line.park(ticket, 7) == .settled("served"))
    #expect(line.seat(of: ticket) == nil)
  }

  @Test func whoIsArrivingCannotBeCalled() {
    var line = Line()
    let ticket = Self.join(&line, .thread)
    #expect(line.call(Int(ticket.seat)) == nil)
    #expect(line.calledSeat == nil)
  }

  @Test func whoIsArrivingCanLeave() {
    var line = Line()
    let ticket = Self.join(&line)
    line.leave(Int(ticket.seat))
    #expect(line.isEmpty)
    #expect(line.seat(of: ticket) == nil)
  }

  // MARK: Parked

  @Test func whoIsParkedIsWokenWithTheOutcome() {
    var line = Line()
    let ticket = Self.join(&line)
    #expect(line.park(ticket, 7) == .parked)
    #expect(line.settle(Int(ticket.seat), with: "served") == 7)
    #expect(line.isEmpty)
    #expect(line.seat(of: ticket) == nil)
  }

  @Test func oneThreadIsCalledAtATime() {
    var line = Line()
    let first = Self.join(&line, .thread)
    let second = Self.join(&line, .thread)
    #expect(line.park(first, 1) == .parked)
    #expect(line.park(second, 2) == .parked)
    #expect(line.call(Int(first.seat)) == 1)
    #expect(line.call(Int(second.seat)) == nil)
    #expect(line.call(Int(first.seat)) == nil)
    #expect(line.firstUncalled == Int(second.seat))
    #expect(line.count == 2)
  }

  // MARK: Called

  @Test func whoIsCalledParksAgainInItsPlace() {
    var line = Line()
    let first = Self.join(&line, .thread)
    let second = Self.join(&line, .thread)
    #expect(line.park(first, 1) == .parked)
    #expect(line.call(Int(first.seat)) == 1)
    #expect(line.park(first, 10) == .parked)
    #expect(line.calledSeat == nil)
    #expect(line.first == Int(first.seat))
    #expect(line.call(Int(first.seat)) == 10)
    #expect(line.index(of: second) == 1)
  }

  @Test func whoIsCalledAndSettledFindsTheOutcome() {
    var line = Line()
    let ticket = Self.join(&line, .thread)
    #expect(line.park(ticket, 1) == .parked)
    #expect(line.call(Int(ticket.seat)) == 1)
    #expect(line.settle(Int(ticket.seat), with: "late") == nil)
    #expect(line.calledSeat == nil)
    #expect(line.park(ticket, 1) == .settled("late"))
  }

  @Test func whoIsCalledCanLeave() {
    var line = Line()
    let ticket = Self.join(&line, .thread)
    #expect(line.park(ticket, 1) == .parked)
    #expect(line.call(Int(ticket.seat)) == 1)
    line.leave(Int(ticket.seat))
    #expect(line.calledSeat == nil)
    #expect(line.isEmpty)
  }

  // MARK: Settled and free

  @Test func anOutcomeThatNobodyFetchesCanBeForgotten() {
    var line = Line()
    let ticket = Self.join(&line)
    #expect(line.settle(Int(ticket.seat), with: "cancelled") == nil)
    line.forget(Int(ticket.seat))
    #expect(line.seat(of: ticket) == nil)
    #expect(Self.join(&line).seat == ticket.seat)
  }

  @Test func onlyWhatIsSettledIsForgotten() {
    var line = Line()
    let ticket = Self.join(&line)
    line.forget(Int(ticket.seat))
    #expect(line.count == 1)
    #expect(line.park(ticket, 1) == .parked)
  }

  @Test func anOldTicketDoesNotNameTheNextHolderOfItsSeat() {
    var line = Line()
    let old = Self.join(&line)
    line.leave(Int(old.seat))
    let new = Self.join(&line)
    #expect(new.seat == old.seat)
    #expect(new != old)
    #expect(line.seat(of: old) == nil)
    #expect(line.seat(of: new) == Int(new.seat))
    #expect(line.seat(of: Line.Ticket(seat: 99, generation: 0)) == nil)
  }

  @Test func aSeatForgetsTheWishOfItsLastHolder() {
    var line = Line()
    let ticket = line.join(.task, since: 0, deadline: 5, preference: 3)
    line.leave(Int(ticket.seat))
    #expect(line.seats[Int(ticket.seat)].preference == nil)
    _ = Self.join(&line)
    #expect(line.seats[Int(ticket.seat)].deadline == nil)
  }

  @Test func seatsAreUsedAgain() {
    var line = Line()
    for _ in 0..<100 {
      let ticket = Self.join(&line)
      #expect(line.park(ticket, 1) == .parked)
      #expect(line.settle(Int(ticket.seat), with: "served") == 1)
    }
    #expect(line.seats.count == 1)
  }

  @Test func aSeatKeepsNoWaiterThatWasWokenOrCalled() throws {
    try withLifetimeTracking { tracker in
      var line = WaitingLine<Tracked, String>()
      let woken = line.join(.task, since: 0, deadline: nil)
      let called = line.join(.thread, since: 0, deadline: nil)
      _ = line.park(woken, tracker.make())
      _ = line.park(called, tracker.make())
      #expect(tracker.alive == 2)
      _ = line.settle(Int(woken.seat), with: "served")
      _ = line.call(Int(called.seat))
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
      line.leave(Int(ticket.seat))
      _ = line.park(ticket, 1)
    }
  }
}

extension WaitingLine {
  /// How many stand before the holder of `ticket`.
  fileprivate func index(of ticket: Ticket) -> Int? {
    waiting.map { $0 }.firstIndex(of: Int(ticket.seat))
  }
}
