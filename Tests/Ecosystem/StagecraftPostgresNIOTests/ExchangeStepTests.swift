#if PostgresNIO
import PostgresFloor
import Testing

@testable import StagecraftPostgresNIO

/// What is sent for an exchange.
@Suite struct ExchangeStepTests {
  private func texts(_ statements: [String], _ role: TableLinkRole) -> [String] {
    ExchangeStep.steps(of: statements, role: role, timeout: 1_000_000_000).map { step in
      let name = step.index.map { "\($0) " } ?? "- "
      return name + (step.text.split(separator: " ").first.map(String.init) ?? "")
    }
  }

  @Test func aReadTakesItsLockBeforeTheSnapshotOfItsSettings() {
    let begin = "begin isolation level repeatable read read only"
    let read = [begin, "lock table t", "with", "commit"]
    #expect(
      texts(read, .loader) == ["0 begin", "- set", "1 lock", "- select", "2 with", "3 commit"])
    var atOnce = read
    atOnce[1] += " nowait"
    #expect(texts(atOnce, .reader) == ["0 begin", "1 lock", "- select", "2 with", "3 commit"])
  }

  @Test func aSingleStatementIsATransactionWithSettings() {
    #expect(texts(["table t"], .writer) == ["- begin", "- select", "0 table", "- commit"])
  }

  @Test func theListenerHasNoTransaction() {
    #expect(texts(["select 1"], .listener) == ["0 select"])
  }
}
#endif
