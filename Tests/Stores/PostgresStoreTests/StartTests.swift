#if PostgreSQL
import Foundation
import PostgresCluster
@_spi(Store) import StagecraftSharedPools
import Testing

@testable import StagecraftPostgresStore

/// Addresses, wrong ones included, and schemas.
@Suite(.needsServer, .timeLimit(.minutes(1)))
struct StartTests {
  private func error(at address: String) async throws -> LeaseStoreError? {
    let store = try PostgresStore(
      address, configuration: PostgresStoreConfiguration(operationTimeout: .seconds(5)))
    let session = LendingSession(id: .random(), host: "client", process: 1)
    let error = await failure(of: .open(settings: nil, session: session), at: store)
    await store.close()
    return error
  }

  @Test func aWrongPasswordIsDeniedAndNotRepeated() async throws {
    let cluster = try PostgresCluster(
      PostgresCluster.Options(password: "right horse", listensOnTCP: true))
    let database = try await TestServer.makeDatabase(on: cluster)
    let wrong = cluster.address(
      database: database.name, password: "wrong horse", isOverTCP: true)
    let denied = try await error(at: wrong)
    #expect(denied?.code == .denied)
    #expect(denied?.explanation.contains("postgres") == true)
    #expect(denied?.explanation.contains("horse") == false)
    #expect(!PostgresAddress(wrong).description.contains("horse"))
    #expect(!(try PostgresStore(wrong)).description.contains("horse"))
    let missing = "host=127.0.0.1 port=\(cluster.port) dbname=\(database.name) user=postgres"
    #expect(try await error(at: missing + " passfile=/dev/null")?.code == .denied)
    #expect(try await error(at: database.address) == nil)
  }

  @Test func aPasswordThatIsNotEscapedIsNotShown() {
    let address = PostgresAddress("postgres://me:right/horse@127.0.0.1:1/lend")
    #expect(address.description == "a PostgreSQL address that cannot be read")
    let error = #expect(throws: LeaseStoreError.self) { try PostgresStore(address) }
    #expect(error?.explanation.contains("%2F") == true)
    #expect(error?.explanation.contains("horse") == false)
    // libpq divides it at the first `@`, unless a slash is before it.
    #expect(PostgresAddress("postgres://me:a?b@h/d").description == "database \"d\" on h as \"me\"")
  }

  @Test func aServerThatIsNotThereIsUnreachable() async throws {
    let error = try await error(at: "host=/nonexistent dbname=lend user=nobody")
    #expect(error?.code == .unreachable)
  }

  @Test func aDatabaseWithoutSchemaIsNoStore() async throws {
    let cluster = try TestServer.cluster.get()
    #expect(try await error(at: cluster.address())?.code == .notAStore)
    let absent = try await error(at: cluster.address(database: "absent"))
    #expect(absent?.code == .notAStore)
    #expect(absent?.explanation.contains("lend init") == true)
  }

  @Test func editionsAreCompared() async throws {
    let database = try await TestServer.makeDatabase()
    let address = PostgresAddress(database.address)
    let again = try await PostgresStore.initialize(address)
    #expect(again == PostgresStore.SchemaChange(before: 1, after: 1))
    // One edition newer still has the functions of this one.
    try database.execute("insert into lend.edition (number) values (2)")
    #expect(try await error(at: database.address) == nil)
    try database.execute("insert into lend.edition (number) values (3)")
    let newer = try await error(at: database.address)
    #expect(newer?.code == .tooNew)
    #expect(newer?.explanation.contains("edition 3") == true)
    let upgrade = await schemaFailure(at: address) { try await PostgresStore.upgrade($0) }
    #expect(upgrade?.code == .tooNew)
    try database.execute("delete from lend.edition; insert into lend.edition (number) values (0)")
    let older = try await error(at: database.address)
    #expect(older?.code == .notAStore)
    #expect(older?.explanation.contains("--upgrade") == true)
  }

  @Test func twoInitializationsMeet() async throws {
    let cluster = try TestServer.cluster.get()
    try cluster.execute("create database lend_twice")
    let address = PostgresAddress(cluster.address(database: "lend_twice"))
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask { try await PostgresStore.initialize(address).after }
      }
      for try await edition in group { #expect(edition == 1) }
    }
  }

  @Test func aSchemaOfSomethingElseIsLeftAlone() async throws {
    let cluster = try TestServer.cluster.get()
    try cluster.execute("create database lend_other")
    try cluster.execute("create schema lend; create table lend.book ()", in: "lend_other")
    let address = cluster.address(database: "lend_other")
    let refused = await schemaFailure(at: PostgresAddress(address)) {
      try await PostgresStore.initialize($0)
    }
    #expect(refused?.code == .notAStore)
    #expect(try await error(at: address)?.code == .notAStore)
  }

  @Test func certificatesAreCheckedOffTheLoopback() throws {
    func mode(_ address: String) throws -> String? {
      try PostgresOptions.parse(PostgresAddress(address)).get().completed(timeout: 1)["sslmode"]
    }
    for local in ["host=127.0.0.1", "host=/run/postgresql", "host=localhost", "postgres://[::1]/x"]
    {
      #expect(try mode(local) == nil, "\(local)")
    }
    for remote in ["host=db.example.org", "postgres://db.example.org/x", "host=a,b"] {
      #expect(try mode(remote) == "verify-full", "\(remote)")
    }
    #expect(try mode("host=127.0.0.1,db.example.org") == "verify-full")
    #expect(try mode("postgres://db.example.org/x?sslmode=require") == "require")
    #expect(try mode("postgres://db.example.org/x?sslmode=prefer") == "prefer")
    #expect(try mode("host=db.example.org sslmode=''") == "verify-full")
  }

  @Test func eachHostOfAListIsJudged() throws {
    func options(_ address: String) throws -> PostgresOptions {
      try PostgresOptions.parse(PostgresAddress(address)).get()
    }
    let folders = try options("host=,/run/postgresql")
    #expect(folders.hosts == ["", "/run/postgresql"] && folders.isLocal)
    let mixed = try options("host=,db.example.org")
    #expect(mixed.hosts.count == 2 && !mixed.isLocal)
    #expect(mixed.completed(timeout: 1)["target_session_attrs"] == "read-write")
    let named = try options("host=db.example.org,localhost hostaddr=,127.0.0.1")
    #expect(named.hosts == ["db.example.org", "127.0.0.1"] && !named.isLocal)
    #expect(try options("host=db.example.org hostaddr=127.0.0.1").isLocal)
    #expect(try !options("host=127.example.org").isLocal)
    #expect(try options("dbname=lend").isLocal)
  }

  @Test func aServiceDoesNotTurnChecksOff() async {
    await #expect(processExitsWith: .success) {
      let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("service-\(UUID().uuidString).conf")
      defer { try? FileManager.default.removeItem(at: file) }
      try """
      [silent]
      host=db.example.org
      dbname=lend
      [plain]
      host=db.example.org
      sslmode=require
      [local]
      host=/run/postgresql
      application_name=client
      """.write(to: file, atomically: true, encoding: .utf8)
      setenv("PGSERVICEFILE", file.path, 1)
      func completed(_ address: String) throws -> [String: String] {
        try PostgresOptions.parse(PostgresAddress(address)).get().completed(timeout: 1)
      }
      #expect(try completed("service=silent")["sslmode"] == "verify-full")
      #expect(try completed("service=silent sslmode=disable")["sslmode"] == "disable")
      #expect(try completed("service=plain")["sslmode"] == nil)
      #expect(try completed("service=local")["sslmode"] == nil)
      #expect(try completed("service=local")["application_name"] == nil)
      #expect(try completed("service=local host=db.example.org")["sslmode"] == "verify-full")
      #expect(try completed("service=missing")["sslmode"] == "verify-full")
      let silent = try PostgresOptions.parse("service=silent").get()
      #expect(silent.hosts == ["db.example.org"])
      #expect(silent.description.contains("\"lend\" on db.example.org"))
      setenv("PGSERVICE", "silent", 1)
      #expect(try completed("")["sslmode"] == "verify-full")
      setenv("PGSSLMODE", "prefer", 1)
      #expect(try completed("")["sslmode"] == nil)
    }
  }

  @Test func aCertificateProvesTheServer() async throws {
    let cluster = try PostgresCluster(
      PostgresCluster.Options(listensOnTCP: true, hasTLS: true))
    let database = try await TestServer.makeDatabase(on: cluster)
    func address(_ host: String, _ certificate: String) -> String {
      """
      host=\(host) hostaddr=127.0.0.1 port=\(cluster.port) dbname=\(database.name) user=postgres \
      sslmode=verify-full sslrootcert=\(certificate)
      """
    }
    #expect(try await error(at: address("localhost", cluster.certificate)) == nil)
    let impostor = try await error(at: address("db.example.org", cluster.certificate))
    #expect(impostor?.code == .denied)
    let unknown = try await error(at: address("localhost", "/nonexistent/root.crt"))
    #expect(unknown?.code == .denied)
  }

  @Test func aConnectionThatOthersPrepareOnIsUnsuitable() {
    let message = PostgresMessage(code: "42P05", sentence: "prepared statement exists")
    let error = message.error(at: "lend")
    #expect(error.code == .unsuitable)
    #expect(error.explanation.contains("pooler"))
  }
}
#endif
