import Testing

@_spi(Store) @testable import StagecraftSharedPools

/// What a keeper can do with a resource, in each of its states.
@Suite("Each verb of a keeper, in each state of a resource")
struct ResourceStateTests {
  enum State: String, CaseIterable {
    case free, lent, draining, quarantining, quarantined, retired
  }

  /// Resource `a` in a state, lent to request 1 if it is lent; resource `b` is always lent.
  static func store(_ state: State) -> TestStore {
    var store = TestStore(["b": []])
    store.ask(9, session: 2)
    store.add("a", ["ios"])
    switch state {
    case .free: break
    case .lent: store.ask(1)
    case .draining:
      store.ask(1)
      store.tell(.keep(.drain(name: "a")))
    case .quarantining:
      store.ask(1)
      store.tell(.keep(.quarantine(name: "a", reason: "noisy")))
    case .quarantined: store.tell(.keep(.quarantine(name: "a", reason: "noisy")))
    case .retired: store.tell(.keep(.drain(name: "a")))
    }
    return store
  }

  private func expect(
    _ store: TestStore, _ state: LendingResourceRecord.State,
    onReturn: LendingResourceRecord.State = .free, _ comment: Comment
  ) {
    #expect(store.resource("a")?.state == state, comment)
    #expect(store.resource("a")?.stateOnReturn == onReturn, comment)
  }

  @Test("drain", arguments: State.allCases)
  func drain(state: State) {
    var store = Self.store(state)
    #expect(store.tell(.keep(.drain(name: "a"))) == .done)
    let isLent = store.held(by: 1) == ["a"]
    expect(store, isLent ? .lent : .retired, onReturn: isLent ? .retired : .free, "\(state)")
    if isLent {
      store.giveBack(1)
      expect(store, .retired, "\(state)")
    }
  }

  @Test("quarantine", arguments: State.allCases)
  func quarantine(state: State) {
    var store = Self.store(state)
    let answer = store.tell(.keep(.quarantine(name: "a", reason: "broken")))
    switch state {
    case .draining: #expect(answer == .refused(.wrongState(name: "a", state: .draining)))
    case .retired: #expect(answer == .refused(.wrongState(name: "a", state: .retired)))
    case .lent, .quarantining:
      #expect(answer == .done)
      expect(store, .lent, onReturn: .quarantined, "\(state)")
      store.giveBack(1)
      expect(store, .quarantined, "\(state)")
      #expect(store.resource("a")?.reason == "broken")
    case .free, .quarantined:
      #expect(answer == .done)
      expect(store, .quarantined, "\(state)")
      #expect(store.resource("a")?.reason == "broken")
    }
  }

  @Test(
    "repair puts it into service, and lends it to the first that waits", arguments: State.allCases)
  func repair(state: State) {
    var store = Self.store(state)
    store.ask(2, [Want(["ios"])])
    store.ask(3)
    let isInLine = store.line.contains(2)
    #expect(store.tell(.keep(.repair(name: "a"))) == .done)
    let isLent = store.held(by: 1) == ["a"]
    #expect(store.resource("a")?.reason == nil)
    if state == .quarantined {
      #expect(isInLine && store.held(by: 2) == ["a"])
      #expect(store.notified == [TestStore.id(2)])
    }
    if state == .retired { #expect(store.held(by: 3) == ["a"]) }
    if isLent {
      expect(store, .lent, "\(state)")
      store.giveBack(1)
      #expect(store.held(by: isInLine ? 2 : 3) == ["a"])
    }
  }

  @Test("take back", arguments: State.allCases, [true, false])
  func takeBack(state: State, immediately: Bool) {
    var store = Self.store(state)
    let answer = store.tell(
      .keep(.takeBack(name: "a", reason: "mine", immediately: immediately)))
    guard store.machine.records.request(TestStore.id(1)) != nil else {
      let now = SharedPoolReport.State(rawValue: store.resource("a")?.state.rawValue ?? "")
      #expect(now.map { answer == .refused(.wrongState(name: "a", state: $0)) } == true)
      return
    }
    #expect(answer == .done)
    #expect(store.notified == [TestStore.id(1)])
    #expect(
      store.renew(leases: [1])
        == .renewed(leases: [.ended(.takenBack(reason: "mine"))], waiting: []))
    let after: LendingResourceRecord.State =
      switch state {
      case .draining: .retired
      case .quarantining: .quarantined
      default: .free
      }
    if !immediately {
      expect(store, .lent, onReturn: after, "\(state)")
      store.wait(.milliseconds(34_999))
      store.tell(.sweep)
      expect(store, .lent, onReturn: after, "\(state)")
      store.wait(.milliseconds(1))
      store.tell(.sweep)
    }
    expect(store, after, "\(state)")
    #expect(store.end(of: 1) == .takenBack(reason: "mine"))
  }

  @Test(
    "add with the same token is done already; a retired name is put into service anew",
    arguments: State.allCases)
  func add(state: State) {
    var store = Self.store(state)
    let before = store.resource("a")
    #expect(store.add("a", ["android"]) == .done)
    #expect(store.resource("a") == before)
    let answer = store.add("a", ["android"], token: 1)
    if state == .retired {
      #expect(answer == .done)
      expect(store, .free, "\(state)")
      #expect(store.resource("a")?.labels == ["android"])
      #expect(store.resource("a")?.ordinal == before?.ordinal)
    } else {
      #expect(answer == .refused(.duplicate(name: "a")))
      #expect(store.resource("a") == before)
    }
  }

  @Test("additions at once are all made, or none if the name of one is in use")
  func addSeveral() {
    func additions(_ names: String...) -> LendingUpkeep {
      .add(
        names.map {
          LendingAddition(
            name: $0, labels: [], payload: [], token: TestStore.id(UInt64($0.utf8.first ?? 0)))
        })
    }
    var store = Self.store(.free)
    #expect(store.tell(.keep(additions("x", "a", "y"))) == .refused(.duplicate(name: "a")))
    #expect(store.resource("x") == nil && store.resource("y") == nil)
    #expect(store.tell(.keep(additions("x", "y"))) == .done)
    let before = [store.resource("x"), store.resource("y")]
    // The answer was lost: the same ones again, with one that is missing.
    #expect(store.tell(.keep(additions("x", "y", "z"))) == .done)
    #expect([store.resource("x"), store.resource("y")] == before && store.resource("z") != nil)
    #expect(additions("e", "e").flaw?.contains("twice") == true)
    let many = (0...LendingLimits.additions).map {
      LendingAddition(name: "e \($0)", labels: [], payload: [], token: .random())
    }
    #expect(LendingUpkeep.add(many).flaw?.contains("1001 resources") == true)
    #expect(LendingUpkeep.add(Array(many.dropLast())).flaw == nil)
  }

  @Test("an unknown name is refused by name")
  func unknown() {
    var store = TestStore()
    let upkeeps: [LendingUpkeep] = [
      .drain(name: "x"), .quarantine(name: "x", reason: "y"), .repair(name: "x"),
      .takeBack(name: "x", reason: "y", immediately: true),
    ]
    for upkeep in upkeeps {
      #expect(store.tell(.keep(upkeep)) == .refused(.unknownResource(name: "x")))
    }
  }

  @Test("a holder that quarantines on return leaves no gap")
  func quarantineOnReturn() {
    var store = Self.store(.lent)
    store.ask(2)
    store.giveBack(1, condition: .quarantined(reason: "suite failed"))
    expect(store, .quarantined, "returned")
    #expect(store.resource("a")?.reason == "suite failed")
    #expect(store.line == [2])
    #expect(store.end(of: 1) == .returned)
  }
}
