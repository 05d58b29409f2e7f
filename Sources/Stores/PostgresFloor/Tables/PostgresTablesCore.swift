#if PostgreSQL || PostgresNIO
internal import StageFloor
package import StagecraftTableLists
internal import StoreFloor

/// What tables over either client share: the schema, the tables and their exchanges.
package final class PostgresTablesCore: Sendable {
  /// The database, without secrets.
  package let place: String
  package let configuration: PostgresTablesConfiguration
  let submit: @Sendable (TablesJob) -> Bool
  private let lastFollower = Guarded<UInt64>(0)
  /// Of the log, since it was pruned last.
  let entriesRead = Guarded(0)
  let server: TablesServer

  /// `submit` passes a job to the thread of the tables, and returns `false` after that has ended.
  package init(
    place: String, configuration: PostgresTablesConfiguration, server: TablesServer,
    submit: @escaping @Sendable (TablesJob) -> Bool
  ) {
    self.place = place
    self.configuration = configuration
    self.server = server
    self.submit = submit
  }

  package func open(_ request: TableRequest) async throws(TableError) -> any FollowedTable {
    let shape = try await describe(request)
    try await prepare(shape)
    let id = lastFollower.withLock { last in
      last += 1
      return last
    }
    let table = PostgresTable(self, id: id, request: request, shape: shape)
    let job = TablesJob.follow(id: id, relation: shape.relation, table.continuation)
    if !submit(job) { throw .tablesAreClosed(place) }
    return table
  }

  package func remove(_ table: String) async throws(TableError) {
    guard try await hasSchema() else { return }
    let found = try await write([.table(table)])
    guard let relation = found[0].first?.values[0].text else {
      // It may have been dropped.
      return try await change([TableStatement("select stagecraft.forget_dropped_1()")])
    }
    try await change([
      TableStatement("select stagecraft.remove_1($1::pg_catalog.oid)", [relation])
    ])
  }
}

extension PostgresTablesCore: CustomStringConvertible {
  package var description: String { "PostgreSQL, \(place)" }
}
#endif
