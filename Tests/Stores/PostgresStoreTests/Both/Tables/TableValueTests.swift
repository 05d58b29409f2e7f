#if POSTGRES_CLIENT
import StagecraftTableLists
import Testing

/// Values of tables, in whichever form the client receives them.
@Suite(.needsServer, .timeLimit(.minutes(1)))
struct TableValueTests {
  @Test func valuesAreThoseOfTheServersText() async throws {
    let database = try TablesDatabase(
      """
      create table orders (id bigint primary key, small smallint, number int, o oid, b boolean,
        f4 real, f8 double precision, raw bytea, t text, v varchar(9), n numeric, d timestamptz,
        u uuid, j jsonb, a int[]);
      insert into orders values
        (9223372036854775807, -32768, -2147483648, 4294967295, true, 0.1, 0.1, '\\x00ff', 'größe',
          'x', 1.50, '2024-02-29 12:00:00+02', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '{"a": 1}',
          '{1,null}'),
        (-1, null, null, null, false, 'NaN', '-Infinity', '', '', null, null, null, null, null, null),
        (2, 1, 1, 1, null, 3.4028235e38, 1e-300, null, null, null, 'NaN', 'infinity', null, null, '{}')
      """)
    let tables = try database.tables()
    let copy = FollowedCopy(try await tables.open(TableRequest(table: "orders")))
    try await copy.load()
    let expected: [TableValue] = [
      .integer(.max), .integer(-32_768), .integer(-2_147_483_648), .integer(4_294_967_295),
      .integer(1), .real(0.1), .real(0.1), .bytes([0, 255]), .text("größe"), .text("x"),
      .text("1.50"), .text("2024-02-29 10:00:00+00"),
      .text("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"), .text("{\"a\": 1}"), .text("{1,NULL}"),
    ]
    #expect(copy.rows[.integer(.max)]?.values == expected)
    let second = try #require(copy.rows[.integer(-1)]?.values)
    let missing: [TableValue] = [.null, .null, .null, .integer(0)]
    #expect(Array(second[1...4]) == missing)
    guard case .real(let notANumber) = second[5] else {
      Issue.record("\(second[5])")
      return
    }
    #expect(notANumber.isNaN)
    let empty: [TableValue] = [.real(-.infinity), .bytes([]), .text("")]
    #expect(Array(second[6...8]) == empty)
    let third = try #require(copy.rows[.integer(2)]?.values)
    #expect(third[5] == .real(3.4028235e38))
    #expect(third[6] == .real(1e-300))
    let texts: [TableValue] = [.text("NaN"), .text("infinity")]
    #expect(Array(third[10...11]) == texts)
    await tables.close()
  }
}
#endif
