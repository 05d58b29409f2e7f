#if SQLite && PostgreSQL
import Foundation
import PostgresCluster
import StagecraftPostgresStore

extension Bench {
  /// Runs the cases of PostgreSQL on a server of its own.
  static func measurePostgres(_ report: Report, onlyLines: Bool) async throws {
    let cluster: PostgresCluster
    do {
      cluster = try PostgresCluster(
        PostgresCluster.Options(settings: ["max_connections": "200", "shared_buffers": "256MB"]))
    } catch let error as PostgresNotInstalled {
      return report.add("PostgreSQL", "skipped: \(error)")
    }
    defer { cluster.remove() }
    _ = try cluster.execute("create database lend")
    let address = cluster.address(database: "lend")
    try await PostgresStore.initialize(PostgresAddress(address))
    let cases = PostgresCases(report: report, cluster: cluster)
    if onlyLines { try await cases.lines() } else { try await cases.run() }
  }
}
#endif
