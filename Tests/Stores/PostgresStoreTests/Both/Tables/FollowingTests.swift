#if POSTGRES_CLIENT
import PostgresCluster
import PostgresFloor
import StagecraftTableLists
import Testing

/// What a follower reads after writers have committed.
@Suite(.needsServer, .timeLimit(.minutes(3)))
struct FollowingTests {
  let database: TablesDatabase
  let writer: TestConnection
  let tables: TestedTables

  init() throws {
    database = try TablesDatabase()
    writer = try database.connect()
    try writer.execute("insert into orders select g, 'book ' || g, g from generate_series(1, 20) g")
    tables = try database.tables()
  }

  private func follow() async throws -> FollowedCopy {
    let copy = FollowedCopy(try await tables.open(TableRequest(table: "orders")))
    try await copy.load()
    #expect(try copy.content == writer.content())
    return copy
  }

  @Test func aForeignWriterIsSeen() async throws {
    let copy = try await follow()
    #expect(copy.table.columns.map(\.name) == ["id", "title", "copies"])
    #expect(copy.table.columns.map(\.declaredType) == ["integer", "text", "integer"])
    let none = try await copy.catchUp()
    #expect(none?.written == 0 && none?.removed == 0)
    try writer.execute("insert into orders values (21, 'new', null)")
    try writer.execute("update orders set copies = 0 where id in (3, 4)")
    try writer.execute("delete from orders where id = 5")
    try writer.execute("update orders set id = 60 where id = 6")
    try writer.execute(
      "insert into orders values (7, 'again', 1) on conflict (id) do update set title = excluded.title"
    )
    let changes = try await copy.catchUp()
    #expect(changes?.written == 5)
    #expect(changes?.removed == 2)
    #expect(try copy.content == writer.content())
    #expect(copy.reads == 1)
    await tables.close()
  }

  @Test func aTransactionThatBeganEarlierAndCommitsLaterIsNotMissed() async throws {
    let copy = try await follow()
    let early = try database.connect()
    try early.execute("begin; insert into orders values (30, 'early', 1)")
    try writer.execute("insert into orders values (31, 'late', 1)")
    #expect(try await copy.catchUp()?.written == 1)
    #expect(copy.rows[.integer(30)] == nil)
    #expect(copy.rows[.integer(31)] != nil)
    try early.execute("commit")
    #expect(try await copy.catchUp()?.written == 1)
    #expect(try copy.content == writer.content())
    #expect(copy.reads == 1)
    await tables.close()
  }

  @Test func whatIsRolledBackIsNotSeen() async throws {
    let copy = try await follow()
    try writer.execute("begin; insert into orders values (30, 'no', 1); rollback")
    let none = try await copy.catchUp()
    #expect(none?.written == 0 && none?.removed == 0)
    // A part of a transaction, in subtransactions.
    try writer.execute(
      """
      begin; insert into orders values (40, 'yes', 1);
      savepoint a; insert into orders values (41, 'no', 1); delete from orders where id = 1;
      rollback to a; savepoint b; update orders set copies = 9 where id = 2; release b
      """)
    #expect(try await copy.catchUp()?.written == 0)
    try writer.execute("commit")
    #expect(try await copy.catchUp()?.written == 2)
    #expect(try copy.content == writer.content())
    #expect(copy.reads == 1)
    await tables.close()
  }

  @Test func allKindsOfStatementsAreSeen() async throws {
    let copy = try await follow()
    try writer.execute(
      """
      create table loans (id int primary key references orders on delete cascade, n int);
      insert into loans select id, 0 from orders
      """)
    let loans = FollowedCopy(try await tables.open(TableRequest(table: "loans")))
    try await loans.load()
    try writer.execute("delete from orders where id < 4")
    #expect(try await loans.catchUp()?.removed == 3)
    #expect(try await copy.catchUp()?.removed == 3)
    try writer.execute(
      """
      with a as (update orders set copies = 50 where id = 5 returning id),
        b as (delete from orders where id = 6 returning id), c as (insert into orders
        values (50, 'c', 1)) select 1
      """)
    let changes = try await copy.catchUp()
    #expect(changes?.written == 2 && changes?.removed == 1)
    // What a function or a trigger of the table's own writes.
    try writer.execute(
      "do $$ begin for i in 60..64 loop insert into orders values (i, 'do', i); end loop; end $$")
    #expect(try await copy.catchUp()?.written == 5)
    try writer.execute("begin; declare c cursor for select * from orders where id = 60 for update")
    try writer.execute("fetch c; update orders set copies = 1 where current of c; commit")
    #expect(try await copy.catchUp()?.written == 1)
    #expect(try copy.content == writer.content())
    #expect(copy.reads == 1 && loans.reads == 1)
    await tables.close()
  }

  @Test func aTableThatInheritsLaterIsNotFollowedAnyMore() async throws {
    let copy = try await follow()
    try writer.execute(
      """
      create table parent (id int not null, title text, copies int);
      alter table orders inherit parent
      """)
    #expect(await tableFailure { try await copy.catchUp() }?.code == .cannotBeFollowed)
    try writer.execute("alter table orders no inherit parent")
    try await copy.catchUp()
    #expect(try copy.content == writer.content())
    await tables.close()
  }

  @Test func truncationIsReadAgain() async throws {
    let copy = try await follow()
    try writer.execute("truncate orders; insert into orders values (1, 'only', 1)")
    #expect(try await copy.catchUp() == nil)
    #expect(try copy.content == writer.content())
    try writer.execute("insert into orders values (2, 'second', 1)")
    #expect(try await copy.catchUp()?.written == 1)
    #expect(try copy.content == writer.content())
    await tables.close()
  }

  @Test func aTableCreatedAgainIsReadAgain() async throws {
    let copy = try await follow()
    try writer.execute("drop table orders")
    #expect(await tableFailure { try await copy.catchUp() }?.code == .noSuchTable)
    try writer.execute(TablesDatabase.orders)
    try writer.execute("insert into orders values (1, 'only', 1)")
    #expect(try await copy.catchUp() == nil)
    #expect(try copy.content == writer.content())
    // It is followed as the first one was, and its signals arrive.
    try writer.execute("insert into orders values (2, 'second', 1)")
    var signals = copy.table.signals.makeAsyncIterator()
    while try await copy.catchUp()?.written == 0 { _ = await signals.next() }
    #expect(try copy.content == writer.content())
    #expect(copy.reads == 2)
    await tables.close()
  }

  @Test(arguments: [
    "alter table orders add column note text default 'none'",
    "alter table orders drop column copies",
    "alter table orders rename column title to name",
    "alter table orders alter column copies type text using copies || '!'",
    "alter table orders alter column copies type int using copies * 2",
    "alter table orders rename column id to number",
    """
    alter table orders drop constraint orders_pkey, add primary key (copies),
    alter copies set default 100
    """,
  ])
  func anAlteredTableIsReadAgain(statement: String) async throws {
    let copy = try await follow()
    try writer.execute(statement)
    // The writer must not notice that its table is followed.
    let names = try writer.execute(
      """
      select string_agg(attname, ',' order by attnum) from pg_attribute
      where attrelid = 'orders'::regclass and attnum > 0 and not attisdropped
      """)
    try writer.execute("insert into orders values (100, 'x')")
    #expect(try await copy.catchUp() == nil)
    #expect(copy.table.columns.map(\.name).joined(separator: ",") == names)
    #expect(copy.rows.count == 21)
    let row = try writer.execute(
      "select concat_ws(',', variadic array(select coalesce(v, '-') from json_each_text((select row_to_json(o) from orders o where \(copy.table.columns[0].name) = 3)) as j(k, v)))"
    )
    #expect(
      copy.rows.values.first { $0.values[0] == .integer(3) }?.values.map(\.shown)
        .joined(separator: ",") == row)
    try writer.execute("delete from orders where \(copy.table.columns[0].name) = 3")
    #expect(try await copy.catchUp()?.removed == 1)
    #expect(copy.rows.count == 20)
    await tables.close()
  }

  @Test func aSubscriptionIsSeen() async throws {
    let copy = try await follow()
    try writer.execute("set session_replication_role = replica")
    try writer.execute("insert into orders values (30, 'replicated', 1)")
    try writer.execute("update orders set id = 31 where id = 2")
    #expect(try await copy.catchUp()?.written == 2)
    #expect(try copy.content == writer.content())
    #expect(copy.reads == 1)
    await tables.close()
  }

  @Test func tablesThatAreSwappedByRenameAreReadAgain() async throws {
    try writer.execute(
      """
      create table other (like orders including all);
      insert into other select g, 'other ' || g, 0 from generate_series(10, 30) g
      """)
    let copy = try await follow()
    let other = FollowedCopy(try await tables.open(TableRequest(table: "other")))
    try await other.load()
    try writer.execute(
      """
      begin; alter table orders rename to old; alter table other rename to orders;
      alter table old rename to other; commit
      """)
    for copy in [copy, other] { #expect(try await copy.catchUp() == nil) }
    #expect(try copy.content == writer.content())
    #expect(try other.content == writer.content("other"))
    try writer.execute(
      "update orders set copies = 9 where id = 10; update other set copies = 8 where id = 10")
    for copy in [copy, other] { #expect(try await copy.catchUp()?.written == 1) }
    #expect(try copy.content == writer.content())
    #expect(try other.content == writer.content("other"))
    // A schema that is swapped is noticed, too.
    try writer.execute(
      """
      begin; create schema away; alter table orders set schema away;
      alter table other rename to orders; commit
      """)
    #expect(try await copy.catchUp() == nil)
    #expect(try copy.content == writer.content())
    await tables.close()
  }

  @Test(arguments: [
    "disable trigger stagecraft_insert", "disable trigger stagecraft_replica",
    "enable trigger stagecraft_replica",
  ])
  func disabledTriggersAreAddedAgain(change: String) async throws {
    let copy = try await follow()
    try writer.execute("alter table orders \(change)")
    try writer.execute("insert into orders values (30, 'unseen', 1)")
    #expect(try await copy.catchUp() == nil)
    #expect(try copy.content == writer.content())
    try writer.execute("insert into orders values (31, 'seen', 1)")
    #expect(try await copy.catchUp()?.written == 1)
    await tables.close()
  }

  /// Transactions of four connections overlap as a generator decides; after each step, the copy
  /// must equal the table.
  @Test(arguments: 1...4)
  func everyStateIsExact(seed: UInt64) async throws {
    let copy = try await follow()
    var generator = SplitGenerator(seed: seed)
    let writers = try (0..<4).map { _ in try database.connect() }
    var isOpen = [false, false, false, false]
    for writer in writers { try writer.execute("set lock_timeout = '20ms'") }
    for step in 0..<150 {
      let index = Int.random(in: 0..<4, using: &generator)
      let id = Int.random(in: 1...40, using: &generator)
      let statement =
        switch Int.random(in: 0..<10, using: &generator) {
        case 0...1 where !isOpen[index]: "begin"
        case 0: "commit"
        case 1: "rollback"
        case 2: isOpen[index] ? "savepoint s" : "select 1"
        case 3: isOpen[index] ? "rollback to s" : "select 1"
        case 4...5:
          "insert into orders values (\(id), 'step \(step)', \(step)) on conflict do nothing"
        case 6: "delete from orders where id = \(id)"
        case 7: "update orders set id = id + 1000 where id = \(id)"
        default: "update orders set copies = \(step) where id between \(id) and \(id + 3)"
        }
      do {
        try writers[index].execute(statement)
        if statement == "begin" { isOpen[index] = true }
        if statement == "commit" || statement == "rollback" { isOpen[index] = false }
      } catch {
        // A lock of another one, or no savepoint.
        try writers[index].execute("rollback")
        isOpen[index] = false
      }
      if Bool.random(using: &generator) {
        try await copy.catchUp()
        #expect(try copy.content == writer.content(), "step \(step), seed \(seed)")
      }
    }
    for writer in writers { try writer.execute("rollback") }
    try await copy.catchUp()
    #expect(try copy.content == writer.content())
    #expect(copy.reads == 1)
    await tables.close()
  }
}

struct SplitGenerator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
#endif
