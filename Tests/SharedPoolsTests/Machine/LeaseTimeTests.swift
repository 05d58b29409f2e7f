import TestSupport
import Testing

@testable import StagecraftSharedPools

/// Named conversations about the ends of leases, to the microsecond.
@Suite("A lease in time")
struct LeaseTimeTests {
  @Test("ends for its holder at its end, and for others a grace period later")
  func grace() {
    var desk = TestDesk(["a": []])
    desk.ask(1)
    desk.ask(2, session: 2)
    desk.wait(.seconds(30) - .microseconds(1))
    #expect(
      desk.beat(waiting: [1]) == .beaten(leases: [], waiting: [desk.granted(1, .microseconds(1))]))
    desk.wait(.microseconds(1))
    #expect(desk.beat(leases: [1]) == .beaten(leases: [.ended(.expired)], waiting: []))
    desk.beat(session: 2)
    desk.wait(.seconds(5) - .microseconds(1))
    #expect(desk.tell(.sweep) == .swept(next: .microseconds(1)))
    #expect(desk.line == [2])
    desk.wait(.microseconds(1))
    desk.tell(.sweep)
    #expect(desk.held(by: 2) == ["a"])
    #expect(desk.key(2).fence == Fence(epoch: 1, counter: 2))
  }

  @Test("lives on while it is renewed, up to the maximum hold")
  func maximumHold() {
    var settings = SharedPoolSettings()
    settings.maximumHold = .seconds(50)
    var desk = TestDesk(["a": []], settings: settings)
    desk.ask(1)
    desk.wait(.seconds(10))
    #expect(
      desk.beat(leases: [1])
        == .beaten(leases: [.renewed(remaining: .seconds(30), isFinal: false)], waiting: []))
    desk.wait(.seconds(10))
    #expect(
      desk.beat(leases: [1])
        == .beaten(leases: [.renewed(remaining: .seconds(30), isFinal: true)], waiting: []))
    desk.wait(.seconds(29))
    #expect(
      desk.beat(leases: [1])
        == .beaten(leases: [.renewed(remaining: .seconds(1), isFinal: true)], waiting: []))
    desk.wait(.seconds(1))
    #expect(desk.beat(leases: [1]) == .beaten(leases: [.ended(.tooLong)], waiting: []))
    desk.wait(.seconds(5))
    desk.tell(.sweep)
    #expect(desk.end(of: 1) == .tooLong)
  }

  @Test("does not end earlier than its holder was answered, even if the rules become stricter")
  func stricterRules() {
    var desk = TestDesk(["a": []])
    desk.ask(1)
    desk.ask(2, session: 2)
    var stricter = SharedPoolSettings(timeToLive: .seconds(2), grace: .zero)
    stricter.maximumHold = .seconds(2)
    desk.tell(.keep(.configure(stricter)))
    desk.wait(.seconds(10))
    #expect(
      desk.beat(leases: [1])
        == .beaten(leases: [.renewed(remaining: .seconds(20), isFinal: true)], waiting: []))
    desk.wait(.seconds(20) - .microseconds(1))
    #expect(
      desk.beat(leases: [1])
        == .beaten(leases: [.renewed(remaining: .microseconds(1), isFinal: true)], waiting: []))
    desk.tell(.sweep)
    #expect(desk.held(by: 1) == ["a"])
    desk.wait(.microseconds(1))
    #expect(desk.beat(leases: [1]) == .beaten(leases: [.ended(.tooLong)], waiting: []))
  }

  @Test("is renewed by the new time to live once that ends later than the last answer")
  func shorterTimeToLive() {
    var desk = TestDesk(["a": []])
    desk.ask(1)
    desk.tell(.keep(.configure(SharedPoolSettings(timeToLive: .seconds(6)))))
    desk.wait(.seconds(20))
    #expect(
      desk.beat(leases: [1])
        == .beaten(leases: [.renewed(remaining: .seconds(10), isFinal: false)], waiting: []))
    desk.wait(.seconds(5))
    #expect(
      desk.beat(leases: [1])
        == .beaten(leases: [.renewed(remaining: .seconds(6), isFinal: false)], waiting: []))
  }

  @Test("that has expired can be returned until its grace period ends")
  func lateReturn() {
    var desk = TestDesk(["a": []])
    desk.ask(1)
    desk.wait(.milliseconds(34_999))
    #expect(desk.giveBack(1) == .returned(.returned))
    #expect(desk.end(of: 1) == .returned)
  }

  @Test("quarantines what it did not return, if the rules say so")
  func quarantineOnExpiry() {
    var settings = SharedPoolSettings()
    settings.onExpiry = .quarantine
    var desk = TestDesk(["a": [], "b": []], settings: settings)
    desk.ask(1, [Want(count: 2)])
    desk.giveBack(1, ["b"])
    desk.wait(.seconds(35))
    desk.tell(.sweep)
    #expect(desk.resource("a")?.state == .quarantined)
    #expect(desk.resource("a")?.reason == "its lease has expired")
    #expect(desk.resource("b")?.state == .free)
  }

  @Test("is swept a hundred at a time, the earliest first")
  func manyDue() {
    var desk = TestDesk()
    for number: UInt64 in 0..<150 { desk.add("a\(number)") }
    for number: UInt64 in 0..<150 { desk.ask(number) }
    desk.wait(.seconds(60))
    desk.tell(.sweep)
    #expect(desk.end(of: 99) == .expired)
    #expect(desk.end(of: 100) == nil)
    #expect(desk.tell(.sweep) == .swept(next: nil))
    #expect(desk.end(of: 149) == .expired)
  }

  @Test("is forgotten a day after its end, with its kind and labels")
  func forgotten() {
    var desk = TestDesk(["a": ["ios"]])
    desk.ask(1, [Want(["ios"])])
    desk.giveBack(1)
    desk.tell(.withdraw(TestDesk.id(2)))
    desk.wait(.seconds(86_400))
    desk.tell(.sweep)
    #expect(desk.giveBack(1) == .returned(.already(.returned)))
    desk.wait(.microseconds(1))
    desk.tell(.sweep)
    #expect(desk.giveBack(1) == .returned(.unknown))
    let records = desk.machine.records
    #expect(records.requests.isEmpty)
    #expect(records.kinds.isEmpty)
    #expect(records.labelSets.isEmpty)
  }
}

extension TestDesk {
  /// The outcome of a request that holds resources without labels and payload.
  func granted(_ number: UInt64, _ remaining: Duration) -> LendingOutcome {
    let resources = held(by: number).map {
      LendingGrant.Resource(name: $0, want: 0, labels: [], payload: [], isPreferred: false)
    }
    return .granted(
      LendingGrant(fence: key(number).fence, resources: resources, remaining: remaining))
  }
}
