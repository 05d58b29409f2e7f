#if PostgresNIO
import Foundation
import PostgresNIO
@_exported import StagecraftPostgresNIO
@_spi(Store) import StagecraftSharedPools
import StagecraftTableLists

// What the suites in `Both` test here; they test another client elsewhere.

enum TestedClient {
  /// Whether the statements of a transaction are sent together.
  static let sendsTogether = false
}

/// A client that runs as long as this object exists.
final class RunningClient: Sendable {
  let client: PostgresClient
  private let run: Task<Void, Never>

  /// `address` has libpq's form.
  init(_ address: String, maximumConnections: Int = 20) throws {
    client = PostgresClient(
      configuration: try Self.configuration(address, maximumConnections))
    run = Task { [client] in await client.run() }
  }

  deinit { run.cancel() }

  func end() async {
    run.cancel()
    await run.value
  }

  struct BadAddress: Error {}

  private static func configuration(
    _ address: String, _ maximumConnections: Int
  ) throws -> PostgresClient.Configuration {
    var values: [String: String] = [:]
    for pair in address.matches(of: /([a-z_]+)='?([^' ]*)'?/) {
      values[String(pair.1)] = String(pair.2)
    }
    guard let host = values["host"], let port = values["port"].flatMap({ Int($0) }),
      let user = values["user"]
    else { throw BadAddress() }
    var configuration =
      host.hasPrefix("/")
      ? PostgresClient.Configuration(
        unixSocketPath: "\(host)/.s.PGSQL.\(port)", username: user,
        password: values["password"], database: values["dbname"])
      : PostgresClient.Configuration(
        host: host, port: port, username: user, password: values["password"],
        database: values["dbname"], tls: .disable)
    configuration.options.maximumConnections = maximumConnections
    return configuration
  }
}

/// A store with a client of its own.
final class TestedStore: LeaseStore, CustomStringConvertible {
  let store: PostgresNIOStore
  let running: RunningClient

  var description: String { store.description }

  init(
    _ address: String, configuration: PostgresStoreConfiguration = .init(),
    maximumConnections: Int = 20
  ) throws {
    running = try RunningClient(address, maximumConnections: maximumConnections)
    store = try PostgresNIOStore(running.client, configuration: configuration)
  }

  func perform(
    _ call: LendingCall, in pool: String
  ) async throws(LeaseStoreError) -> LendingAnswer {
    try await store.perform(call, in: pool)
  }

  func signals(for session: LendingID) -> AsyncStream<LeaseStoreSignal> {
    store.signals(for: session)
  }

  func raiseEpoch(above epoch: Int64 = 0) async throws(LeaseStoreError) -> Int64 {
    try await store.raiseEpoch(above: epoch)
  }

  func close() async {
    await store.close()
    await running.end()
  }

  static func makeSchema(_ address: String) async throws {
    let running = try RunningClient(address)
    try await PostgresNIOStore.initialize(running.client)
    await running.end()
  }
}

/// Tables with a client of their own.
final class TestedTables: TableStore, CustomStringConvertible {
  let tables: PostgresNIOTables
  let running: RunningClient

  var description: String { tables.description }

  init(_ address: String, configuration: PostgresTablesConfiguration = .init()) throws {
    running = try RunningClient(address)
    tables = try PostgresNIOTables(running.client, configuration: configuration)
  }

  func open(_ request: TableRequest) async throws(TableError) -> any FollowedTable {
    try await tables.open(request)
  }

  func remove(_ table: String) async throws(TableError) { try await tables.remove(table) }

  func close() async {
    await tables.close()
    await running.end()
  }
}
#endif
