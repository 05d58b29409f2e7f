#if SQLite && PostgreSQL
import Foundation
import LendingProof
import StagecraftPostgresStore
import StagecraftSQLiteStore
@_spi(Store) import StagecraftSharedPools

/// Where a storm takes place: a folder with a store, histories and guarded counters.
struct StormSite {
  static let pool = "storm"
  /// The stock: names and labels.
  static let stock: [(name: String, labels: Labels)] = [
    ("ann", ["ios", "arm64"]), ("bob", ["ios"]), ("cat", ["android"]), ("dan", []),
  ]
  let folder: String
  let options: StormOptions

  /// Short leases, so that many of them end in a storm.
  var settings: SharedPoolSettings {
    let lifetime = options.timeToLive
    return SharedPoolSettings(
      timeToLive: lifetime, margin: lifetime / 5, grace: lifetime * 3 / 10,
      ageing: .milliseconds(100))
  }

  /// A time after which the leases of a process that does nothing are lent again.
  var longTime: Duration {
    settings.timeToLive + settings.effectiveGrace + .milliseconds(150)
  }

  /// The store, for this process.
  func store() throws(StormError) -> any LeaseStore {
    let parts = options.store.split(separator: ":", maxSplits: 1)
    switch parts.first {
    case "memory":
      throw StormError(
        "A store in memory has one process; a storm needs several. Its tests are LendingProofTests."
      )
    case "sqlite":
      return SQLiteStore(parts.count > 1 ? String(parts[1]) : folder + "/storm.sqlite")
    case "postgres":
      let address = parts.count > 1 ? String(parts[1]) : ""
      do {
        // Below the time to live, so that an operation that hangs does not cost a lease.
        return try PostgresStore(
          address.hasPrefix("//") ? "postgres:" + address : address,
          configuration: PostgresStoreConfiguration(
            operationTimeout: settings.timeToLive * 7 / 10, heartbeat: settings.timeToLive / 2))
      } catch { throw StormError(error.explanation) }
    default: throw StormError("There is no store \"\(options.store)\".\n\n\(StormOptions.usage)")
    }
  }

  func history(of process: String) throws(HistoryError) -> HistoryWriter {
    try HistoryWriter(process: process, path: "\(folder)/\(process).history")
  }

  /// The file by which a process says that it hears signals.
  func readiness(of process: String) -> String { "\(folder)/\(process).ready" }

  func counter(_ resource: String) -> GuardedCounter {
    GuardedCounter("\(folder)/\(resource).counter", comparesFences: options.plant != "fence")
  }

  /// The writes that each resource has accepted.
  var writes: [String: [GuardedCounter.Write]] {
    get throws {
      var writes: [String: [GuardedCounter.Write]] = [:]
      for (name, _) in Self.stock { writes[name] = try counter(name).writes }
      return writes
    }
  }
}
#endif
