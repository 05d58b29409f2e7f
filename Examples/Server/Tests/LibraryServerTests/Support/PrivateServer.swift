import Foundation
import LibraryServer
import Logging
import PostgresNIO
import Synchronization
import Testing

/// The PostgreSQL server that the tests of this process share: each has a database of its own.
enum PrivateServer {
  /// Nil if PostgreSQL is not installed.
  ///
  /// The script ends with its input, so also if this process is killed.
  private static let address: String? = {
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../with-database")
    process.arguments = ["sh", "-c", "echo $LIBRARY_DATABASE; exec cat"]
    process.standardInput = input
    process.standardOutput = output
    try? process.run()
    running.withLock { $0 = (process, input) }
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    return line.hasPrefix("postgres://") ? line.trimmingCharacters(in: .newlines) : nil
  }()

  private static let running = Mutex<(Process, Pipe)?>(nil)
  private static let databases = Atomic(0)

  static var isInstalled: Bool { address != nil }

  /// A library in a database of its own.
  static func makeLibrary(timeToLive: Duration = .seconds(10)) async throws -> Configuration {
    let address = try #require(address)
    let name = "library_\(databases.add(1, ordering: .relaxed).newValue)"
    try await administer("create database \(name)")
    var configuration = Configuration(
      database: address.replacing("/postgres", with: "/\(name)", maxReplacements: 1))
    configuration.port = 0
    configuration.drain = .zero
    configuration.timeToLive = timeToLive
    try await Catalogue.setUp(configuration, logger: logger)
    return configuration
  }

  /// Ends all connections to a library and refuses new ones, or accepts them again.
  static func setConnections(_ areAllowed: Bool, to configuration: Configuration) async throws {
    let name = configuration.database.split(separator: "/").last ?? ""
    try await administer("alter database \(name) allow_connections \(areAllowed)")
    if areAllowed { return }
    try await administer(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = '\(name)'")
  }

  private static func administer(_ statement: String) async throws {
    let database = try Database(try #require(address), logger: logger)
    try await database.query(PostgresQuery(unsafeSQL: statement))
    await database.connections.shutdown()
  }

  static let logger: Logger = {
    var logger = Logger(label: "tests")
    logger.logLevel = .error
    return logger
  }()
}

extension Trait where Self == ConditionTrait {
  static var needsDatabase: ConditionTrait {
    .enabled(if: PrivateServer.isInstalled, "PostgreSQL's server is not installed.")
  }
}
