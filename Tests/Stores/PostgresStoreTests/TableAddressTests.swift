#if PostgreSQL
import StagecraftPostgresStore
import StagecraftTableLists
import Testing

/// Addresses of databases with tables.
@Suite(.timeLimit(.minutes(1)))
struct TableAddressTests {
  @Test func aServerThatCannotBeReached() async throws {
    let tables = try PostgresTables("host=127.0.0.1 port=1 dbname=x sslmode=disable")
    let error = await tableFailure { try await tables.open(TableRequest(table: "orders")) }
    #expect(error?.code == .unreachable)
    await tables.close()
    #expect(throws: TableError.self) { try PostgresTables("postgres://a@b@c:port/") }
  }
}
#endif
