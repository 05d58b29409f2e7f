import Testing

@testable import StagecraftMemory

/// The ledger without monitors.
struct ReliefLedgerTests {
  private let ledger = ReliefLedger()

  @Test func pendingBytesAreNotRequestedTwice() {
    let one = ledger.open()
    let other = ledger.open()
    #expect(ledger.reserve(10, for: one) == .ask(10))
    #expect(ledger.reserve(10, for: other) == .wait(version: 0))
    // Bytes beyond those that the first pass has requested.
    #expect(ledger.reserve(15, for: other) == .ask(5))
    #expect(ledger.answered(10, by: one).isEmpty)
    #expect(ledger.reserve(10, for: other) == .enough)
    #expect(ledger.releasedByOthers(than: other) == 10)
    #expect(ledger.releasedByOthers(than: one) == 0)
  }

  @Test func bytesOfEndedPassesDoNotCount() {
    let one = ledger.open()
    _ = ledger.answered(10, by: one)
    let during = ledger.open()
    _ = ledger.close(one)
    let after = ledger.open()
    #expect(ledger.reserve(10, for: during) == .enough)
    #expect(ledger.reserve(10, for: after) == .ask(10))
    _ = ledger.close(during)
    _ = ledger.close(after)
    #expect(ledger.reserve(10, for: ledger.open()) == .ask(10))
  }

  /// When a responder is overdue, the other pass may request its share.
  @Test func missingBytesAreRequestedAgain() {
    let one = ledger.open()
    let other = ledger.open()
    #expect(ledger.reserve(10, for: one) == .ask(10))
    _ = ledger.answered(0, by: one)
    #expect(ledger.reserve(10, for: other) == .ask(10))
    // A late answer counts, without effect on the pending request.
    _ = ledger.answered(4, by: one, isPending: true)
    #expect(ledger.reserve(10, for: other) == .ask(6))
  }

  @Test func extremeClaimsDoNotOverflow() {
    let one = ledger.open()
    let other = ledger.open()
    _ = ledger.answered(.max, by: one)
    _ = ledger.answered(.max, by: other)
    _ = ledger.answered(.min, by: other)
    #expect(ledger.reserve(.max, for: ledger.open()) == .enough)
    #expect(ledger.reserve(1, for: 99) == .ask(1))
  }
}
