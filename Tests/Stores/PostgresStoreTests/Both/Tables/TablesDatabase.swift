#if POSTGRES_CLIENT
import PostgresCluster
import PostgresFloor
import StagecraftTableLists
import Synchronization
import Testing

/// A database of the shared server, or of another one, with a table.
struct TablesDatabase {
  let cluster: PostgresCluster
  let name: String

  private static let count = Mutex(0)

  static let orders = "create table orders (id int primary key, title text, copies int)"

  init(
    on cluster: PostgresCluster? = nil, _ statements: String = TablesDatabase.orders
  ) throws {
    self.cluster = try cluster ?? TestServer.cluster.get()
    let number = Self.count.withLock { count in
      count += 1
      return count
    }
    name = "tables_\(number)"
    try self.cluster.execute("create database \(name)")
    try connect().execute(statements)
  }

  var address: String { cluster.address(database: name) }

  func connect() throws -> TestConnection { try TestConnection(address) }

  func tables(
    _ configuration: PostgresTablesConfiguration = .init(operationTimeout: .seconds(20))
  ) throws -> TestedTables {
    try TestedTables(address, configuration: configuration)
  }
}

/// A copy of a table that is kept by the conversation with its store.
final class FollowedCopy: Sendable {
  let table: any FollowedTable
  private struct State: Sendable {
    var rows: [TableValue: TableRecord] = [:]
    var position = TablePosition(log: "", mark: "")
    /// How often all rows were read.
    var reads = 0
  }
  private let state = Mutex(State())

  init(_ table: any FollowedTable) { self.table = table }

  var rows: [TableValue: TableRecord] { state.withLock { $0.rows } }
  var reads: Int { state.withLock { $0.reads } }
  var position: TablePosition { state.withLock { $0.position } }

  func load() async throws {
    let key = table.keyColumn
    state.withLock { $0.rows = [:] }
    let position = try await table.readAll(inBatchesOf: 7) { [self] batch in
      state.withLock { state in
        for row in batch { state.rows[row.values[key]] = row }
      }
    }
    state.withLock { state in
      state.position = position
      state.reads += 1
    }
  }

  /// Returns how many rows were written and removed, or nil if all rows were read.
  @discardableResult
  func catchUp() async throws -> (written: Int, removed: Int)? {
    switch try await table.changes(since: position) {
    case .changed(let written, let removed, let position):
      let key = table.keyColumn
      state.withLock { state in
        for value in removed { state.rows[value] = nil }
        for row in written { state.rows[row.values[key]] = row }
        state.position = position
      }
      return (written.count, removed.count)
    case .unknown:
      try await load()
      return nil
    }
  }

  /// The rows, as text that can be compared with ``TestConnection/content(_:)``.
  var content: String {
    rows.values.sorted { $0.values[0].number < $1.values[0].number }
      .map { $0.values.map(\.shown).joined(separator: ",") }.joined(separator: ";")
  }
}

extension TestConnection {
  func content(_ table: String = "orders") throws -> String {
    try execute(
      """
      select string_agg(concat_ws(',', id, coalesce(title, '-'), coalesce(copies::text, '-')), ';'
        order by id) from \(table)
      """) ?? ""
  }
}

extension TableValue {
  var number: Int64 { if case .integer(let number) = self { number } else { 0 } }

  var shown: String {
    switch self {
    case .null: "-"
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .text(let text): text
    case .bytes(let bytes): "\(bytes)"
    }
  }
}

/// The error that a call ends with.
func tableFailure<Result>(_ call: () async throws -> Result) async -> TableError? {
  do {
    _ = try await call()
    return nil
  } catch {
    return error as? TableError
  }
}
#endif
