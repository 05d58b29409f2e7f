import TestSupport
import Testing

@_spi(Store) @testable import StagecraftSharedPools

/// Named conversations about the ends of leases, to the microsecond.
@Suite("A lease in time")
struct LeaseTimeTests {
  @Test("ends for its holder at its end, and for others a grace period later")
  func grace() {
    var store = TestStore(["a": []])
    store.ask(1)
    store.ask(2, session: 2)
    store.wait(.seconds(30) - .microseconds(1))
    #expect(
      store.renew(waiting: [1])
        == .renewed(leases: [], waiting: [store.granted(1, .microseconds(1))]))
    store.wait(.microseconds(1))
    #expect(store.renew(leases: [1]) == .renewed(leases: [.ended(.expired)], waiting: []))
    store.renew(session: 2)
    store.wait(.seconds(5) - .microseconds(1))
    #expect(store.tell(.sweep) == .swept(next: .microseconds(1)))
    #expect(store.line == [2])
    store.wait(.microseconds(1))
    store.tell(.sweep)
    #expect(store.held(by: 2) == ["a"])
    #expect(store.key(2).fence == Fence(epoch: 1, counter: 2))
  }

  @Test("lives on while it is renewed, up to the maximum hold")
  func maximumHold() {
    var settings = SharedPoolSettings()
    settings.maximumHold = .seconds(50)
    var store = TestStore(["a": []], settings: settings)
    store.ask(1)
    store.wait(.seconds(10))
    #expect(
      store.renew(leases: [1])
        == .renewed(leases: [.renewed(remaining: .seconds(30), isFinal: false)], waiting: []))
    store.wait(.seconds(10))
    #expect(
      store.renew(leases: [1])
        == .renewed(leases: [.renewed(remaining: .seconds(30), isFinal: true)], waiting: []))
    store.wait(.seconds(29))
    #expect(
      store.renew(leases: [1])
        == .renewed(leases: [.renewed(remaining: .seconds(1), isFinal: true)], waiting: []))
    store.wait(.seconds(1))
    #expect(store.renew(leases: [1]) == .renewed(leases: [.ended(.tooLong)], waiting: []))
    store.wait(.seconds(5))
    store.tell(.sweep)
    #expect(store.end(of: 1) == .tooLong)
  }

  @Test("does not end earlier than its holder was answered, even if the rules become stricter")
  func stricterRules() {
    var store = TestStore(["a": []])
    store.ask(1)
    store.ask(2, session: 2)
    var stricter = SharedPoolSettings(timeToLive: .seconds(2), grace: .zero)
    stricter.maximumHold = .seconds(2)
    store.tell(.keep(.configure(stricter)))
    store.wait(.seconds(10))
    #expect(
      store.renew(leases: [1])
        == .renewed(leases: [.renewed(remaining: .seconds(20), isFinal: true)], waiting: []))
    store.wait(.seconds(20) - .microseconds(1))
    #expect(
      store.renew(leases: [1])
        == .renewed(leases: [.renewed(remaining: .microseconds(1), isFinal: true)], waiting: []))
    store.tell(.sweep)
    #expect(store.held(by: 1) == ["a"])
    store.wait(.microseconds(1))
    #expect(store.renew(leases: [1]) == .renewed(leases: [.ended(.tooLong)], waiting: []))
  }

  @Test("is renewed by the new time to live once that ends later than the last answer")
  func shorterTimeToLive() {
    var store = TestStore(["a": []])
    store.ask(1)
    store.tell(.keep(.configure(SharedPoolSettings(timeToLive: .seconds(6)))))
    store.wait(.seconds(20))
    #expect(
      store.renew(leases: [1])
        == .renewed(leases: [.renewed(remaining: .seconds(10), isFinal: false)], waiting: []))
    store.wait(.seconds(5))
    #expect(
      store.renew(leases: [1])
        == .renewed(leases: [.renewed(remaining: .seconds(6), isFinal: false)], waiting: []))
  }

  @Test("that has expired can be returned until its grace period ends")
  func lateReturn() {
    var store = TestStore(["a": []])
    store.ask(1)
    store.wait(.milliseconds(34_999))
    #expect(store.giveBack(1) == .returned(.returned))
    #expect(store.end(of: 1) == .returned)
  }

  @Test("quarantines what it did not return, if the rules say so")
  func quarantineOnExpiry() {
    var settings = SharedPoolSettings()
    settings.onExpiry = .quarantine
    var store = TestStore(["a": [], "b": []], settings: settings)
    store.ask(1, [Want(count: 2)])
    store.giveBack(1, ["b"])
    store.wait(.seconds(35))
    store.tell(.sweep)
    #expect(store.resource("a")?.state == .quarantined)
    #expect(store.resource("a")?.reason == "its lease has expired")
    #expect(store.resource("b")?.state == .free)
  }

  @Test("is swept a hundred at a time, the earliest first")
  func manyDue() {
    var store = TestStore()
    for number: UInt64 in 0..<150 { store.add("a\(number)") }
    for number: UInt64 in 0..<150 { store.ask(number) }
    store.wait(.seconds(60))
    store.tell(.sweep)
    #expect(store.end(of: 99) == .expired)
    #expect(store.end(of: 100) == nil)
    #expect(store.tell(.sweep) == .swept(next: nil))
    #expect(store.end(of: 149) == .expired)
  }

  @Test("is forgotten a day after its end, with its kind and labels")
  func forgotten() {
    var store = TestStore(["a": ["ios"]])
    store.ask(1, [Want(["ios"])])
    store.giveBack(1)
    store.tell(.withdraw(TestStore.id(2)))
    store.wait(.seconds(86_400))
    store.tell(.sweep)
    #expect(store.giveBack(1) == .returned(.already(.returned)))
    store.wait(.microseconds(1))
    store.tell(.sweep)
    #expect(store.giveBack(1) == .returned(.unknown))
    let records = store.machine.records
    #expect(records.requests.isEmpty)
    #expect(records.kinds.isEmpty)
    #expect(records.labelSets.isEmpty)
  }
}

extension TestStore {
  /// The outcome of a request that holds resources without labels and payload.
  func granted(_ number: UInt64, _ remaining: Duration) -> LendingOutcome {
    let resources = held(by: number).map {
      LendingGrant.Resource(name: $0, want: 0, labels: [], payload: [], isPreferred: false)
    }
    return .granted(
      LendingGrant(fence: key(number).fence, resources: resources, remaining: remaining))
  }
}
