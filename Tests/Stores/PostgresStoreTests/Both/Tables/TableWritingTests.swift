#if POSTGRES_CLIENT
import PostgresCluster
import PostgresFloor
import StagecraftTableLists
import Testing

/// Edits, what they expect, and values of all types.
@Suite(.needsServer, .timeLimit(.minutes(3)))
struct TableWritingTests {
  private func open(_ statements: String = TablesDatabase.orders) async throws -> (
    TestConnection, TestedTables, FollowedCopy
  ) {
    let database = try TablesDatabase(statements)
    let tables = try database.tables()
    let copy = FollowedCopy(try await tables.open(TableRequest(table: "orders")))
    try await copy.load()
    return (try database.connect(), tables, copy)
  }

  @Test func editsAreOneTransaction() async throws {
    let (other, tables, copy) = try await open()
    let first: [TableEdit] = [
      .insert([TableField("id", .integer(1)), TableField("title", .text("one"))]),
      .insert([TableField("id", .integer(2)), TableField("copies", .integer(2))]),
      .update(key: .integer(1), [TableField("copies", .integer(1))], expecting: []),
    ]
    #expect(try await copy.table.write(first) == .written)
    #expect(try await copy.catchUp()?.written == 2)
    #expect(copy.content == "1,one,1;2,-,2")
    // The second edit finds another row than it expects: the first one is not written either.
    let second: [TableEdit] = [
      .update(key: .integer(1), [TableField("copies", .integer(5))], expecting: []),
      .update(
        key: .integer(2), [TableField("copies", .integer(5))],
        expecting: [TableField("title", .null), TableField("copies", .integer(3))]),
    ]
    let current = TableRecord([.integer(2), .null, .integer(2)])
    #expect(try await copy.table.write(second) == .conflict(edit: 1, current: current))
    #expect(try await copy.catchUp()?.written == 0)
    let third: [TableEdit] = [
      .update(
        key: .integer(2), [TableField("copies", .integer(5))],
        expecting: [TableField("title", .null), TableField("copies", .integer(2))]),
      .remove(key: .integer(1), expecting: [TableField("title", .text("one"))]),
    ]
    #expect(try await copy.table.write(third) == .written)
    try await copy.catchUp()
    #expect(copy.content == "2,-,5")
    #expect(try copy.content == other.content())
    await tables.close()
  }

  @Test func aMissingOrAnExistingRowIsAConflict() async throws {
    let (other, tables, copy) = try await open()
    try other.execute("insert into orders values (1, 'one', 1)")
    let current = TableRecord([.integer(1), .text("one"), .integer(1)])
    let insert: TableEdit = .insert([TableField("id", .integer(1))])
    #expect(try await copy.table.write([insert]) == .conflict(edit: 0, current: current))
    let missing: TableEdit = .update(key: .integer(9), [], expecting: [])
    #expect(try await copy.table.write([missing]) == .conflict(edit: 0, current: nil))
    let removal: TableEdit = .remove(key: .integer(9), expecting: [])
    #expect(try await copy.table.write([removal]) == .conflict(edit: 0, current: nil))
    // Without fields it is only a check.
    try await copy.catchUp()
    let check: TableEdit = .update(
      key: .integer(1), [], expecting: [TableField("title", .text("one"))])
    #expect(try await copy.table.write([check]) == .written)
    #expect(try await copy.catchUp()?.written == 0)
    let failed: TableEdit = .update(
      key: .integer(1), [], expecting: [TableField("title", .text("two"))])
    #expect(try await copy.table.write([failed]) == .conflict(edit: 0, current: current))
    await tables.close()
  }

  /// Two writers that both expect what they have read: one of them wins.
  @Test func anExpectationHoldsAgainstAnOpenTransaction() async throws {
    let (other, tables, copy) = try await open()
    try other.execute("insert into orders values (1, 'one', 1)")
    try other.execute("begin; update orders set copies = 2 where id = 1")
    async let result = copy.table.write([
      .update(
        key: .integer(1), [TableField("copies", .integer(3))],
        expecting: [TableField("copies", .integer(1))])
    ])
    // It waits for the other one's lock.
    while try other.execute(
      "select count(*) from pg_locks where not granted and transactionid is not null") == "0"
    {
      try Task.checkCancellation()
      await Task.yield()
    }
    try other.execute("commit")
    #expect(
      try await result
        == .conflict(edit: 0, current: TableRecord([.integer(1), .text("one"), .integer(2)])))
    await tables.close()
  }

  @Test func allTypesComeBackAsTheyWereWritten() async throws {
    let (other, tables, copy) = try await open(
      """
      create domain positive as int check (value > 0);
      create table orders (id uuid primary key, a smallint, b bigint, c real, d double precision,
        e boolean, f text, g varchar(10), h char(5), i bytea, j timestamptz, k timestamp, l date,
        m time, n interval, o numeric(12, 2), p json, q jsonb, r int[], s text[], t positive,
        u inet, v "char", w name)
      """)
    let key = "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"
    let values: [(String, TableValue)] = [
      ("id", .text(key)), ("a", .integer(-32_768)), ("b", .integer(.max)), ("c", .real(0.1)),
      ("d", .real(1e300)), ("e", .integer(1)), ("f", .text("é 'quoted' \"twice\" \\ ∂\n")),
      ("g", .text("ten")), ("h", .text("abc")), ("i", .bytes([0, 1, 255])),
      ("j", .text("2026-03-01 12:00:00.5+00")), ("k", .text("2026-03-01 12:00:00")),
      ("l", .text("2026-03-01")), ("m", .text("12:34:56")), ("n", .text("1 day 02:00:00")),
      ("o", .text("12.50")), ("p", .text("{\"a\" : [1, null]}")), ("q", .text("{\"a\": 1}")),
      ("r", .text("{1,NULL,3}")), ("s", .text("{\"a b\",c}")), ("t", .integer(7)),
      ("u", .text("10.0.0.1/32")), ("v", .text("x")), ("w", .text("name")),
    ]
    let fields = values.map { TableField($0.0, $0.1) }
    #expect(try await copy.table.write([.insert(fields)]) == .written)
    try await copy.catchUp()
    let row = TableRecord(values.map(\.1))
    #expect(copy.rows[.text(key)] == row)
    // What was read is what an edit may expect.
    let edit: TableEdit = .update(
      key: .text(key.uppercased()), [TableField("a", .integer(1))],
      expecting: Array(fields.dropFirst()))
    #expect(try await copy.table.write([edit]) == .written)
    // Nulls, in all columns but the key.
    try other.execute("insert into orders (id) values ('b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11')")
    try await copy.catchUp()
    let other2 = copy.rows[.text("b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11")]
    #expect(other2?.values.dropFirst().allSatisfy { $0 == .null } == true)
    #expect(other2?.values.count == values.count)
    await tables.close()
  }

  @Test func identityAndGeneratedColumnsCanBeInserted() async throws {
    let (_, tables, copy) = try await open(
      """
      create table orders (id int generated always as identity primary key, copies int,
        twice int generated always as (copies * 2) stored)
      """)
    func fields(_ copies: Int64) -> [TableField] {
      [TableField("copies", .integer(copies)), TableField("twice", .null)]
    }
    #expect(
      try await copy.table.write([
        .insert([TableField("id", .integer(5))] + fields(3)),
        .insert([TableField("id", .integer(6))]),
        .update(key: .integer(6), fields(4), expecting: [TableField("twice", .null)]),
        .update(
          key: .integer(6), [TableField("twice", .null)],
          expecting: [TableField("copies", .integer(4))]),
      ]) == .written)
    #expect(try await copy.catchUp()?.written == 2)
    #expect(copy.rows[.integer(5)]?.values == [.integer(5), .integer(3), .integer(6)])
    #expect(copy.rows[.integer(6)]?.values == [.integer(6), .integer(4), .integer(8)])
    await tables.close()
  }

  @Test(arguments: [
    ("timestamptz", "'2026-03-01 12:00:00+01'"), ("bytea", "'\\x00ff'"), ("float8", "0.1"),
    ("numeric", "1.50"), ("char(4)", "'ab'"), ("boolean", "true"), ("date", "'2026-03-01'"),
    ("bigint", "9223372036854775807"), ("text", "'it''s'"), ("interval", "'1 day 1 hour'"),
  ])
  func keysOfAllTypesAreFollowed(type: String, value: String) async throws {
    let (other, tables, copy) = try await open(
      "create table orders (id \(type) primary key, n int)")
    // Another form of the key's text than the follower's.
    try other.execute(
      "set timezone = 'Asia/Tokyo'; set datestyle = 'German'; set bytea_output = 'escape'")
    try other.execute("set intervalstyle = 'iso_8601'; set extra_float_digits = -3")
    try other.execute("insert into orders values (\(value), 1)")
    #expect(try await copy.catchUp()?.written == 1)
    let key = try #require(copy.rows.keys.first)
    #expect(
      try await copy.table.write([
        .update(key: key, [TableField("n", .integer(2))], expecting: [TableField("n", .integer(1))])
      ]) == .written)
    #expect(try await copy.catchUp()?.written == 1)
    #expect(copy.rows[key]?.values[1] == .integer(2))
    try other.execute("delete from orders")
    #expect(try await copy.catchUp()?.removed == 1)
    #expect(copy.rows.isEmpty)
    #expect(copy.reads == 1)
    await tables.close()
  }

  @Test func hostileNamesAreNames() async throws {
    let name = "or\"de'rs; drop table x; --$n$ $f$ \\ .%s é"
    let column = "k\"e'y; --$n$ $1 %I"
    func quoted(_ name: String) -> String {
      "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
        + "\""
    }
    let database = try TablesDatabase(
      """
      create schema "s.c\"\"h"; create table "s.c\"\"h".\(quoted(name))
      (\(quoted(column)) text primary key, "select" int, "A" int, a int)
      """)
    let tables = try database.tables()
    let table = try await tables.open(
      TableRequest(
        table: "s.c\"h." + name, order: [TableOrder("select", isDescending: true)]))
    let copy = FollowedCopy(table)
    try await copy.load()
    let key = TableValue.text("'; drop table x; --\"$1")
    #expect(
      try await table.write([
        .insert([
          TableField(column, key), TableField("A", .integer(1)), TableField("a", .integer(2)),
        ])
      ]) == .written)
    #expect(try await copy.catchUp()?.written == 1)
    #expect(copy.rows[key]?.values == [key, .null, .integer(1), .integer(2)])
    let window = try await table.rows(
      TableQuery(
        conditions: [TableCondition(column, in: [key])],
        start: .from([.null], key: key), limit: 5))
    #expect(window.rows.count == 1)
    #expect(try await table.write([.remove(key: key, expecting: [])]) == .written)
    #expect(try await copy.catchUp()?.removed == 1)
    try await tables.remove("s.c\"h." + name)
    #expect(
      try database.connect().execute(
        "select count(*) from pg_trigger where not tgisinternal") == "0")
    await tables.close()
  }
}
#endif
