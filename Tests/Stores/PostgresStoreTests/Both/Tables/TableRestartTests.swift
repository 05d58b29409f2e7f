#if POSTGRES_CLIENT
import PostgresCluster
import PostgresFloor
import StagecraftTableLists
import Testing

/// Servers that stop, crash and can prepare transactions; notifications that are lost.
@Suite(.needsServer, .timeLimit(.minutes(3)))
struct TableRestartTests {
  /// Waits for signals until all changes are seen.
  private func follow(_ copy: FollowedCopy, until isDone: (FollowedCopy) -> Bool) async throws {
    var signals = copy.table.signals.makeAsyncIterator()
    while !isDone(copy) {
      _ = await signals.next()
      // The server may not accept connections yet.
      _ = await tableFailure { try await copy.catchUp() }
    }
  }

  @Test(arguments: [PostgresCluster.Stop.fast, .immediate])
  func aRestartIsSignalled(mode: PostgresCluster.Stop) async throws {
    let cluster = try PostgresCluster()
    let database = try TablesDatabase(on: cluster)
    let tables = try database.tables()
    let copy = FollowedCopy(try await tables.open(TableRequest(table: "orders")))
    try await copy.load()
    try database.connect().execute("insert into orders values (1, 'before', 1)")
    try await follow(copy) { $0.rows.count == 1 }
    try cluster.stop(mode)
    #expect(await tableFailure { try await copy.catchUp() }?.code == .unreachable)
    try cluster.start()
    // Written while no connection listens.
    try database.connect().execute("insert into orders values (2, 'after', 1)")
    try await follow(copy) { $0.rows.count == 2 }
    // After a crash, numbers of transactions may repeat: all rows are read.
    #expect(copy.reads == (mode == .fast ? 1 : 2))
    try database.connect().execute("insert into orders values (3, 'later', 1)")
    try await follow(copy) { $0.rows.count == 3 }
    #expect(copy.reads == (mode == .fast ? 1 : 2))
    await tables.close()
  }

  @Test func aCommitIsSignalledInTime() async throws {
    let database = try TablesDatabase()
    let tables = try database.tables()
    let copy = FollowedCopy(try await tables.open(TableRequest(table: "orders")))
    #expect(copy.table.longestSilence == .seconds(2))
    try await copy.load()
    let writer = try database.connect()
    for number in 1...20 {
      try writer.execute("insert into orders values (\(number), 'x', 1)")
      try await follow(copy) { $0.rows.count == number }
    }
    #expect(copy.reads == 1)
    // The connection that listens has been told as well that no transaction can be prepared.
    #expect(copy.table.longestSilence == .seconds(2))
    await copy.table.close()
    var signals = copy.table.signals.makeAsyncIterator()
    while await signals.next() != nil {}
    #expect(await tableFailure { try await copy.catchUp() }?.code == .closed)
    await tables.close()
    #expect(
      await tableFailure { try await tables.open(TableRequest(table: "orders")) }?.code == .closed)
  }

  @Test func aPreparedTransactionIsSeenWhenItIsCommitted() async throws {
    let cluster = try PostgresCluster(
      PostgresCluster.Options(settings: ["max_prepared_transactions": "4"]))
    let database = try TablesDatabase(on: cluster)
    let tables = try database.tables()
    let copy = FollowedCopy(try await tables.open(TableRequest(table: "orders")))
    #expect(copy.table.longestSilence == .milliseconds(250))
    try await copy.load()
    let writer = try database.connect()
    try writer.execute(
      "begin; insert into orders values (1, 'prepared', 1); prepare transaction 'first'")
    try writer.execute(
      "begin; insert into orders values (2, 'taken back', 1); prepare transaction 'second'")
    try writer.execute("insert into orders values (3, 'plain', 1)")
    #expect(try await copy.catchUp()?.written == 1)
    // A prepared transaction outlives the server.
    try cluster.restart()
    let second = try database.connect()
    try second.execute("commit prepared 'first'")
    try second.execute("rollback prepared 'second'")
    #expect(try await copy.catchUp()?.written == 1)
    #expect(try copy.content == second.content())
    #expect(copy.reads == 1)
    await tables.close()
  }

  /// The log is emptied by a crash, and a prepared transaction is not.
  @Test func aPreparedTransactionOutlivesTheLog() async throws {
    let cluster = try PostgresCluster(
      PostgresCluster.Options(settings: ["max_prepared_transactions": "4"]))
    let database = try TablesDatabase(on: cluster)
    let tables = try database.tables()
    let copy = FollowedCopy(try await tables.open(TableRequest(table: "orders")))
    try await copy.load()
    try database.connect().execute(
      "begin; insert into orders values (1, 'prepared', 1); prepare transaction 'first'")
    try cluster.restart(.immediate)
    #expect(try await copy.catchUp() == nil)
    #expect(copy.rows.isEmpty)
    let writer = try database.connect()
    try writer.execute("insert into orders values (2, 'plain', 1)")
    #expect(try await copy.catchUp()?.written == 1)
    try writer.execute("commit prepared 'first'")
    #expect(try await copy.catchUp() == nil)
    #expect(try copy.content == writer.content())
    try writer.execute("insert into orders values (3, 'later', 1)")
    #expect(try await copy.catchUp()?.written == 1)
    await tables.close()
  }

  @Test func aServerThatCanPrepareTransactionsAfterARestartIsReadMoreOften() async throws {
    let cluster = try PostgresCluster()
    let database = try TablesDatabase(on: cluster)
    let tables = try database.tables()
    let copy = FollowedCopy(try await tables.open(TableRequest(table: "orders")))
    #expect(copy.table.longestSilence == .seconds(2))
    try await copy.load()
    try database.connect().execute("alter system set max_prepared_transactions = 4")
    try cluster.restart()
    try database.connect().execute("insert into orders values (1, 'after', 1)")
    try await follow(copy) { $0.table.longestSilence == .milliseconds(250) }
    await tables.close()
  }

  @Test func aLostNotificationLosesNoRow() async throws {
    let cluster = try PostgresCluster()
    let database = try TablesDatabase(on: cluster)
    let proxy = try CuttingProxy(to: cluster)
    defer { proxy.stop() }
    let tables = try TestedTables(cluster.address(through: proxy, database: database.name))
    let copy = FollowedCopy(try await tables.open(TableRequest(table: "orders")))
    try await copy.load()
    let writer = try database.connect()
    // The first one arrives, so that the connection listens.
    try writer.execute("insert into orders values (1, 'heard', 1)")
    try await follow(copy) { $0.rows.count == 1 }
    proxy.setDropsNotifications(true)
    try writer.execute("insert into orders values (2, 'unheard', 1)")
    // What a list does after the longest silence.
    #expect(try await copy.catchUp()?.written == 1)
    #expect(copy.reads == 1)
    // All connections are lost, and there is a signal when they are made again.
    proxy.setDropsNotifications(false)
    proxy.redirect(to: cluster)
    try writer.execute("insert into orders values (3, 'while away', 1)")
    try await follow(copy) { $0.rows.count == 3 }
    #expect(copy.reads == 1)
    await tables.close()
  }

  @Test func anOutcomeIsUnknownIfACommitIsNotAnswered() async throws {
    let cluster = try PostgresCluster()
    let database = try TablesDatabase(on: cluster)
    let proxy = try CuttingProxy(to: cluster)
    defer { proxy.stop() }
    let tables = try TestedTables(
      cluster.address(through: proxy, database: database.name),
      configuration: PostgresTablesConfiguration(operationTimeout: .seconds(20)))
    let table = try await tables.open(TableRequest(table: "orders"))
    let count = "select count(*) from orders"
    proxy.cutNext(.afterCommit, of: "commit")
    let lost = await tableFailure {
      try await table.write([.insert([TableField("id", .integer(1))])])
    }
    #expect(lost?.code == .outcomeUnknown)
    #expect(try database.connect().execute(count) == "1")
    proxy.cutNext(.beforeRequest, of: "commit")
    let unsent = await tableFailure {
      try await table.write([.insert([TableField("id", .integer(2))])])
    }
    #expect(unsent?.code == .outcomeUnknown)
    #expect(try database.connect().execute(count) == "1")
    #expect(proxy.cuts == 2)
    #expect(try await table.write([.insert([TableField("id", .integer(3))])]) == .written)
    await tables.close()
  }

  @Test func anOutcomeIsUnknownIfTheCommitWasSentToAServerThatIsSilent() async throws {
    let cluster = try PostgresCluster()
    let database = try TablesDatabase(on: cluster)
    let proxy = try CuttingProxy(to: cluster)
    defer { proxy.stop() }
    // Long enough for a server that starts while other tests run.
    let tables = try TestedTables(
      cluster.address(through: proxy, database: database.name),
      configuration: PostgresTablesConfiguration(operationTimeout: .seconds(5)))
    let table = try await tables.open(TableRequest(table: "orders"))
    #expect(
      try await table.write([.insert([TableField("id", .integer(1))])]) == .written)
    proxy.setHalfOpen(true)
    let failure = await tableFailure {
      try await table.write([.insert([TableField("id", .integer(2))])])
    }
    #expect(failure?.code == (TestedClient.sendsTogether ? .outcomeUnknown : .unreachable))
    // Nothing answers: it was not sent.
    let second = await tableFailure {
      try await table.write([.insert([TableField("id", .integer(3))])])
    }
    #expect(second?.code == .unreachable)
    proxy.setHalfOpen(false)
    #expect(
      try await table.write([.insert([TableField("id", .integer(4))])]) == .written)
    await tables.close()
  }
}
#endif
