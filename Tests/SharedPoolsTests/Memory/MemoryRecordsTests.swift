import TestSupport
import Testing

@_spi(Store) @testable import StagecraftSharedPools

@Suite("The tables in memory")
struct MemoryRecordsTests {
  @Test("contain nothing of what has ended and is forgotten")
  func forgetting() throws {
    var store = TestStore(["a": []])
    for number: UInt64 in 0..<1_000 { store.ask(number, session: number % 2 + 1) }
    #expect(store.line.count == 999)
    store.tell(.close(session: TestStore.session(1)))
    store.tell(.close(session: TestStore.session(2)))
    #expect(store.line.isEmpty)
    store.wait(.seconds(90_000))
    for _ in 0..<20 { store.tell(.sweep) }
    let records = store.machine.records
    #expect(records.requests.isEmpty)
    #expect(records.ended.isEmpty)
    #expect(records.kinds.isEmpty)
    #expect(records.labelSets.isEmpty)
    #expect(records.sessions.isEmpty)
    #expect(records.log.count <= 200_000)
    try records.checkOrders()
  }

  @Test("keep the latest entries of the log")
  func log() {
    var records = MemoryRecords(logLimit: 10)
    for number in 1...95 {
      records.time = Int64(number)
      records.append(LendingEvent(kind: .joined))
    }
    #expect(records.events(after: 0, limit: 100).map(\.number) == Array(86...95))
    #expect(records.events(after: 90, limit: 2).map(\.number) == [91, 92])
    #expect(records.events(after: 90, limit: 2).map(\.time) == [91, 92])
    #expect(records.events(after: 95, limit: 2).isEmpty)
    #expect(records.events(after: .max, limit: 2).isEmpty)
    #expect(records.events(after: .min, limit: 1).map(\.number) == [86])
    #expect(records.log.count <= 20)
  }

  @Test("keep as many entries of the log as the rules say, and count all")
  func logLength() {
    var records = MemoryRecords()
    records.setPool(LendingPoolRecord(settings: SharedPoolSettings(logLength: 10)))
    for number in 1...95 { records.append(LendingEvent(kind: number % 5 == 0 ? .left : .joined)) }
    #expect(records.events(after: 0, limit: 100).map(\.number) == Array(86...95))
    #expect(records.eventCounts() == [.joined: 76, .left: 19])
  }

  @Test("of a copy change without the original")
  func snapshot() {
    let store = TestStore(["a": []])
    var copy = store
    copy.ask(1)
    #expect(copy.held(by: 1) == ["a"])
    #expect(store.held(by: 1).isEmpty)
    #expect(store.resource("a")?.state == .free)
  }
}
