import TestSupport
import Testing

@_spi(Store) @testable import StagecraftSharedPools

/// Named conversations about processes that end or fall silent.
@Suite("A session that has gone")
struct GoneSessionTests {
  /// Session 1 holds `a` and wants it again several times; session 2 waits behind it.
  private func crowdedStore() -> TestStore {
    var store = TestStore(["a": []])
    for number: UInt64 in 1...5 { store.ask(number) }
    store.ask(9, session: 2)
    return store
  }

  /// Without care, each of its requests would be lent what the one before it did not return.
  @Test("leaves the line before its lease ends")
  func silent() {
    var store = crowdedStore()
    for _ in 0..<3 {
      store.wait(.seconds(10))
      store.renew(waiting: [9], session: 2)
    }
    store.wait(.seconds(5))
    store.tell(.sweep)
    #expect(store.held(by: 9) == ["a"])
    #expect(store.end(of: 1) == .expired)
    for number: UInt64 in 2...5 { #expect(store.end(of: number) == .gone) }
    #expect(store.machine.records.session(TestStore.session(1)) == nil)
  }

  @Test("is ended at once by a store that sees the process end")
  func seen() {
    var store = crowdedStore()
    let notifications = store.machine.sessionHasGone(TestStore.session(1), at: store.now)
    #expect(notifications.map(\.request) == [TestStore.id(9)])
    #expect(store.held(by: 9) == ["a"])
    #expect(store.end(of: 1) == .gone)
  }

  /// The walk after the first of its requests had left lent `b` to the second, which then ended as
  /// if it still waited: `b` stayed lent to nothing.
  @Test("loses nothing that its own requests kept aside", arguments: [true, false])
  func severalOfOneSession(isClosed: Bool) {
    var store = TestStore(["a": [], "b": []])
    store.ask(1, session: 2)
    store.ask(2, [Want(count: 2)])
    store.ask(3)
    if isClosed {
      #expect(store.tell(.close(session: TestStore.session(1))) == .done)
      #expect(store.end(of: 3) == .withdrawn)
    } else {
      _ = store.machine.sessionHasGone(TestStore.session(1), at: store.now)
      #expect(store.end(of: 3) == .gone)
    }
    #expect(store.resource("b")?.state == .free)
    #expect(store.line.isEmpty)
  }

  @Test("keeps nothing aside for longer than the time that its waiters are answered")
  func keptAside() {
    var store = TestStore(["a": [], "b": []])
    store.tell(.keep(.quarantine(name: "b", reason: "broken")))
    store.ask(1, [Want(count: 2)])
    guard case .asked(.waiting(let next?)) = store.ask(2, session: 2) else {
      Issue.record("Nothing is lent, but request 1 keeps a aside.")
      return
    }
    #expect(next <= .seconds(35))
    store.wait(next / 2)
    store.renew(waiting: [2], session: 2)
    store.wait(next / 2)
    store.tell(.sweep)
    #expect(store.end(of: 1) == .gone)
    #expect(store.held(by: 2) == ["a"])
  }

  @Test("stays while it renews, also while it only waits")
  func renewing() {
    var store = TestStore(["a": []])
    store.ask(1, session: 2)
    store.ask(2)
    for _ in 0..<10 {
      store.wait(.seconds(20))
      store.renew(waiting: [2])
      store.renew(leases: [1], session: 2)
      store.tell(.sweep)
    }
    #expect(store.line == [2])
    #expect(store.held(by: 1) == ["a"])
  }

  @Test("returns what it holds when it is closed")
  func closed() {
    var store = crowdedStore()
    #expect(store.tell(.close(session: TestStore.session(1))) == .done)
    #expect(store.end(of: 1) == .returned)
    #expect(store.end(of: 5) == .withdrawn)
    #expect(store.held(by: 9) == ["a"])
    #expect(store.ask(20) == .refused(.unknownSession))
  }

  @Test("of another boot ends with all others, and no fence repeats")
  func reboot() {
    var store = crowdedStore()
    let fence = store.key(1).fence
    store.now = 5
    #expect(store.machine.raiseEpoch(at: store.now, endingLeases: true).isEmpty)
    #expect(store.line.isEmpty)
    #expect(store.resource("a")?.state == .free)
    #expect(store.ask(20) == .refused(.unknownSession))
    store.tell(.open(settings: nil, session: TestStore.session(1)))
    store.ask(20)
    #expect(store.key(20).fence > fence)
    #expect(store.machine.records.sessions.count == 1)
    // The ageing counts from the new clock.
    store.ask(21)
    for _ in 0..<4 {
      store.wait(.seconds(20))
      store.renew(leases: [20])
    }
    store.ask(22, priority: 1)
    #expect(store.line == [21, 22])
  }
}
