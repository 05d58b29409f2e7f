import TestSupport
import Testing

@_spi(Store) @testable import StagecraftSharedPools

/// What can be asked about a request, in each of its states.
@Suite("Each verb about a request, in each of its states")
struct RequestStateTests {
  /// The states that request 1 can be in.
  enum State: String, CaseIterable {
    case unknown, tombstone, waiting, granted, takenBack, overdue, tooLong, returned, expired, gone
  }

  static func store(_ state: State) -> TestStore {
    var settings = SharedPoolSettings()
    if state == .tooLong { settings.maximumHold = .seconds(30) }
    var store = TestStore(["a": []], settings: settings)
    switch state {
    case .unknown: break
    case .tombstone: store.tell(.withdraw(TestStore.id(1)))
    case .waiting:
      store.ask(9, session: 2)
      store.ask(1)
    case .granted: store.ask(1)
    case .takenBack:
      store.ask(1)
      store.tell(.keep(.takeBack(name: "a", reason: "mine", immediately: false)))
    case .overdue, .tooLong:
      store.ask(1)
      store.wait(.seconds(30))
    case .returned:
      store.ask(1)
      store.giveBack(1)
    case .expired:
      store.ask(1)
      store.wait(.seconds(34))
      store.renew()
      store.wait(.seconds(1))
      store.tell(.sweep)
    case .gone:
      store.ask(9, session: 2)
      store.ask(1)
      for _ in 0..<4 {
        store.wait(.seconds(10))
        store.renew(leases: [9], session: 2)
      }
      store.tell(.sweep)
      // The session is opened again, so that it can ask.
      store.tell(.open(settings: nil, session: TestStore.session(1)))
    }
    return store
  }

  @Test("ask with the same identifier receives the same answer", arguments: State.allCases)
  func ask(state: State) {
    var store = Self.store(state)
    guard case .asked(let outcome) = store.ask(1) else {
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
    #expect(store.held(by: 1) == (isHeld ? ["a"] : []))
  }

  @Test("renewal keeps a lease only while it lives", arguments: State.allCases)
  func renew(state: State) {
    var store = Self.store(state)
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
    #expect(store.renew(leases: [1]) == .renewed(leases: [expected], waiting: []))
  }

  @Test("return ends a lease once", arguments: State.allCases)
  func giveBack(state: State) {
    var store = Self.store(state)
    let expected: LendingClosing =
      switch state {
      case .unknown, .waiting: .unknown
      case .tombstone: .already(.withdrawn)
      case .granted, .takenBack, .overdue, .tooLong: .returned
      case .returned: .already(.returned)
      case .expired: .already(.expired)
      case .gone: .already(.gone)
      }
    #expect(store.giveBack(1) == .returned(expected))
    if expected == .returned {
      #expect(store.resource("a")?.state == .free)
      #expect(store.giveBack(1) == .returned(.already(.returned)))
    }
  }

  @Test("withdrawal ends a request in each state, or prevents it", arguments: State.allCases)
  func withdraw(state: State) {
    var store = Self.store(state)
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
    #expect(store.tell(.withdraw(TestStore.id(1))) == .withdrawn(expected))
    // In each state, it holds nothing now, and cannot join later.
    #expect(store.held(by: 1).isEmpty)
    guard case .asked(.ended) = store.ask(1) else {
      Issue.record("It could be asked for again.")
      return
    }
    #expect(!store.line.contains(1))
  }

  @Test("a renewal reads the outcome without changing it", arguments: State.allCases)
  func read(state: State) {
    var store = Self.store(state)
    let before = store
    let answer = store.renew(waiting: [1])
    var asked = before
    guard case .renewed(let leases, let outcomes) = answer else {
      Issue.record("Not an answer to a renewal.")
      return
    }
    #expect(leases.isEmpty)
    if state == .unknown {
      #expect(outcomes == [.unknown])
    } else {
      #expect(asked.ask(1) == .asked(outcomes[0]))
    }
    #expect(store.held(by: 1) == before.held(by: 1))
    #expect(store.line == before.line)
  }

  @Test("a fence of another grant neither renews nor returns")
  func wrongFence() {
    var store = Self.store(.granted)
    let wrong = LendingKey(request: TestStore.id(1), fence: Fence(epoch: 1, counter: 2))
    let batch = LendingRenewalBatch(session: TestStore.session(1), leases: [wrong])
    #expect(store.tell(.renew(batch)) == .renewed(leases: [.unknown], waiting: []))
    #expect(store.tell(.giveBack(LendingReturn(lease: wrong))) == .returned(.unknown))
    #expect(store.held(by: 1) == ["a"])
  }

  @Test("an unknown session can neither ask nor renew")
  func unknownSession() {
    var store = TestStore(["a": []])
    #expect(store.ask(1, session: 7) == .refused(.unknownSession))
    #expect(store.renew(session: 7) == .refused(.unknownSession))
    #expect(store.resource("a")?.state == .free)
  }

  @Test("a pool that was never opened is unknown to every verb")
  func unknownPool() {
    let id = TestStore.id(1)
    let key = LendingKey(request: id, fence: Fence(1))
    let requests: [LendingCall] = [
      .ask(LendingAsk(id: id, session: id, wants: [Want()])),
      .renew(LendingRenewalBatch(session: id)),
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
