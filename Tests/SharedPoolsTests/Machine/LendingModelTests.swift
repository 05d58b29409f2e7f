@_spi(Store) import StagecraftTestKit
import TestSupport
import Testing

@_spi(Store) @testable import StagecraftSharedPools

/// `LendingMachine` beside lending by its definition, answer by answer.
@Suite("LendingMachine decides as the definition says", .timeLimit(.minutes(2)))
struct LendingModelTests {
  @Test("in seeded conversations", arguments: 0..<40 as Range<UInt64>)
  func conversations(seed: UInt64) async throws {
    var naive = NaiveLending()
    let difference = try await LendingConversation.run(
      seed: seed, steps: 500, stepsClockBack: seed.isMultiple(of: 2)
    ) { request, now in naive.answer(request, at: now) }
    #expect(difference == nil, "\(difference?.description ?? "")")
  }

  @Test("when processes end and epochs rise", arguments: 100..<120 as Range<UInt64>)
  func endsAndEpochs(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var conversation = LendingConversation(seed: seed)
    var naive = NaiveLending()
    var invariants = LendingInvariants()
    for number in 0..<400 {
      let place: Comment = "seed \(seed), step \(number)"
      let step = conversation.next()
      try #require(naive.answer(step.call, at: step.now) == step.answer.withoutTimes, place)
      try #require(naive.notified == step.notifications.map(\.request), place)
      if generator.oneIn(12), case .ask(let ask) = step.call {
        let notifications = conversation.reference.sessionHasGone(ask.session, at: step.now)
        naive.sessionHasGone(ask.session, at: step.now)
        try #require(naive.notified == notifications.map(\.request), place)
      }
      if generator.oneIn(60) {
        let isReboot = generator.oneIn(3)
        _ = conversation.reference.raiseEpoch(at: step.now, endingLeases: isReboot)
        naive.raiseEpoch(at: step.now, endingLeases: isReboot)
      }
      try invariants.check(conversation.reference, at: step.now)
      try conversation.reference.records.checkOrders()
      try #require(naive.resources == conversation.reference.records.allResources(), place)
    }
    let log = conversation.reference.records.events(after: 0, limit: .max)
    #expect(LendingAnswer.events(log).withoutTimes == .events(naive.log), "seed \(seed)")
  }
}

extension LendingAnswer {
  /// The answer without the times of log entries.
  fileprivate var withoutTimes: LendingAnswer {
    guard case .events(var events) = self else { return self }
    for index in events.indices { events[index].time = 0 }
    return .events(events)
  }
}
