import Observation
import StagecraftLists
import StagecraftMemory
import StagecraftObservation
import StagecraftPools
import StagecraftTestKit
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct PoolModelTests {
  @Test
  func eachFigureNotifiesOnlyItsReaders() async throws {
    let books = BoundedPool(lending: ["Momo 1", "Momo 2"])
    let model = PoolModel(of: books, .nextTurn)
    #expect(model.idle == 2 && model.onLoan == 0 && model.snapshot.capacity == 2)
    let onLoan = Reader { _ = model.onLoan }
    let waiting = Reader { _ = model.waiting }
    do {
      let lease = try await books.lease()
      await onLoan.change()
      #expect(model.onLoan == 1 && model.idle == 1 && lease.element.hasPrefix("Momo"))
    }
    await onLoan.change()
    #expect(model.onLoan == 0 && model.idle == 2)
    #expect(onLoan.changes == 2 && waiting.changes == 0)
  }

  @Test
  func aModelWithAManualCadenceReadsOnRequest() async throws {
    let books = BoundedPool(lending: ["Momo"])
    let model = PoolModel(of: books, .manual)
    let lease = try await books.lease()
    #expect(model.onLoan == 0)
    model.update()
    #expect(model.onLoan == 1 && lease.element == "Momo")
  }

  @Test
  func elasticPoolsAndPoolsWithKeysHaveModels() async throws {
    let maps = ElasticPool { "a map" }
    let model = PoolModel(of: maps, .nextTurn)
    maps.withElement { _ in }
    await until { model.created == 1 && model.idle == 1 }
    let hosts = KeyedPool<String, String>(capacity: 2, capacityPerKey: 1) { key in "to \(key)" }
    let connections = PoolModel(of: hosts, .nextTurn)
    try await hosts.withElement(for: "desk") { _ in }
    await until { connections.created == 1 && connections.idle == 1 }
  }

  @Test
  func theFiguresAreReadOncePerInterval() async throws {
    let clock = ManualClock()
    let books = BoundedPool(lending: ["Momo"])
    let model = PoolModel(of: books, .atMost(every: .seconds(1), clock: clock))
    let reader = Reader { _ = model.snapshot.onLoan }
    try await books.withElement { _ in }
    await reader.change()
    try await books.withElement { _ in }
    try await clock.nextSleep()
    #expect(reader.changes == 1)
    clock.advance(by: .seconds(1))
    await reader.change()
    #expect(reader.changes == 2 && model.onLoan == 0)
  }

  @Test
  func aReleasedModelReleasesThePool() {
    var books: BoundedPool<String>? = BoundedPool(lending: ["Momo"])
    weak let pool = books
    var model = books.map { PoolModel(of: $0) }
    books = nil
    #expect(pool != nil && model?.idle == 1)
    model = nil
    #expect(pool == nil)
  }
}

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct PressureModelTests {
  @Test
  func theLevelAndItsCauseAreFollowed() async {
    let trigger = PressureTrigger()
    let monitor = PressureMonitor(sources: .only(trigger))
    let model = PressureModel(of: monitor)
    #expect(model.level == .normal)
    trigger.report(.high)
    await until { model.level == .high }
    #expect(model.event?.level == .high)
    let level = Reader { _ = model.level }
    trigger.report(.normal)
    await level.change()
    #expect(model.level == .normal && level.changes == 1)
  }

  @Test
  func neitherRetainsTheOther() async {
    var monitor: PressureMonitor? = PressureMonitor(sources: .none)
    weak let weakMonitor = monitor
    var model = monitor.map { PressureModel(of: $0) }
    await until { model?.event != nil }
    weak let weakModel = model
    model = nil
    #expect(weakModel == nil)
    model = monitor.map { PressureModel(of: $0) }
    await until { model?.event != nil }
    monitor = nil
    #expect(weakMonitor == nil && model?.level == .normal)
  }
}
