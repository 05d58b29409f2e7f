#if POSTGRES_CLIENT
import PostgresCluster
import PostgresFloor
import StagecraftTableLists
import Testing

/// Roles that try to run their functions with the rights of another one.
@Suite(.needsServer, .timeLimit(.minutes(3)))
struct TableTrustTests {
  let database: TablesDatabase
  let owner: TestConnection
  let tables: TestedTables
  /// A role that may create tables, types and functions.
  let stranger: String
  let attacker: TestConnection
  let attackerTables: TestedTables

  init() async throws {
    database = try TablesDatabase()
    owner = try database.connect()
    tables = try database.tables()
    stranger = "\(database.name)_x"
    try owner.execute(
      """
      create role \(stranger) login; grant create on schema public to \(stranger);
      grant create on database \(database.name) to \(stranger)
      """)
    let address = database.cluster.address(database: database.name, role: stranger)
    attacker = try TestConnection(address)
    attackerTables = try TestedTables(address)
  }

  private func close() async {
    await tables.close()
    await attackerTables.close()
  }

  /// A type with a cast to text that calls a function.
  private static let type = """
    create type evil as (a int);
    create function evil_text(evil) returns text language plpgsql as
    $$ begin raise exception 'called as %', current_user; end $$;
    create cast (evil as text) with function evil_text(evil)
    """

  @Test func aKeyTypeOfAUserIsRefused() async throws {
    _ = try await tables.open(TableRequest(table: "orders"))
    try attacker.execute(Self.type)
    try attacker.execute(
      """
      create domain evil_domain as evil; create domain evil_domain_2 as evil_domain;
      create type state as enum ('a', 'b');
      create table a (id evil primary key); create table b (id evil_domain_2 primary key);
      create table c (id state primary key); create table d (id evil[] primary key)
      """)
    for name in ["a", "b", "c", "d"] {
      let error = await tableFailure {
        try await attackerTables.open(TableRequest(table: name))
      }
      #expect(error?.code == .cannotBeFollowed, "\(name)")
      #expect(error?.message.contains("built-in") == true)
      // Without this program, too.
      #expect(throws: (any Error).self) {
        try attacker.execute("select stagecraft.attach_1('\(name)'::regclass)")
      }
    }
    #expect(try owner.execute("select count(*) from stagecraft.followed") == "1")
    // A domain of a built-in type can be followed.
    try attacker.execute(
      """
      create domain number as int; create domain positive as number check (value > 0);
      create table e (id positive primary key); insert into e values (1)
      """)
    let copy = FollowedCopy(try await attackerTables.open(TableRequest(table: "e")))
    try await copy.load()
    try attacker.execute("insert into e values (2)")
    #expect(try await copy.catchUp()?.written == 1)
    await close()
  }

  @Test func aKeyThatGetsATypeOfAUserIsNotRead() async throws {
    _ = try await tables.open(TableRequest(table: "orders"))
    try attacker.execute("create table mine (id int primary key)")
    let copy = FollowedCopy(try await attackerTables.open(TableRequest(table: "mine")))
    try await copy.load()
    try attacker.execute(Self.type)
    try attacker.execute("alter table mine alter column id type evil using row(id)::evil")
    try attacker.execute("insert into mine values (row(1)::evil)")
    try attacker.execute("update mine set id = row(2)::evil; delete from mine")
    #expect(await tableFailure { try await copy.catchUp() }?.code == .cannotBeFollowed)
    await close()
  }

  @Test func anotherTableCannotUseTheTriggerOfAFollowedOne() async throws {
    let copy = FollowedCopy(try await tables.open(TableRequest(table: "orders")))
    try await copy.load()
    let note = try #require(
      try owner.execute("select note::regproc::text from stagecraft.followed"))
    try attacker.execute(Self.type)
    try attacker.execute("create table mine (id evil primary key)")
    let trigger = """
      create trigger t after insert on mine referencing new table as new_rows
      for each statement execute function \(note)()
      """
    #expect(throws: (any Error).self) { try attacker.execute(trigger) }
    // Not even if a superuser creates it.
    try owner.execute(trigger)
    try attacker.execute("insert into mine values (row(1)::evil)")
    #expect(try owner.execute("select count(*) from stagecraft.changes") == "0")
    await close()
  }

  /// A role with the right to create triggers cannot choose when they fire.
  @Test func onlyAnOwnerBeginsAndEndsALog() async throws {
    try owner.execute(
      """
      create table books (id int primary key); grant all on orders, books to \(stranger)
      """)
    let copy = FollowedCopy(try await tables.open(TableRequest(table: "orders")))
    try await copy.load()
    let request = TableRequest(table: "books")
    #expect(await tableFailure { try await attackerTables.open(request) }?.code == .accessDenied)
    for function in ["follow_1", "forget_1"] {
      #expect(throws: (any Error).self) {
        try attacker.execute("select stagecraft.\(function)('orders'::regclass)")
      }
    }
    try attacker.execute("insert into orders values (1, 'written', 1)")
    #expect(try await copy.catchUp()?.written == 1)
    await close()
  }

  @Test func aSchemaOfAnotherRoleIsNotTrusted() async throws {
    try attacker.execute(
      """
      create schema stagecraft; create table stagecraft.edition (number int);
      insert into stagecraft.edition values (1); grant usage on schema stagecraft to public;
      grant select on stagecraft.edition to public
      """)
    let error = await tableFailure { try await tables.open(TableRequest(table: "orders")) }
    #expect(error?.code == .refused)
    #expect(error?.message.contains(stranger) == true)
    await close()
  }

  @Test func functionsAndOperatorsOfOthersAreNotCalled() async throws {
    try attacker.execute(
      """
      create function refuse(name, name) returns text language plpgsql as
      $$ begin raise exception 'called as %', current_user; end $$;
      create operator || (leftarg = name, rightarg = name, function = refuse);
      create function refuse(oid, int) returns bool language plpgsql as
      $$ begin raise exception 'called as %', current_user; end $$;
      create operator = (leftarg = oid, rightarg = int, function = refuse)
      """)
    let copy = FollowedCopy(try await tables.open(TableRequest(table: "public.orders")))
    try await copy.load()
    try owner.execute("insert into orders values (1, 'written', 1)")
    #expect(try await copy.catchUp()?.written == 1)
    await close()
  }
}
#endif
