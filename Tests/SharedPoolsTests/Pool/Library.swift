import StageFloor
@_spi(Store) import StagecraftSharedPools
@_spi(Store) import StagecraftTestKit
import TestSupport

/// A store in memory behind one that fails, with a clock that tests move.
struct Library {
  let clock = ManualClock()
  let faults: FaultStore

  init() { faults = FaultStore(MemoryLeaseStore(clock: clock)) }

  /// Opens a pool whose leases live 30 seconds, with a margin of 3 and a grace of 5.
  func open(
    _ name: String = "books", patience: Duration = .seconds(30)
  ) async throws -> SharedPool<String> {
    var configuration = SharedPoolConfiguration(job: "test")
    configuration.clock = clock
    configuration.patience = patience
    return try await SharedPool(name, at: faults, configuration: configuration)
  }

  /// Waits until a pool sleeps for at most `limit` from now, and moves the clock to that moment.
  func pass(_ limit: Duration, _ pool: String = "books") async throws {
    let end = clock.now.sinceStart + limit
    while true {
      let deadline = try await clock.nextSleep(of: pool).deadline.sinceStart
      guard deadline <= end else { continue }
      return clock.advance(by: max(.zero, deadline - clock.now.sinceStart))
    }
  }

  /// Opens a pool with as many copies of a book.
  func open(copies: Int) async throws -> SharedPool<String> {
    let pool = try await open()
    for copy in 0..<copies {
      try await pool.add("shelf \(copy)", named: "copy-\(copy)", labels: ["book"])
    }
    return pool
  }
}
