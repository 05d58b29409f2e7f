#if POSTGRES_CLIENT
import PostgresCluster
import PostgresFloor
import StagecraftTableLists
import Testing

/// What cannot be followed or written ends with an error that says so.
@Suite(.needsServer, .timeLimit(.minutes(3)))
struct TableBadInputTests {
  @Test func tablesThatCannotBeFollowed() async throws {
    let database = try TablesDatabase(
      """
      create table loans (reader int, book int, primary key (reader, book));
      create table notes (text text);
      create table orders (id int primary key);
      create view shown as select * from orders;
      create table archive (id int primary key) partition by range (id);
      create table archive_1 partition of archive for values from (0) to (10);
      create table parent (id int primary key); create table child () inherits (parent)
      """)
    let tables = try database.tables()
    let expected: [(String, TableError.Code)] = [
      ("loans", .cannotBeFollowed), ("notes", .cannotBeFollowed), ("shown", .noSuchTable),
      ("archive", .cannotBeFollowed), ("archive_1", .cannotBeFollowed),
      ("parent", .cannotBeFollowed), ("nothing", .noSuchTable), ("", .noSuchTable),
      ("public.nothing", .noSuchTable), ("Orders", .noSuchTable),
    ]
    for (name, code) in expected {
      let error = await tableFailure { try await tables.open(TableRequest(table: name)) }
      #expect(error?.code == code, "\(name)")
      #expect(error?.message.contains("\"\(name)\"") == true)
    }
    let column = await tableFailure {
      try await tables.open(TableRequest(table: "orders", order: [TableOrder("title")]))
    }
    #expect(column?.code == .noSuchColumn)
    #expect(column?.message.contains("title") == true)
    // Nothing was added.
    #expect(
      try database.connect().execute("select to_regnamespace('stagecraft') is null") == "t")
    let table = try await tables.open(TableRequest(table: "public.orders"))
    #expect(table.columns == [TableColumn("id", declaredType: "integer")])
    await tables.close()
  }

  @Test func editsThatAreRefusedWriteNothing() async throws {
    let database = try TablesDatabase(
      """
      create table orders (id int primary key, title varchar(5) not null unique,
        copies int check (copies >= 0), data bytea, state boolean,
        reader int references orders deferrable initially deferred);
      insert into orders values (1, 'one', 1), (2, 'two', 2);
      """)
    let tables = try database.tables()
    let table = try await tables.open(TableRequest(table: "orders"))
    let copy = FollowedCopy(table)
    try await copy.load()
    func update(_ column: String, _ value: TableValue) -> TableEdit {
      .update(key: .integer(1), [TableField(column, value)], expecting: [])
    }
    let expected: [(TableEdit, TableError.Code, String)] = [
      (update("copies", .integer(-1)), .refused, "orders_copies_check"),
      (update("title", .null), .refused, "title"),
      (update("title", .text("too long")), .refused, "too long"),
      (update("title", .text("two")), .refused, "orders_title_key"),
      (update("id", .integer(2)), .key, "orders_pkey"),
      (update("copies", .text("many")), .refused, "many"),
      (update("copies", .real(1.5)), .refused, "1.5"),
      (update("copies", .bytes([1])), .refused, "copies"),
      (update("data", .text("x")), .refused, "data"),
      (update("title", .text("a\0b")), .refused, "title"),
      (update("state", .integer(2)), .refused, "2"),
      (update("nothing", .integer(2)), .noSuchColumn, "nothing"),
      // It is found at the commit.
      (update("reader", .integer(9)), .refused, "orders_reader_fkey"),
    ]
    for (edit, code, word) in expected {
      let first: TableEdit = .update(
        key: .integer(2), [TableField("copies", .integer(7))], expecting: [])
      let error = await tableFailure { try await table.write([first, edit]) }
      #expect(error?.code == code, "\(edit)")
      #expect(error?.message.contains(word) == true, "\(error?.message ?? "")")
    }
    let none = try await copy.catchUp()
    #expect(none?.written == 0 && none?.removed == 0)
    // The connection goes on.
    #expect(try await table.write([update("copies", .integer(3))]) == .written)
    await tables.close()
  }

  @Test func rolesNeedFewRights() async throws {
    let database = try TablesDatabase()
    let owner = try database.connect()
    let (reader, writer, stranger) =
      ("\(database.name)_r", "\(database.name)_w", "\(database.name)_s")
    try owner.execute(
      """
      create role \(reader) login; create role \(writer) login; create role \(stranger) login;
      grant select on orders to \(reader); grant insert, select on orders to \(writer);
      create table secret (id int primary key)
      """)
    func tables(_ role: String) throws -> TestedTables {
      try TestedTables(database.cluster.address(database: database.name, role: role))
    }
    let request = TableRequest(table: "orders")
    let early = try tables(reader)
    #expect(await tableFailure { try await early.open(request) }?.code == .accessDenied)
    let tables1 = try database.tables()
    _ = try await tables1.open(request)
    _ = try await tables1.open(TableRequest(table: "secret"))
    try owner.execute("insert into secret values (4711)")
    // Once it is prepared, the right to read is enough.
    let copy = FollowedCopy(try await early.open(request))
    try await copy.load()
    let inserter = try TestConnection(
      database.cluster.address(database: database.name, role: writer))
    try inserter.execute("insert into orders values (1, 'written', 1)")
    #expect(try await copy.catchUp()?.written == 1)
    let edit: TableEdit = .insert([TableField("id", .integer(2))])
    #expect(await tableFailure { try await copy.table.write([edit]) }?.code == .accessDenied)
    #expect(await tableFailure { try await early.remove("orders") }?.code == .accessDenied)
    let foreign = try tables(stranger)
    let table = try await foreign.open(request)
    #expect(
      await tableFailure { try await table.readAll(inBatchesOf: 10) { _ in } }?.code
        == .accessDenied)
    // Keys of tables that one may not read are not shown.
    let prober = try TestConnection(
      database.cluster.address(database: database.name, role: reader))
    let secret = "select count(*) from stagecraft.log_1 where '4711' = any (keys)"
    #expect(try prober.execute(secret) == "0")
    #expect(throws: (any Error).self) { try prober.execute("select * from stagecraft.changes") }
    let nobody = try tables("nobody_at_all")
    // A client that keeps connections tries again to log in.
    let denied: TableError.Code = TestedClient.sendsTogether ? .accessDenied : .unreachable
    #expect(await tableFailure { try await nobody.open(request) }?.code == denied)
    for tables in [early, tables1, foreign, nobody] { await tables.close() }
  }

  @Test func aDatabaseThatCanOnlyBeRead() async throws {
    let database = try TablesDatabase()
    let tables = try database.tables()
    let table = try await tables.open(TableRequest(table: "orders"))
    let other = try database.connect()
    // What the server says then, said by a trigger.
    try other.execute(
      """
      create function refuse() returns trigger language plpgsql as
      $$ begin raise exception using errcode = '25006', message = 'read only'; end $$;
      create trigger refuse before insert on orders execute function refuse()
      """)
    let edit: TableEdit = .insert([TableField("id", .integer(2))])
    #expect(await tableFailure { try await table.write([edit]) }?.code == .accessDenied)
    try other.execute(
      """
      create or replace function refuse() returns trigger language plpgsql as
      $$ begin raise exception using errcode = '53100', message = 'no space left'; end $$
      """)
    #expect(await tableFailure { try await table.write([edit]) }?.code == .diskFull)
    await tables.close()
  }

  @Test func aNewerSchemaAndAForeignOne() async throws {
    let newer = try TablesDatabase()
    let tables = try newer.tables()
    _ = try await tables.open(TableRequest(table: "orders"))
    try newer.connect().execute("update stagecraft.edition set number = 2")
    let error = await tableFailure { try await tables.open(TableRequest(table: "orders")) }
    #expect(error?.code == .tooNew)
    #expect(error?.message.contains("edition 2") == true)
    let foreign = try TablesDatabase("create schema stagecraft; \(TablesDatabase.orders)")
    let others = try foreign.tables()
    let refusal = await tableFailure { try await others.open(TableRequest(table: "orders")) }
    #expect(refusal?.code == .refused)
    await tables.close()
    await others.close()
  }

  @Test func aSchemaOfTheFirstTextIsRefused() async throws {
    let database = try TablesDatabase(
      """
      create schema stagecraft; create table stagecraft.edition (number int not null);
      insert into stagecraft.edition values (1);
      create table stagecraft.changes (seq bigint, relation oid, xid xid8, key text);
      \(TablesDatabase.orders)
      """)
    let tables = try database.tables()
    let request = TableRequest(table: "orders")
    let error = await tableFailure { try await tables.open(request) }
    #expect(error?.code == .refused)
    #expect(error?.message.contains("drop schema stagecraft cascade") == true)
    try database.connect().execute("drop schema stagecraft cascade")
    _ = try await tables.open(request)
    await tables.close()
  }

  @Test func aLockedTableIsUnreachable() async throws {
    let database = try TablesDatabase()
    let tables = try database.tables(
      PostgresTablesConfiguration(operationTimeout: .seconds(5)))
    let table = try await tables.open(TableRequest(table: "orders"))
    let copy = FollowedCopy(table)
    try await copy.load()
    let other = try database.connect()
    try other.execute("begin; lock table orders in access exclusive mode")
    #expect(await tableFailure { try await copy.catchUp() }?.code == .unreachable)
    let edit: TableEdit = .insert([TableField("id", .integer(1))])
    #expect(await tableFailure { try await table.write([edit]) }?.code == .unreachable)
    try other.execute("commit")
    #expect(try await copy.catchUp()?.written == 0)
    #expect(try await table.write([edit]) == .written)
    await tables.close()
  }

  @Test func removingTakesAwayWhatWasAdded() async throws {
    let database = try TablesDatabase(
      TablesDatabase.orders + "; create table books (id int primary key)")
    let tables = try database.tables()
    let copy = FollowedCopy(try await tables.open(TableRequest(table: "orders")))
    try await copy.load()
    _ = try await tables.open(TableRequest(table: "books"))
    let other = try database.connect()
    try await tables.remove("orders")
    #expect(await tableFailure { try await copy.catchUp() }?.code == .cannotBeFollowed)
    #expect(
      try other.execute("select count(*) from pg_trigger where tgrelid = 'orders'::regclass")
        == "0")
    #expect(try other.execute("select count(*) from stagecraft.followed") == "1")
    try await tables.remove("books")
    #expect(try other.execute("select to_regnamespace('stagecraft') is null") == "t")
    #expect(await tableFailure { try await copy.catchUp() }?.code == .cannotBeFollowed)
    try other.execute("insert into orders values (1, 'unseen', 1)")
    // What was never followed is no error.
    try await tables.remove("orders")
    try await tables.remove("nothing")
    // It can be followed again.
    let again = FollowedCopy(try await tables.open(TableRequest(table: "orders")))
    try await again.load()
    #expect(again.content == "1,unseen,1")
    #expect(try await copy.catchUp() == nil)
    await tables.close()
  }

  @Test func whatWasAddedForADroppedTableIsRemoved() async throws {
    let database = try TablesDatabase(
      TablesDatabase.orders + "; create table books (id int primary key)")
    let tables = try database.tables()
    _ = try await tables.open(TableRequest(table: "orders"))
    _ = try await tables.open(TableRequest(table: "books"))
    let other = try database.connect()
    func count(_ query: String) throws -> String? {
      try other.execute("select count(*) from \(query)")
    }
    let notes = "pg_proc where pronamespace = 'stagecraft'::regnamespace and proname like 'note%'"
    #expect(try count(notes) == "2")
    try other.execute("insert into orders values (1, 'one', 1); drop table orders")
    // When another one is opened.
    try other.execute("create table readers (id int primary key)")
    _ = try await tables.open(TableRequest(table: "readers"))
    #expect(try count(notes) == "2")
    #expect(try count("stagecraft.changes") == "0")
    #expect(try count("stagecraft.followed") == "2")
    // When it is removed itself.
    try other.execute("drop table readers, books")
    try await tables.remove("readers")
    #expect(try other.execute("select to_regnamespace('stagecraft') is null") == "t")
    await tables.close()
  }

  /// Many programs open tables of a new database at once.
  @Test func openingAtOnceAddsEverythingOnce() async throws {
    let database = try TablesDatabase()
    try await withThrowingTaskGroup(of: TestedTables.self) { group in
      for _ in 0..<6 {
        group.addTask {
          let tables = try database.tables()
          _ = try await tables.open(TableRequest(table: "orders"))
          return tables
        }
      }
      for try await tables in group { await tables.close() }
    }
    let other = try database.connect()
    #expect(try other.execute("select count(*) from stagecraft.followed") == "1")
    #expect(try other.execute("select count(*) from stagecraft.incarnation") == "1")
    #expect(
      try other.execute("select count(*) from pg_trigger where tgrelid = 'orders'::regclass")
        == "5")
  }
}
#endif
