#if SQLite && PostgreSQL
import Foundation
import PostgresCluster
import Testing

/// A private server for the tests of the command, or the reason that there is none.
enum CommandServer {
  static let cluster = Result {
    try PostgresCluster(PostgresCluster.Options(password: "secret-1", listensOnTCP: true))
  }

  /// Whether there is a server; otherwise a note is printed once.
  static let isInstalled: Bool = {
    if PostgresCluster.isInstalled { return true }
    print("PostgreSQL's server is not installed: the tests of lend at PostgreSQL are skipped.")
    return false
  }()

  /// The address of a database over TCP, without a password.
  static func address(_ database: String, role: String = "postgres") throws -> String {
    "postgres://\(role)@127.0.0.1:\(try cluster.get().port)/\(database)"
  }

  static func execute(_ statements: String, in database: String = "postgres") throws {
    try cluster.get().execute(statements, in: database)
  }
}

@Suite(
  "lend at PostgreSQL, as a process", .timeLimit(.minutes(3)),
  .enabled(if: CommandServer.isInstalled, "PostgreSQL's server is not installed."))
struct PostgresTests {
  /// Runs the command with the password of a role.
  private func lend(
    _ words: [String], at address: String, password: String = "secret-1"
  ) async throws -> (code: Int32, output: [String], errors: String) {
    let folder = try Folder()
    return try await LendProcess(
      words, in: folder, ["LEND_AT": address, "PGPASSWORD": password]
    ).result()
  }

  @Test func theSameCommandsWorkAmongMachines() async throws {
    try CommandServer.execute("create database machines")
    let at = try CommandServer.address("machines")
    let created = try await lend(["init", "--ttl", "10s"], at: at)
    #expect(created.code == 0 && created.output.first?.contains("edition 1") == true)
    #expect(try await lend(["init", "--upgrade"], at: at).code == 0)
    #expect(try await lend(["add", "--label", "ios", "phone-1", "phone-2"], at: at).code == 0)
    let run = try await lend(
      ["run", "--label", "ios", "--", "sh", "-c", "echo $LEND_NAME $LEND_FENCE; exit 7"], at: at)
    #expect(run.code == 7 && run.output.first?.hasPrefix("phone-1 ") == true, "\(run)")
    #expect(try await lend(["list"], at: at).output.first == "default: 2 free; 0 waiting")
    let doctor = try await lend(["doctor"], at: at)
    #expect(doctor.code == 0, "\(doctor)")
    let findings = doctor.output.joined(separator: "\n")
    #expect(findings.contains("notifications") && findings.contains("arrive"))
    #expect(findings.contains("edition") && findings.contains("dead rows"))
    #expect(!findings.contains("secret-1") && !findings.contains("FAULT"))
  }

  @Test func aCommandWaitsForAServerThatIsRestarted() async throws {
    let cluster = try PostgresCluster(PostgresCluster.Options(listensOnTCP: true))
    let at = "postgres://postgres@127.0.0.1:\(cluster.port)/postgres"
    #expect(try await lend(["init"], at: at).code == 0)
    #expect(try await lend(["add", "a"], at: at).code == 0)
    try cluster.stop()
    let folder = try Folder()
    let short = try await LendProcess(
      ["run", "--wait", "0", "--", "true"], in: folder, ["LEND_AT": at]
    ).result()
    #expect(short.code == 125 && short.errors.contains("Check that the server runs"), "\(short)")
    let process = try LendProcess(
      ["run", "--wait", "40s", "--", "echo", "lent"], in: folder, ["LEND_AT": at])
    try cluster.start()
    let result = await process.result()
    #expect(result.code == 0 && result.output == ["lent"], "\(result)")
  }

  @Test func aCrowdThatTakesAllConnectionsIsServed() async throws {
    let cluster = try PostgresCluster(
      PostgresCluster.Options(listensOnTCP: true, settings: ["max_connections": "10"]))
    let at = "postgres://postgres@127.0.0.1:\(cluster.port)/postgres"
    #expect(try await lend(["init"], at: at).code == 0)
    #expect(try await lend(["add", "a"], at: at).code == 0)
    let folder = try Folder()
    let script = "echo lent; until [ -e $TEST_FOLDER/go ]; do sleep 0.01; done"
    let crowd = try (0..<9).map { _ in
      try LendProcess(
        ["run", "--wait", "40s", "--", "sh", "-c", script], in: folder, ["LEND_AT": at])
    }
    // Each has one of the ten connections, and this question has the last.
    var state = try await lend(["list"], at: at)
    while state.output.first != "default: 0 free, 1 lent; 8 waiting" {
      if state.code != 0 {
        #expect(state.code == 4 && state.errors.contains("max_connections"), "\(state)")
      }
      try await Task.sleep(for: .milliseconds(50))
      state = try await lend(["list"], at: at)
    }
    _ = FileManager.default.createFile(atPath: folder.path + "/go", contents: nil)
    for process in crowd {
      let result = await process.result()
      #expect(result.code == 0 && result.output == ["lent"], "\(result)")
    }
  }

  @Test func doctorFindsFullServersAndRolesAndTellsTheEpoch() async throws {
    let cluster = try PostgresCluster(
      PostgresCluster.Options(listensOnTCP: true, settings: ["max_connections": "12"]))
    let at = "postgres://postgres@127.0.0.1:\(cluster.port)/postgres"
    #expect(try await lend(["init"], at: at).code == 0)
    try cluster.execute("create role vera login connection limit 2; grant lend_viewer to vera")
    let viewer = "postgres://vera@127.0.0.1:\(cluster.port)/postgres"
    func doctor(_ at: String) async throws -> (code: Int32, text: String) {
      let result = try await lend(["doctor"], at: at)
      return (result.code, result.output.joined(separator: "\n") + result.errors)
    }
    let sound = try await doctor(at)
    #expect(sound.code == 0, "\(sound)")
    #expect(sound.text.contains(/ok +connections +\d of 9 of the server/), "\(sound)")
    #expect(sound.text.contains(/ok +fences +epoch \d+\n/), "\(sound)")
    let raised = try await lend(["init", "--epoch-above", "5000"], at: at)
    #expect(raised.code == 0 && raised.output.contains("The epoch of fences is 5001."))
    // The limit of the role is nearer than that of the server.
    let near = try await doctor(viewer)
    #expect(near.text.contains("alter role … connection limit"), "\(near)")
    try cluster.execute("revoke lend_borrower from lend_keeper")
    let keeper = try await doctor(at)
    #expect(
      keeper.code == 1 && keeper.text.contains("grant lend_borrower to lend_keeper"), "\(keeper)")
    try cluster.execute("grant lend_borrower to lend_keeper; alter role vera connection limit -1")
    // A restart is what a restored copy looks like. The examination does not raise the epoch, and
    // what comes after it does.
    try cluster.restart()
    #expect(try await doctor(at).text.contains("which rises with the next lease"))
    #expect(try await doctor(at).text.contains(/ok +fences/))
  }

  @Test func besideAStoppedTransactionReadersAnswerAndKeepersEnd() async throws {
    let cluster = try PostgresCluster(
      PostgresCluster.Options(listensOnTCP: true, settings: ["max_prepared_transactions": "2"]))
    let at = "postgres://postgres@127.0.0.1:\(cluster.port)/postgres"
    #expect(try await lend(["init"], at: at).code == 0)
    #expect(try await lend(["add", "a"], at: at).code == 0)
    // It holds the lock of the pool without a connection.
    try cluster.execute("begin; select from lend.pool for update; prepare transaction 'stopped'")
    #expect(try await lend(["list"], at: at).output.first == "default: 1 free; 0 waiting")
    #expect(try await lend(["log"], at: at).code == 0)
    #expect(try await lend(["report", "--openmetrics"], at: at).code == 0)
    let keeper = try await lend(["drain", "a"], at: at)
    #expect(keeper.code == 4 && keeper.errors.contains("may hold a lock"), "\(keeper)")
    let borrower = try await lend(["run", "--wait", "1s", "--", "true"], at: at)
    #expect(borrower.code == 125 && borrower.errors.contains("may hold a lock"), "\(borrower)")
    try cluster.execute("rollback prepared 'stopped'")
    #expect(try await lend(["drain", "a"], at: at).code == 0)
  }

  @Test func aWrongPasswordIsDeniedAndNotShown() async throws {
    let at = try CommandServer.address("postgres")
    let result = try await lend(["list"], at: at, password: "secret-2")
    #expect(result.code == 5 && result.errors.hasPrefix("lend: "), "\(result)")
    #expect(!result.errors.contains("secret-2"))
  }

  @Test func aDatabaseWithoutTheSchemaIsNoStore() async throws {
    try CommandServer.execute("create database other; ")
    try CommandServer.execute(
      "create schema lend; create table lend.book (title text)", in: "other")
    let at = try CommandServer.address("other")
    let list = try await lend(["list"], at: at)
    #expect(list.code == 6 && !list.errors.isEmpty, "\(list)")
    let created = try await lend(["init"], at: at)
    #expect(created.code == 6 && created.errors.contains("not a store"), "\(created)")
    let none = try await lend(["list"], at: try CommandServer.address("no_such_database"))
    #expect(none.code >= 4 && none.errors.contains("no_such_database"), "\(none)")
  }

  @Test func aSchemaThatIsTooNewIsRefused() async throws {
    try CommandServer.execute("create database newer")
    let at = try CommandServer.address("newer")
    #expect(try await lend(["init"], at: at).code == 0)
    try CommandServer.execute("insert into lend.edition (number) values (9)", in: "newer")
    let list = try await lend(["list"], at: at)
    #expect(list.code == 6 && list.errors.contains("Update this program"), "\(list)")
  }

  @Test func aRoleWithoutRightsIsDenied() async throws {
    try CommandServer.execute(
      "create database rights; create role stranger login password 'x'; "
        + "create role client login password 'x'")
    let at = try CommandServer.address("rights")
    #expect(try await lend(["add", "a"], at: at).code == 6)
    #expect(try await lend(["init"], at: at).code == 0)
    #expect(try await lend(["add", "a"], at: at).code == 0)
    try CommandServer.execute("grant lend_borrower to client", in: "rights")
    let stranger = try await lend(
      ["list"], at: try CommandServer.address("rights", role: "stranger"), password: "x")
    #expect(stranger.code == 5, "\(stranger)")
    let client = try CommandServer.address("rights", role: "client")
    #expect(try await lend(["run", "--", "true"], at: client, password: "x").code == 0)
    let keeping = try await lend(["drain", "a"], at: client, password: "x")
    #expect(keeping.code == 5, "\(keeping)")
  }
}
#endif
