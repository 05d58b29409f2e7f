import Testing

@testable import StagecraftSharedPools

/// Every conversation of a few requests, on a stock of two.
@Suite("Every short conversation", .timeLimit(.minutes(2)))
struct SmallConversationsTests {
  private static let verbs = [
    "ask one", "ask ios", "ask both", "ask urgently", "return first", "return part",
    "withdraw last", "quarantine or repair", "let time pass",
  ]

  @Test("is answered as the definition says", arguments: [false, true])
  func exhaustive(isCrowded: Bool) throws {
    var naive = NaiveLending()
    var desk = TestDesk()
    let requests: [LendingRequest] =
      (1...2).map { .open(settings: nil, session: TestDesk.session(UInt64($0))) } + [
        .keep(.add(name: "a", labels: ["ios"], payload: [], token: TestDesk.id(100))),
        .keep(.add(name: "b", labels: [], payload: [], token: TestDesk.id(101))),
      ]
    let crowd: [LendingRequest] = [[Want(["ios"])], [Want(), Want()], [Want()]].enumerated().map {
      .ask(
        LendingAsk(
          id: TestDesk.id(UInt64(50 + $0)), session: TestDesk.session(UInt64($0 % 2 + 1)),
          wants: $1))
    }
    for request in requests + (isCrowded ? crowd : []) {
      #expect(desk.tell(request) == naive.answer(request, at: desk.now))
    }
    var conversations = 0
    try explore(desk, naive, [], &conversations)
    #expect(conversations == 7_380)  // 9 + 9² + 9³ + 9⁴
  }

  private func explore(
    _ desk: TestDesk, _ naive: NaiveLending, _ said: [String], _ conversations: inout Int
  ) throws {
    if said.count == 4 { return }
    for verb in Self.verbs {
      var desk = desk
      var naive = naive
      if verb == "let time pass" { desk.wait(.seconds(20)) }
      let request = Self.request(verb, UInt64(said.count + 1), desk)
      let words = said + [verb]
      try #require(desk.tell(request) == naive.answer(request, at: desk.now), "\(words)")
      try #require(desk.rung == naive.rung, "\(words)")
      try #require(desk.machine.records.allResources() == naive.resources, "\(words)")
      conversations += 1
      try explore(desk, naive, words, &conversations)
    }
  }

  private static func request(_ verb: String, _ number: UInt64, _ desk: TestDesk) -> LendingRequest
  {
    func ask(_ wants: [Want], priority: Int = 0) -> LendingRequest {
      .ask(
        LendingAsk(
          id: TestDesk.id(number), session: TestDesk.session(number % 2 + 1), wants: wants,
          priority: priority))
    }
    let held = (1..<max(number, 2)).first { !desk.held(by: $0).isEmpty } ?? 1
    switch verb {
    case "ask one": return ask([Want()])
    case "ask ios": return ask([Want(["ios"])])
    case "ask both": return ask([Want(["ios"]), Want()])
    case "ask urgently": return ask([Want()], priority: 1)
    case "return first": return .giveBack(LendingReturn(lease: desk.key(held)))
    case "return part": return .giveBack(LendingReturn(lease: desk.key(held), names: ["a"]))
    case "withdraw last": return .withdraw(TestDesk.id(number - 1))
    case "quarantine or repair":
      return desk.resource("a")?.state == .quarantined
        ? .keep(.repair(name: "a")) : .keep(.quarantine(name: "a", reason: "broken"))
    default: return .sweep
    }
  }
}
