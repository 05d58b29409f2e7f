import Testing

@_spi(Store) @testable import StagecraftSharedPools

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
    var store = TestStore()
    let requests: [LendingCall] =
      (1...2).map { .open(settings: nil, session: TestStore.session(UInt64($0))) } + [
        .keep(.add(name: "a", labels: ["ios"], payload: [], token: TestStore.id(100))),
        .keep(.add(name: "b", labels: [], payload: [], token: TestStore.id(101))),
      ]
    let crowd: [LendingCall] = [[Want(["ios"])], [Want(), Want()], [Want()]].enumerated().map {
      .ask(
        LendingAsk(
          id: TestStore.id(UInt64(50 + $0)), session: TestStore.session(UInt64($0 % 2 + 1)),
          wants: $1))
    }
    for request in requests + (isCrowded ? crowd : []) {
      #expect(store.tell(request) == naive.answer(request, at: store.now))
    }
    var conversations = 0
    try explore(store, naive, [], &conversations)
    #expect(conversations == 7_380)  // 9 + 9² + 9³ + 9⁴
  }

  private func explore(
    _ store: TestStore, _ naive: NaiveLending, _ said: [String], _ conversations: inout Int
  ) throws {
    if said.count == 4 { return }
    for verb in Self.verbs {
      var store = store
      var naive = naive
      if verb == "let time pass" { store.wait(.seconds(20)) }
      let request = Self.request(verb, UInt64(said.count + 1), store)
      let words = said + [verb]
      try #require(store.tell(request) == naive.answer(request, at: store.now), "\(words)")
      try #require(store.notified == naive.notified, "\(words)")
      try #require(store.machine.records.allResources() == naive.resources, "\(words)")
      conversations += 1
      try explore(store, naive, words, &conversations)
    }
  }

  private static func request(_ verb: String, _ number: UInt64, _ store: TestStore)
    -> LendingCall
  {
    func ask(_ wants: [Want], priority: Int = 0) -> LendingCall {
      .ask(
        LendingAsk(
          id: TestStore.id(number), session: TestStore.session(number % 2 + 1), wants: wants,
          priority: priority))
    }
    let held = (1..<max(number, 2)).first { !store.held(by: $0).isEmpty } ?? 1
    switch verb {
    case "ask one": return ask([Want()])
    case "ask ios": return ask([Want(["ios"])])
    case "ask both": return ask([Want(["ios"]), Want()])
    case "ask urgently": return ask([Want()], priority: 1)
    case "return first": return .giveBack(LendingReturn(lease: store.key(held)))
    case "return part": return .giveBack(LendingReturn(lease: store.key(held), names: ["a"]))
    case "withdraw last": return .withdraw(TestStore.id(number - 1))
    case "quarantine or repair":
      return store.resource("a")?.state == .quarantined
        ? .keep(.repair(name: "a")) : .keep(.quarantine(name: "a", reason: "broken"))
    default: return .sweep
    }
  }
}
