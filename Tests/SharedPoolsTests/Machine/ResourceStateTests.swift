import Testing

@testable import StagecraftSharedPools

/// What a keeper can do with a resource, in each of its states.
@Suite("Each verb of a keeper, in each state of a resource")
struct ResourceStateTests {
  enum State: String, CaseIterable {
    case free, lent, draining, quarantining, quarantined, retired
  }

  /// Resource `a` in a state, lent to request 1 if it is lent; resource `b` is always lent.
  static func desk(_ state: State) -> TestDesk {
    var desk = TestDesk(["b": []])
    desk.ask(9, session: 2)
    desk.add("a", ["ios"])
    switch state {
    case .free: break
    case .lent: desk.ask(1)
    case .draining:
      desk.ask(1)
      desk.tell(.keep(.drain(name: "a")))
    case .quarantining:
      desk.ask(1)
      desk.tell(.keep(.quarantine(name: "a", reason: "noisy")))
    case .quarantined: desk.tell(.keep(.quarantine(name: "a", reason: "noisy")))
    case .retired: desk.tell(.keep(.drain(name: "a")))
    }
    return desk
  }

  private func expect(
    _ desk: TestDesk, _ state: LendingResourceRecord.State,
    onReturn: LendingResourceRecord.State = .free, _ comment: Comment
  ) {
    #expect(desk.resource("a")?.state == state, comment)
    #expect(desk.resource("a")?.stateOnReturn == onReturn, comment)
  }

  @Test("drain", arguments: State.allCases)
  func drain(state: State) {
    var desk = Self.desk(state)
    #expect(desk.tell(.keep(.drain(name: "a"))) == .done)
    let isLent = desk.held(by: 1) == ["a"]
    expect(desk, isLent ? .lent : .retired, onReturn: isLent ? .retired : .free, "\(state)")
    if isLent {
      desk.giveBack(1)
      expect(desk, .retired, "\(state)")
    }
  }

  @Test("quarantine", arguments: State.allCases)
  func quarantine(state: State) {
    var desk = Self.desk(state)
    let answer = desk.tell(.keep(.quarantine(name: "a", reason: "broken")))
    switch state {
    case .draining: #expect(answer == .refused(.wrongState(name: "a", state: .draining)))
    case .retired: #expect(answer == .refused(.wrongState(name: "a", state: .retired)))
    case .lent, .quarantining:
      #expect(answer == .done)
      expect(desk, .lent, onReturn: .quarantined, "\(state)")
      desk.giveBack(1)
      expect(desk, .quarantined, "\(state)")
      #expect(desk.resource("a")?.reason == "broken")
    case .free, .quarantined:
      #expect(answer == .done)
      expect(desk, .quarantined, "\(state)")
      #expect(desk.resource("a")?.reason == "broken")
    }
  }

  @Test(
    "repair puts it into service, and lends it to the first that waits", arguments: State.allCases)
  func repair(state: State) {
    var desk = Self.desk(state)
    desk.ask(2, [Want(["ios"])])
    desk.ask(3)
    let isInLine = desk.line.contains(2)
    #expect(desk.tell(.keep(.repair(name: "a"))) == .done)
    let isLent = desk.held(by: 1) == ["a"]
    #expect(desk.resource("a")?.reason == nil)
    if state == .quarantined {
      #expect(isInLine && desk.held(by: 2) == ["a"])
      #expect(desk.rung == [TestDesk.id(2)])
    }
    if state == .retired { #expect(desk.held(by: 3) == ["a"]) }
    if isLent {
      expect(desk, .lent, "\(state)")
      desk.giveBack(1)
      #expect(desk.held(by: isInLine ? 2 : 3) == ["a"])
    }
  }

  @Test("take back", arguments: State.allCases, [true, false])
  func takeBack(state: State, immediately: Bool) {
    var desk = Self.desk(state)
    let answer = desk.tell(
      .keep(.takeBack(name: "a", reason: "mine", immediately: immediately)))
    guard desk.machine.records.request(TestDesk.id(1)) != nil else {
      let now = SharedPoolReport.State(rawValue: desk.resource("a")?.state.rawValue ?? "")
      #expect(now.map { answer == .refused(.wrongState(name: "a", state: $0)) } == true)
      return
    }
    #expect(answer == .done)
    #expect(desk.rung == [TestDesk.id(1)])
    #expect(
      desk.beat(leases: [1])
        == .beaten(leases: [.ended(.takenBack(reason: "mine"))], waiting: []))
    let after: LendingResourceRecord.State =
      switch state {
      case .draining: .retired
      case .quarantining: .quarantined
      default: .free
      }
    if !immediately {
      expect(desk, .lent, onReturn: after, "\(state)")
      desk.wait(.milliseconds(34_999))
      desk.tell(.sweep)
      expect(desk, .lent, onReturn: after, "\(state)")
      desk.wait(.milliseconds(1))
      desk.tell(.sweep)
    }
    expect(desk, after, "\(state)")
    #expect(desk.end(of: 1) == .takenBack(reason: "mine"))
  }

  @Test(
    "add with the same token is done already; a retired name is put into service anew",
    arguments: State.allCases)
  func add(state: State) {
    var desk = Self.desk(state)
    let before = desk.resource("a")
    #expect(desk.add("a", ["android"]) == .done)
    #expect(desk.resource("a") == before)
    let answer = desk.add("a", ["android"], token: 1)
    if state == .retired {
      #expect(answer == .done)
      expect(desk, .free, "\(state)")
      #expect(desk.resource("a")?.labels == ["android"])
      #expect(desk.resource("a")?.ordinal == before?.ordinal)
    } else {
      #expect(answer == .refused(.duplicate(name: "a")))
      #expect(desk.resource("a") == before)
    }
  }

  @Test("an unknown name is refused by name")
  func unknown() {
    var desk = TestDesk()
    let upkeeps: [LendingUpkeep] = [
      .drain(name: "x"), .quarantine(name: "x", reason: "y"), .repair(name: "x"),
      .takeBack(name: "x", reason: "y", immediately: true),
    ]
    for upkeep in upkeeps {
      #expect(desk.tell(.keep(upkeep)) == .refused(.unknownResource(name: "x")))
    }
  }

  @Test("a holder that quarantines on return leaves no gap")
  func quarantineOnReturn() {
    var desk = Self.desk(.lent)
    desk.ask(2)
    desk.giveBack(1, condition: .quarantined(reason: "suite failed"))
    expect(desk, .quarantined, "returned")
    #expect(desk.resource("a")?.reason == "suite failed")
    #expect(desk.line == [2])
    #expect(desk.end(of: 1) == .returned)
  }
}
