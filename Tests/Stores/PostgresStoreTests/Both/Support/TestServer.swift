#if POSTGRES_CLIENT
import PostgresCluster
import PostgresFloor
import StagecraftSharedPools
import Synchronization
import Testing

/// The server that the tests of this process share: each test has a database of its own.
enum TestServer {
  static let cluster = Result { try PostgresCluster(PostgresCluster.Options(listensOnTCP: true)) }

  /// A note, printed once, if this machine has no server.
  static let isInstalled: Bool = {
    if PostgresCluster.isInstalled { return true }
    print("PostgreSQL's server is not installed: the tests of PostgresStore are skipped.")
    return false
  }()

  private static let databases = Mutex(0)

  /// Creates a database with the schema.
  static func makeDatabase(on cluster: PostgresCluster? = nil) async throws -> TestDatabase {
    let cluster = try cluster ?? self.cluster.get()
    let number = databases.withLock { number in
      number += 1
      return number
    }
    let database = TestDatabase(cluster: cluster, name: "lend_\(number)")
    try cluster.execute("create database \(database.name)")
    try await TestedStore.makeSchema(database.address)
    return database
  }
}

/// A database with the schema.
struct TestDatabase {
  let cluster: PostgresCluster
  let name: String

  var address: String { cluster.address(database: name) }

  func store(_ timeout: Duration = .seconds(10)) throws -> TestedStore {
    try TestedStore(
      address, configuration: PostgresStoreConfiguration(operationTimeout: timeout))
  }

  @discardableResult
  func execute(_ statements: String) throws -> String {
    try cluster.execute(statements, in: name)
  }
}

extension Trait where Self == ConditionTrait {
  static var needsServer: ConditionTrait {
    .enabled(if: TestServer.isInstalled, "PostgreSQL's server is not installed.")
  }
}
#endif
