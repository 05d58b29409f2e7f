import TestSupport
import Testing

@_spi(Store) @testable import StagecraftSharedPools

/// Named conversations about the order of the line.
@Suite("The line")
struct LineTests {
  @Test("is served first in, first out")
  func firstInFirstOut() {
    var store = TestStore(["a": []])
    for number: UInt64 in 1...4 { store.ask(number, session: number % 2 + 1) }
    for number: UInt64 in 1...4 {
      #expect(store.held(by: number) == ["a"])
      store.giveBack(number)
      #expect(store.notified == (number < 4 ? [TestStore.id(number + 1)] : []))
    }
    #expect(store.resource("a")?.state == .free)
  }

  @Test("serves a higher priority earlier, by as much time as the ageing says")
  func ageing() {
    var store = TestStore(["a": []], settings: SharedPoolSettings(ageing: .seconds(10)))
    store.ask(1)
    store.ask(2)
    store.wait(.seconds(20))
    store.ask(3, priority: 2)
    #expect(store.line == [2, 3])  // an equal rank: the earlier ticket
    store.ask(4, priority: 3)
    #expect(store.line == [4, 2, 3])
    store.ask(5, priority: -1)
    #expect(store.line == [4, 2, 3, 5])
  }

  @Test("keeps its order when the clock is set back")
  func clockSetBack() {
    var store = TestStore(["a": []])
    for number: UInt64 in 1...3 {
      store.ask(number)
      store.wait(.seconds(-3_600))
    }
    #expect(store.line == [2, 3])
  }

  @Test("passes over a request that does not fit")
  func labels() {
    var store = TestStore(["a": ["ios"], "b": ["android"]])
    for number: UInt64 in 1...2 { store.ask(number) }
    store.ask(3, [Want(["ios"])])
    store.ask(4, [Want(["android"])])
    #expect(store.held(by: 2) == ["b"])
    store.giveBack(2)
    #expect(store.held(by: 4) == ["b"])
    #expect(store.line == [3])
  }

  @Test("lets no newcomer pass while a request for several keeps a part aside")
  func severalDoNotStarve() {
    var store = TestStore(["a": [], "b": []])
    store.ask(1)
    store.ask(2, [Want(count: 2)])
    store.ask(3)
    #expect(store.line == [2, 3], "b is free, and kept aside")
    #expect(store.ask(4, joinsLine: false) == .asked(.notFree))
    store.giveBack(1)
    #expect(store.held(by: 2) == ["a", "b"])
    store.giveBack(2, ["a"])
    #expect(store.held(by: 3) == ["a"])
    #expect(store.held(by: 2) == ["b"])
  }

  @Test("offers again what a request kept aside when it leaves")
  func leavingFreesWhatWasKept() {
    var store = TestStore(["a": [], "b": []])
    store.ask(1)
    store.ask(2, [Want(count: 2)], session: 2)
    store.ask(3)
    store.tell(.withdraw(TestStore.id(2)))
    #expect(store.held(by: 3) == ["b"])
    #expect(store.notified == [TestStore.id(3)])
  }

  @Test("serves all that it can when a request for several leaves")
  func leavingFreesForMany() {
    var store = TestStore(["a": [], "b": [], "c": []])
    store.ask(1)
    store.ask(2, [Want(count: 3)])
    for number: UInt64 in 3...5 { store.ask(number) }
    store.tell(.withdraw(TestStore.id(2)))
    #expect(store.held(by: 3) == ["b"])
    #expect(store.held(by: 4) == ["c"])
    #expect(store.line == [5])
  }

  /// Request 1 keeps `a`, `b` and `d` aside; without `a`, it keeps `b` and `c`.
  ///
  /// It wants four resources, of which `z` is lent. Request 2 wants `d`.
  private func storeWithTwoParts() -> TestStore {
    var store = TestStore([
      "a": ["1", "3", "only a"], "b": ["1", "2"], "c": ["2"], "d": ["1", "2", "only d"],
      "e": ["1"], "z": ["4"],
    ])
    store.ask(9, [Want(["4"])])
    store.ask(1, [Want(["1"]), Want(["2"]), Want(["3"]), Want(["4"])])
    store.ask(2, [Want(["only d"])])
    return store
  }

  @Test("is walked when what is kept aside becomes another part, because one is quarantined")
  func anotherPartAfterQuarantine() {
    var store = storeWithTwoParts()
    #expect(store.line == [1, 2])
    store.tell(.keep(.quarantine(name: "a", reason: "broken")))
    #expect(store.held(by: 2) == ["d"])
    #expect(store.notified == [TestStore.id(2)])
  }

  @Test("is walked when what is kept aside becomes another part, because one is lent")
  func anotherPartAfterGrant() {
    var store = storeWithTwoParts()
    store.ask(3, [Want(["only a"])], priority: 1)
    #expect(store.held(by: 3) == ["a"])
    #expect(store.held(by: 2) == ["d"])
    #expect(store.notified == [TestStore.id(2)])
  }

  @Test("matches several wants as one assignment")
  func assignment() {
    var store = TestStore(["a": ["ios"], "b": ["ios", "arm64"]])
    store.ask(1, [Want(["ios"], preferring: nil), Want(["ios", "arm64"])])
    #expect(store.held(by: 1) == ["a", "b"])
    store.giveBack(1)
    // The label must not take what the other want needs, whichever is first.
    store.ask(2, [Want(["ios", "arm64"]), Want(["ios"])])
    #expect(store.held(by: 2) == ["b", "a"])
  }

  @Test("prefers what shows the key of the request")
  func affinity() {
    var store = TestStore(["a": [], "b": [], "c": []])
    store.ask(1, [Want(preferring: "build 1")])
    store.ask(2, [Want(preferring: "build 2")])
    store.wait(.seconds(1))
    store.giveBack(1)
    store.giveBack(2)
    let answer = store.ask(3, [Want(preferring: "build 2")])
    guard case .asked(.granted(let grant)) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(grant.resources.map(\.name) == ["b"])
    #expect(grant.resources[0].isPreferred)
    // Without a preference, what has been free for the longest time: c, which was never lent.
    store.ask(4)
    #expect(store.held(by: 4) == ["c"])
  }

  @Test("refuses what the stock can never satisfy, and names the want")
  func impossible() {
    var store = TestStore(["a": ["ios"], "b": ["ios"]])
    #expect(store.ask(1, [Want(["x"])]) == .refused(.impossible(want: 0, fitting: 0)))
    let wants = [Want(["ios"]), Want(["ios"], count: 2)]
    #expect(store.ask(2, wants) == .refused(.impossible(want: 1, fitting: 2)))
    let both = [Want(["ios"], count: 3), Want(["x"])]
    #expect(store.ask(3, both) == .refused(.impossible(want: 0, fitting: 2)))
    #expect(TestStore(["a": []]).line.isEmpty)
  }

  @Test("ends what drain has made impossible, and notifies")
  func drained() {
    var store = TestStore(["a": ["ios"], "b": []])
    store.ask(1)
    store.ask(2, [Want(["ios"])])
    store.ask(3, [Want(["ios"]), Want()])
    store.ask(4)
    #expect(store.line == [3, 4] || store.line == [2, 3, 4])
    store.tell(.keep(.drain(name: "a")))
    #expect(store.end(of: 3) == .impossible)
    #expect(store.notified.contains(TestStore.id(3)))
    #expect(store.machine.records.request(TestStore.id(4))?.state == .granted)
  }
}
