#if Metrics
import StageFloor
import Testing

@testable import StagecraftMetrics

struct MetricsLedgerTests {
  private var ledger = MetricsLedger(prefix: "stagecraft", maximumNames: 2)

  private func reading(
    idle: Int? = nil, timeouts: Int? = nil, waits: Duration? = nil
  ) -> MetricsReading {
    var reading = MetricsReading()
    if let idle { reading.level("idle", idle) }
    if let timeouts { reading.total("timeouts", timeouts) }
    if let waits { reading.total("wait_seconds", waits) }
    return reading
  }

  private func key(_ figure: String, _ name: String) -> MetricKey {
    MetricKey(
      label: "stagecraft.pool.\(figure)", dimensions: [MetricsDimension("pool", name)])
  }

  @Test mutating func aCounterGrowsByTheDifference() {
    _ = ledger.add(1, kind: "pool", name: "books")
    #expect(ledger.settle([1: reading(timeouts: 3)]) == [.count(key("timeouts", "books"), 3)])
    #expect(ledger.settle([1: reading(timeouts: 5)]) == [.count(key("timeouts", "books"), 2)])
    #expect(ledger.settle([1: reading(timeouts: 5)]) == [.count(key("timeouts", "books"), 0)])
    // It began at zero again.
    #expect(ledger.settle([1: reading(timeouts: 1)]) == [.count(key("timeouts", "books"), 1)])
  }

  @Test mutating func durationsBecomeSeconds() {
    _ = ledger.add(1, kind: "pool", name: "books")
    #expect(
      ledger.settle([1: reading(waits: .milliseconds(1_500))])
        == [.seconds(key("wait_seconds", "books"), 1.5)])
    #expect(
      ledger.settle([1: reading(waits: .seconds(2))])
        == [.seconds(key("wait_seconds", "books"), 0.5)])
  }

  @Test mutating func objectsOfOneNameAreAddedTogether() {
    _ = ledger.add(1, kind: "pool", name: "books")
    _ = ledger.add(2, kind: "pool", name: "books")
    #expect(
      ledger.settle([1: reading(idle: 2), 2: reading(idle: 3)])
        == [.level(key("idle", "books"), 5)])
    #expect(ledger.remove(1) == [])
    let books = MetricsObject(prefix: "stagecraft", kind: "pool", name: "books")
    #expect(ledger.remove(2) == [.end(books)])
    #expect(ledger.remove(2) == [])
  }

  @Test mutating func namesOverTheLimitAreOthers() {
    #expect(ledger.add(1, kind: "pool", name: "books").name == "books")
    #expect(ledger.add(2, kind: "pool", name: "maps").name == "maps")
    #expect(ledger.add(3, kind: "pool", name: "phones").name == "other")
    #expect(ledger.add(4, kind: "list", name: "orders").name == "other")
    // A name that is known stays.
    #expect(ledger.add(5, kind: "pool", name: "maps").name == "maps")
    _ = ledger.remove(1)
    #expect(ledger.add(6, kind: "pool", name: "phones").name == "phones")
  }

  @Test mutating func anObjectThatWasRemovedIsNotRead() {
    _ = ledger.add(1, kind: "pool", name: "books")
    _ = ledger.remove(1)
    #expect(ledger.settle([1: reading(idle: 1)]) == [])
  }

  @Test func aRetryDoesNotBeginTheRunAgain() {
    var times = OperationTimes()
    times.submitted(7, at: 10)
    times.started(7, at: 30)
    times.started(7, at: 50)
    #expect(times.ended(7, at: 90) == OperationTimes.Ended(waited: 20, ran: 60))
    #expect(times.ended(7, at: 95) == nil)
    times.submitted(8, at: 10)
    #expect(times.ended(8, at: 25) == OperationTimes.Ended(waited: 15, ran: nil))
    times.started(9, at: 1)
    #expect(times.ended(9, at: 2) == nil)
  }
}
#endif
