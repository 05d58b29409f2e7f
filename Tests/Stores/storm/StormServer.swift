#if SQLite && PostgreSQL
import LendingProof
import PostgresCluster
import StagecraftPostgresStore
import Synchronization

/// A PostgreSQL server of the storm's own, behind a proxy.
final class StormServer: Sendable {
  /// It loses nothing when it is killed, but the machine must go on.
  private static let options = PostgresCluster.Options(settings: ["fsync": "off"])

  private let cluster: Mutex<PostgresCluster>
  private let proxy: CuttingProxy
  private let done = Mutex<[String: Int]>([:])

  /// Starts a server with a database for the storm.
  init() async throws {
    let cluster = try PostgresCluster(Self.options)
    try cluster.execute("create database storm")
    try await PostgresStore.initialize(PostgresAddress(cluster.address(database: "storm")))
    proxy = try CuttingProxy(to: cluster)
    self.cluster = Mutex(cluster)
  }

  /// The address of the database through the proxy.
  var address: String {
    cluster.withLock { $0 }.address(through: proxy, database: "storm")
  }

  /// How often each fault has happened.
  var counts: [String: Int] { done.withLock { $0 } }

  /// Does something to the server.
  ///
  /// - Parameters:
  ///   - fault: What.
  ///   - time: A time that exceeds the time to live of leases.
  ///   - history: Where it is written down.
  /// - Throws: The error of a program of PostgreSQL's.
  func perform(
    _ fault: StormOptions.Fault, _ time: Duration, _ history: HistoryWriter
  ) async throws {
    history.record(.fault("\(fault.rawValue) of the server"))
    let cluster = cluster.withLock { $0 }
    switch fault {
    case .restart: try cluster.restart(.fast)
    case .crash: try cluster.restart(.immediate)
    case .halfOpen:
      proxy.setHalfOpen(true)
      try await Task.sleep(for: time)
      proxy.setHalfOpen(false)
    case .unnotified:
      proxy.setDropsNotifications(true)
      try await Task.sleep(for: time / 2)
      proxy.setDropsNotifications(false)
    case .failover: try await failOver(from: cluster, time)
    case .kill, .stop, .pause, .cut: break
    }
    done.withLock { $0[fault.rawValue, default: 0] += 1 }
  }

  /// Promotes a replica that has not heard of the last decisions, and cuts the server off.
  private func failOver(from primary: PostgresCluster, _ time: Duration) async throws {
    let replica = try primary.makeReplica(Self.options)
    try replica.execute("alter system set primary_conninfo = ''; select pg_reload_conf()")
    while try replica.execute("select count(*) from pg_stat_wal_receiver") != "0" {}
    // What is lent now, the replica will never know.
    try await Task.sleep(for: time / 2)
    proxy.setHalfOpen(true)
    try replica.promote()
    proxy.redirect(to: replica)
    cluster.withLock { $0 = replica }
    primary.remove()
    try await Task.sleep(for: time)
  }
}
#endif
