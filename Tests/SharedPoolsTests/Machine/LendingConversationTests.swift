@_spi(Store) import StagecraftSharedPools
@_spi(Store) import StagecraftTestKit
import Testing

/// The seeded conversation that other stores are compared by.
@Suite("A lending conversation", .timeLimit(.minutes(3)))
struct LendingConversationTests {
  @Test("finds no difference between two equal machines", arguments: 0..<8 as Range<UInt64>)
  func equalMachines(seed: UInt64) async throws {
    var machine = LendingMachine(MemoryRecords())
    let difference = try await LendingConversation.run(
      seed: seed, steps: 1_000, stepsClockBack: true
    ) { request, now in machine.decide(request, at: now).answer }
    #expect(difference == nil, "\(difference?.description ?? "")")
  }

  @Test("says everything that a store can be asked, and receives every kind of answer")
  func coverage() {
    var said: Set<String> = []
    for seed: UInt64 in 0..<40 {
      var conversation = LendingConversation(seed: seed)
      for _ in 0..<600 {
        let step = conversation.next()
        said.insert(Self.word(step.call))
        said.formUnion(Self.words(step.answer))
      }
    }
    let missing = Self.everything.filter { !said.contains($0) }
    #expect(missing.isEmpty, "Never said: \(missing)")
  }

  private static let everything = [
    "ask", "renew", "close", "events", "giveBack", "keep", "open", "report", "sweep", "withdraw",
    "asked granted", "asked notFree", "asked waiting", "asked ended expired", "asked ended gone",
    "asked ended impossible", "asked ended returned", "asked ended takenBack",
    "asked ended withdrawn", "lease renewed", "lease unknown", "lease ended expired",
    "lease ended returned", "lease ended takenBack", "lease ended tooLong",
    "lease ended withdrawn", "waiting granted", "waiting unknown", "waiting waiting",
    "waiting ended gone", "returned returned", "returned unknown",
    "returned already expired", "returned already tooLong",
    "withdrawn left", "withdrawn returned", "withdrawn unknown", "withdrawn already withdrawn",
    "refused duplicate", "refused impossible", "refused invalid", "refused unknownResource",
    "refused unknownSession", "refused wrongState", "done", "events", "opened", "reported", "swept",
  ]

  private static func words(_ answer: LendingAnswer) -> [String] {
    switch answer {
    case .asked(let outcome): ["asked " + word(outcome)]
    case .renewed(let leases, let waiting):
      leases.map { "lease " + word($0) } + waiting.map { "waiting " + word($0) }
    case .returned(let closing): ["returned " + word(closing)]
    case .withdrawn(let closing): ["withdrawn " + word(closing)]
    case .refused(let refusal): ["refused " + word(refusal)]
    default: [word(answer)]
    }
  }

  /// The name of a case, and of the end that it contains.
  private static func word(_ value: some Any) -> String {
    let text = String(describing: value)
    let name = String(text.prefix { $0 != "(" })
    let ends = [
      "tooLong", "expired", "takenBack", "gone", "impossible", "returned", "withdrawn",
    ]
    let end = ends.first { text.contains("LendingEnd.\($0)") && $0 != name }
    return end.map { "\(name) \($0)" } ?? name
  }
}
