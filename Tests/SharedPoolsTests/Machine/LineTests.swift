import TestSupport
import Testing

@testable import StagecraftSharedPools

/// Named conversations about the order of the line.
@Suite("The line")
struct LineTests {
  @Test("is served first in, first out")
  func firstInFirstOut() {
    var desk = TestDesk(["a": []])
    for number: UInt64 in 1...4 { desk.ask(number, session: number % 2 + 1) }
    for number: UInt64 in 1...4 {
      #expect(desk.held(by: number) == ["a"])
      desk.giveBack(number)
      #expect(desk.rung == (number < 4 ? [TestDesk.id(number + 1)] : []))
    }
    #expect(desk.resource("a")?.state == .free)
  }

  @Test("serves a higher priority earlier, by as much time as the ageing says")
  func ageing() {
    var desk = TestDesk(["a": []], settings: SharedPoolSettings(ageing: .seconds(10)))
    desk.ask(1)
    desk.ask(2)
    desk.wait(.seconds(20))
    desk.ask(3, priority: 2)
    #expect(desk.line == [2, 3])  // an equal rank: the earlier ticket
    desk.ask(4, priority: 3)
    #expect(desk.line == [4, 2, 3])
    desk.ask(5, priority: -1)
    #expect(desk.line == [4, 2, 3, 5])
  }

  @Test("keeps its order when the clock is set back")
  func clockSetBack() {
    var desk = TestDesk(["a": []])
    for number: UInt64 in 1...3 {
      desk.ask(number)
      desk.wait(.seconds(-3_600))
    }
    #expect(desk.line == [2, 3])
  }

  @Test("passes over a request that does not fit")
  func labels() {
    var desk = TestDesk(["a": ["ios"], "b": ["android"]])
    for number: UInt64 in 1...2 { desk.ask(number) }
    desk.ask(3, [Want(["ios"])])
    desk.ask(4, [Want(["android"])])
    #expect(desk.held(by: 2) == ["b"])
    desk.giveBack(2)
    #expect(desk.held(by: 4) == ["b"])
    #expect(desk.line == [3])
  }

  @Test("lets no newcomer pass while a request for several keeps a part aside")
  func severalDoNotStarve() {
    var desk = TestDesk(["a": [], "b": []])
    desk.ask(1)
    desk.ask(2, [Want(count: 2)])
    desk.ask(3)
    #expect(desk.line == [2, 3], "b is free, and kept aside")
    #expect(desk.ask(4, joinsLine: false) == .asked(.notFree))
    desk.giveBack(1)
    #expect(desk.held(by: 2) == ["a", "b"])
    desk.giveBack(2, ["a"])
    #expect(desk.held(by: 3) == ["a"])
    #expect(desk.held(by: 2) == ["b"])
  }

  @Test("offers again what a request kept aside when it leaves")
  func leavingFreesWhatWasKept() {
    var desk = TestDesk(["a": [], "b": []])
    desk.ask(1)
    desk.ask(2, [Want(count: 2)], session: 2)
    desk.ask(3)
    desk.tell(.withdraw(TestDesk.id(2)))
    #expect(desk.held(by: 3) == ["b"])
    #expect(desk.rung == [TestDesk.id(3)])
  }

  @Test("serves all that it can when a request for several leaves")
  func leavingFreesForMany() {
    var desk = TestDesk(["a": [], "b": [], "c": []])
    desk.ask(1)
    desk.ask(2, [Want(count: 3)])
    for number: UInt64 in 3...5 { desk.ask(number) }
    desk.tell(.withdraw(TestDesk.id(2)))
    #expect(desk.held(by: 3) == ["b"])
    #expect(desk.held(by: 4) == ["c"])
    #expect(desk.line == [5])
  }

  /// Request 1 keeps `a`, `b` and `d` aside; without `a`, it keeps `b` and `c`.
  ///
  /// It wants four resources, of which `z` is lent. Request 2 wants `d`.
  private func deskWithTwoParts() -> TestDesk {
    var desk = TestDesk([
      "a": ["1", "3", "only a"], "b": ["1", "2"], "c": ["2"], "d": ["1", "2", "only d"],
      "e": ["1"], "z": ["4"],
    ])
    desk.ask(9, [Want(["4"])])
    desk.ask(1, [Want(["1"]), Want(["2"]), Want(["3"]), Want(["4"])])
    desk.ask(2, [Want(["only d"])])
    return desk
  }

  @Test("is walked when what is kept aside becomes another part, because one is quarantined")
  func anotherPartAfterQuarantine() {
    var desk = deskWithTwoParts()
    #expect(desk.line == [1, 2])
    desk.tell(.keep(.quarantine(name: "a", reason: "broken")))
    #expect(desk.held(by: 2) == ["d"])
    #expect(desk.rung == [TestDesk.id(2)])
  }

  @Test("is walked when what is kept aside becomes another part, because one is lent")
  func anotherPartAfterGrant() {
    var desk = deskWithTwoParts()
    desk.ask(3, [Want(["only a"])], priority: 1)
    #expect(desk.held(by: 3) == ["a"])
    #expect(desk.held(by: 2) == ["d"])
    #expect(desk.rung == [TestDesk.id(2)])
  }

  @Test("matches several wants as one assignment")
  func assignment() {
    var desk = TestDesk(["a": ["ios"], "b": ["ios", "arm64"]])
    desk.ask(1, [Want(["ios"], preferring: nil), Want(["ios", "arm64"])])
    #expect(desk.held(by: 1) == ["a", "b"])
    desk.giveBack(1)
    // The label must not take what the other want needs, whichever is first.
    desk.ask(2, [Want(["ios", "arm64"]), Want(["ios"])])
    #expect(desk.held(by: 2) == ["b", "a"])
  }

  @Test("prefers what shows the key of the request")
  func affinity() {
    var desk = TestDesk(["a": [], "b": [], "c": []])
    desk.ask(1, [Want(preferring: "build 1")])
    desk.ask(2, [Want(preferring: "build 2")])
    desk.wait(.seconds(1))
    desk.giveBack(1)
    desk.giveBack(2)
    let answer = desk.ask(3, [Want(preferring: "build 2")])
    guard case .asked(.granted(let grant)) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(grant.resources.map(\.name) == ["b"])
    #expect(grant.resources[0].isPreferred)
    // Without a preference, what has been free for the longest time: c, which was never lent.
    desk.ask(4)
    #expect(desk.held(by: 4) == ["c"])
  }

  @Test("refuses what the stock can never satisfy, and names the want")
  func impossible() {
    var desk = TestDesk(["a": ["ios"], "b": ["ios"]])
    #expect(desk.ask(1, [Want(["x"])]) == .refused(.impossible(want: 0, fitting: 0)))
    let wants = [Want(["ios"]), Want(["ios"], count: 2)]
    #expect(desk.ask(2, wants) == .refused(.impossible(want: 1, fitting: 2)))
    let both = [Want(["ios"], count: 3), Want(["x"])]
    #expect(desk.ask(3, both) == .refused(.impossible(want: 0, fitting: 2)))
    #expect(TestDesk(["a": []]).line.isEmpty)
  }

  @Test("ends what drain has made impossible, and rings")
  func drained() {
    var desk = TestDesk(["a": ["ios"], "b": []])
    desk.ask(1)
    desk.ask(2, [Want(["ios"])])
    desk.ask(3, [Want(["ios"]), Want()])
    desk.ask(4)
    #expect(desk.line == [3, 4] || desk.line == [2, 3, 4])
    desk.tell(.keep(.drain(name: "a")))
    #expect(desk.end(of: 3) == .impossible)
    #expect(desk.rung.contains(TestDesk.id(3)))
    #expect(desk.machine.records.request(TestDesk.id(4))?.state == .granted)
  }
}
