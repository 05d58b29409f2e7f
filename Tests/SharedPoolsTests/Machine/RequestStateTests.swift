import TestSupport
import Testing

@testable import StagecraftSharedPools

/// What can be asked about a request, in each of its states.
@Suite("Each verb about a request, in each of its states")
struct RequestStateTests {
  /// The states that request 1 can be in.
  enum State: String, CaseIterable {
    case unknown, tombstone, waiting, granted, takenBack, overdue, tooLong, returned, expired, gone
  }

  static func desk(_ state: State) -> TestDesk {
    var settings = SharedPoolSettings()
    if state == .tooLong { settings.maximumHold = .seconds(30) }
    var desk = TestDesk(["a": []], settings: settings)
    switch state {
    case .unknown: break
    case .tombstone: desk.tell(.withdraw(TestDesk.id(1)))
    case .waiting:
      desk.ask(9, session: 2)
      desk.ask(1)
    case .granted: desk.ask(1)
    case .takenBack:
      desk.ask(1)
      desk.tell(.keep(.takeBack(name: "a", reason: "mine", immediately: false)))
    case .overdue, .tooLong:
      desk.ask(1)
      desk.wait(.seconds(30))
    case .returned:
      desk.ask(1)
      desk.giveBack(1)
    case .expired:
      desk.ask(1)
      desk.wait(.seconds(34))
      desk.beat()
      desk.wait(.seconds(1))
      desk.tell(.sweep)
    case .gone:
      desk.ask(9, session: 2)
      desk.ask(1)
      for _ in 0..<4 {
        desk.wait(.seconds(10))
        desk.beat(leases: [9], session: 2)
      }
      desk.tell(.sweep)
      // The session is opened again, so that it can ask.
      desk.tell(.open(settings: nil, session: TestDesk.session(1)))
    }
    return desk
  }

  @Test("ask with the same identifier receives the same answer", arguments: State.allCases)
  func ask(state: State) {
    var desk = Self.desk(state)
    guard case .asked(let outcome) = desk.ask(1) else {
      Issue.record("Not an answer to ask.")
      return
    }
    switch (state, outcome) {
    case (.unknown, .granted(let grant)), (.granted, .granted(let grant)):
      #expect(grant.fence == Fence(epoch: 1, counter: 1))
      #expect(grant.resources.map(\.name) == ["a"])
      #expect(grant.remaining == .seconds(30))
    case (.waiting, .waiting(let next)): #expect(next == .seconds(35))
    case (.tombstone, .ended(.withdrawn)), (.returned, .ended(.returned)),
      (.takenBack, .ended(.takenBack(reason: "mine"))), (.overdue, .ended(.expired)),
      (.tooLong, .ended(.tooLong)), (.expired, .ended(.expired)), (.gone, .ended(.gone)):
      break
    default: Issue.record("\(state): \(outcome)")
    }
    let isHeld = [.unknown, .granted, .takenBack, .overdue, .tooLong].contains(state)
    #expect(desk.held(by: 1) == (isHeld ? ["a"] : []))
  }

  @Test("renewal keeps a lease only while it lives", arguments: State.allCases)
  func renew(state: State) {
    var desk = Self.desk(state)
    let expected: LendingRenewal =
      switch state {
      case .unknown, .waiting: .unknown
      case .tombstone: .ended(.withdrawn)
      case .granted: .renewed(remaining: .seconds(30), isFinal: false)
      case .takenBack: .ended(.takenBack(reason: "mine"))
      case .overdue, .expired: .ended(.expired)
      case .tooLong: .ended(.tooLong)
      case .returned: .ended(.returned)
      case .gone: .ended(.gone)
      }
    #expect(desk.beat(leases: [1]) == .beaten(leases: [expected], waiting: []))
  }

  @Test("return ends a lease once", arguments: State.allCases)
  func giveBack(state: State) {
    var desk = Self.desk(state)
    let expected: LendingClosing =
      switch state {
      case .unknown, .waiting: .unknown
      case .tombstone: .already(.withdrawn)
      case .granted, .takenBack, .overdue, .tooLong: .returned
      case .returned: .already(.returned)
      case .expired: .already(.expired)
      case .gone: .already(.gone)
      }
    #expect(desk.giveBack(1) == .returned(expected))
    if expected == .returned {
      #expect(desk.resource("a")?.state == .free)
      #expect(desk.giveBack(1) == .returned(.already(.returned)))
    }
  }

  @Test("withdrawal ends a request in each state, or prevents it", arguments: State.allCases)
  func withdraw(state: State) {
    var desk = Self.desk(state)
    let expected: LendingClosing =
      switch state {
      case .unknown: .unknown
      case .waiting: .left
      case .granted, .takenBack, .overdue, .tooLong: .returned
      case .tombstone: .already(.withdrawn)
      case .returned: .already(.returned)
      case .expired: .already(.expired)
      case .gone: .already(.gone)
      }
    #expect(desk.tell(.withdraw(TestDesk.id(1))) == .withdrawn(expected))
    // In each state, it holds nothing now, and cannot join later.
    #expect(desk.held(by: 1).isEmpty)
    guard case .asked(.ended) = desk.ask(1) else {
      Issue.record("It could be asked for again.")
      return
    }
    #expect(!desk.line.contains(1))
  }

  @Test("a beat reads the outcome without changing it", arguments: State.allCases)
  func read(state: State) {
    var desk = Self.desk(state)
    let before = desk
    let answer = desk.beat(waiting: [1])
    var asked = before
    guard case .beaten(let leases, let outcomes) = answer else {
      Issue.record("Not an answer to beat.")
      return
    }
    #expect(leases.isEmpty)
    if state == .unknown {
      #expect(outcomes == [.unknown])
    } else {
      #expect(asked.ask(1) == .asked(outcomes[0]))
    }
    #expect(desk.held(by: 1) == before.held(by: 1))
    #expect(desk.line == before.line)
  }

  @Test("a fence of another grant neither renews nor returns")
  func wrongFence() {
    var desk = Self.desk(.granted)
    let wrong = LendingKey(request: TestDesk.id(1), fence: Fence(epoch: 1, counter: 2))
    let beat = LendingBeat(session: TestDesk.session(1), leases: [wrong])
    #expect(desk.tell(.beat(beat)) == .beaten(leases: [.unknown], waiting: []))
    #expect(desk.tell(.giveBack(LendingReturn(lease: wrong))) == .returned(.unknown))
    #expect(desk.held(by: 1) == ["a"])
  }

  @Test("an unknown session can neither ask nor beat")
  func unknownSession() {
    var desk = TestDesk(["a": []])
    #expect(desk.ask(1, session: 7) == .refused(.unknownSession))
    #expect(desk.beat(session: 7) == .refused(.unknownSession))
    #expect(desk.resource("a")?.state == .free)
  }

  @Test("a pool that was never opened is unknown to every verb")
  func unknownPool() {
    let id = TestDesk.id(1)
    let key = LendingKey(request: id, fence: Fence(1))
    let requests: [LendingRequest] = [
      .ask(LendingAsk(id: id, session: id, wants: [Want()])), .beat(LendingBeat(session: id)),
      .giveBack(LendingReturn(lease: key)), .withdraw(id), .sweep, .close(session: id),
      .keep(.drain(name: "a")), .report, .events(after: 0, limit: 1),
    ]
    for request in requests {
      var machine = LendingMachine(MemoryRecords())
      #expect(machine.decide(request, at: 0).answer == .refused(.unknownPool), "\(request)")
      #expect(machine.records.waitingCount() == 0)
    }
  }
}
