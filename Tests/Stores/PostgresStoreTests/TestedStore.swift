#if PostgreSQL
@_exported import StagecraftPostgresStore
@_spi(Store) import StagecraftSharedPools

// What the suites in `Both` test here; they test another client elsewhere.
typealias TestedStore = PostgresStore
typealias TestedTables = PostgresTables

enum TestedClient {
  /// Whether the statements of a transaction are sent together.
  static let sendsTogether = true
}

extension PostgresStore {
  static func makeSchema(_ address: String) async throws {
    try await initialize(PostgresAddress(address))
  }
}

/// The error that a change of the schema ends with.
func schemaFailure(
  at address: PostgresAddress,
  _ change: (PostgresAddress) async throws -> PostgresSchemaChange
) async -> LeaseStoreError? {
  do {
    _ = try await change(address)
    return nil
  } catch {
    return error as? LeaseStoreError
  }
}
#endif
