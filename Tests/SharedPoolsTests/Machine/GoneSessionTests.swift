import TestSupport
import Testing

@testable import StagecraftSharedPools

/// Named conversations about processes that end or fall silent.
@Suite("A session that has gone")
struct GoneSessionTests {
  /// Session 1 holds `a` and wants it again several times; session 2 waits behind it.
  private func crowdedDesk() -> TestDesk {
    var desk = TestDesk(["a": []])
    for number: UInt64 in 1...5 { desk.ask(number) }
    desk.ask(9, session: 2)
    return desk
  }

  /// Without care, each of its requests would be lent what the one before it did not return.
  @Test("leaves the line before its lease ends")
  func silent() {
    var desk = crowdedDesk()
    for _ in 0..<3 {
      desk.wait(.seconds(10))
      desk.beat(waiting: [9], session: 2)
    }
    desk.wait(.seconds(5))
    desk.tell(.sweep)
    #expect(desk.held(by: 9) == ["a"])
    #expect(desk.end(of: 1) == .expired)
    for number: UInt64 in 2...5 { #expect(desk.end(of: number) == .gone) }
    #expect(desk.machine.records.session(TestDesk.session(1)) == nil)
  }

  @Test("is ended at once by a store that sees the process end")
  func seen() {
    var desk = crowdedDesk()
    let rings = desk.machine.sessionHasGone(TestDesk.session(1), at: desk.now)
    #expect(rings.map(\.request) == [TestDesk.id(9)])
    #expect(desk.held(by: 9) == ["a"])
    #expect(desk.end(of: 1) == .gone)
  }

  /// The walk after the first of its requests had left lent `b` to the second, which then ended as
  /// if it still waited: `b` stayed lent to nothing.
  @Test("loses nothing that its own requests kept aside", arguments: [true, false])
  func severalOfOneSession(isClosed: Bool) {
    var desk = TestDesk(["a": [], "b": []])
    desk.ask(1, session: 2)
    desk.ask(2, [Want(count: 2)])
    desk.ask(3)
    if isClosed {
      #expect(desk.tell(.close(session: TestDesk.session(1))) == .done)
      #expect(desk.end(of: 3) == .withdrawn)
    } else {
      _ = desk.machine.sessionHasGone(TestDesk.session(1), at: desk.now)
      #expect(desk.end(of: 3) == .gone)
    }
    #expect(desk.resource("b")?.state == .free)
    #expect(desk.line.isEmpty)
  }

  @Test("keeps nothing aside for longer than the time that its waiters are answered")
  func keptAside() {
    var desk = TestDesk(["a": [], "b": []])
    desk.tell(.keep(.quarantine(name: "b", reason: "broken")))
    desk.ask(1, [Want(count: 2)])
    guard case .asked(.waiting(let next?)) = desk.ask(2, session: 2) else {
      Issue.record("Nothing is lent, but request 1 keeps a aside.")
      return
    }
    #expect(next <= .seconds(35))
    desk.wait(next / 2)
    desk.beat(waiting: [2], session: 2)
    desk.wait(next / 2)
    desk.tell(.sweep)
    #expect(desk.end(of: 1) == .gone)
    #expect(desk.held(by: 2) == ["a"])
  }

  @Test("stays while it beats, also while it only waits")
  func beating() {
    var desk = TestDesk(["a": []])
    desk.ask(1, session: 2)
    desk.ask(2)
    for _ in 0..<10 {
      desk.wait(.seconds(20))
      desk.beat(waiting: [2])
      desk.beat(leases: [1], session: 2)
      desk.tell(.sweep)
    }
    #expect(desk.line == [2])
    #expect(desk.held(by: 1) == ["a"])
  }

  @Test("returns what it holds when it is closed")
  func closed() {
    var desk = crowdedDesk()
    #expect(desk.tell(.close(session: TestDesk.session(1))) == .done)
    #expect(desk.end(of: 1) == .returned)
    #expect(desk.end(of: 5) == .withdrawn)
    #expect(desk.held(by: 9) == ["a"])
    #expect(desk.ask(20) == .refused(.unknownSession))
  }

  @Test("of another boot ends with all others, and no fence repeats")
  func reboot() {
    var desk = crowdedDesk()
    let fence = desk.key(1).fence
    desk.now = 5
    #expect(desk.machine.raiseEpoch(at: desk.now, endingLeases: true).isEmpty)
    #expect(desk.line.isEmpty)
    #expect(desk.resource("a")?.state == .free)
    #expect(desk.ask(20) == .refused(.unknownSession))
    desk.tell(.open(settings: nil, session: TestDesk.session(1)))
    desk.ask(20)
    #expect(desk.key(20).fence > fence)
    #expect(desk.machine.records.sessions.count == 1)
    // The ageing counts from the new clock.
    desk.ask(21)
    for _ in 0..<4 {
      desk.wait(.seconds(20))
      desk.beat(leases: [20])
    }
    desk.ask(22, priority: 1)
    #expect(desk.line == [21, 22])
  }
}
