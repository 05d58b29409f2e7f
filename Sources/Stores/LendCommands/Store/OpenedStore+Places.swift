#if SQLite || PostgreSQL
internal import CLend
import StagecraftSharedPools

#if PostgreSQL
internal import StagecraftPostgresStore
#endif
#if SQLite
internal import StagecraftSQLiteStore
#endif

extension OpenedStore {
  init(at place: StorePlace, patience: Duration?) async throws {
    switch place {
    #if SQLite
    case .usersFile:
      self.init(patience.map { Self.store(SQLiteStore.defaultPath, $0) } ?? .default)
    case .file(let path): self.init(patience.map { Self.store(path, $0) } ?? SQLiteStore(path))
    #else
    case .usersFile, .file: throw Self.missing("SQLite", "postgres://HOST/DATABASE")
    #endif
    #if PostgreSQL
    case .postgres(let url): self.init(try PostgresStore(url), PostgresAddress(url))
    #else
    case .postgres: throw Self.missing("PostgreSQL", "PATH")
    #endif
    }
  }

  #if !(SQLite && PostgreSQL)
  private static func missing(_ trait: String, _ instead: String) -> LendFailure {
    LendFailure(
      ExitCode.usage,
      """
      This build of lend does not support \(trait). Build it with --traits SQLite,PostgreSQL, or \
      name another store: --at \(instead)
      """)
  }
  #endif

  #if SQLite
  /// A request that fails and is sent again loses its place among the processes that wait.
  private static func store(_ path: String, _ patience: Duration) -> SQLiteStore {
    var configuration = SQLiteStoreConfiguration()
    configuration.timeout = max(configuration.timeout, patience)
    return SQLiteStore(path, configuration: configuration)
  }

  private init(_ store: SQLiteStore) {
    self.init(
      store: store,
      initialize: { _ in
        // Opening creates or upgrades it.
        _ = try await store.livenessDescriptor()
        return "The store is ready: \(store.path.printable)"
      },
      raiseEpoch: { try await store.raiseEpoch(above: $0) },
      examine: { try await SQLiteExamination(store).findings() },
      livenessDescriptor: { try await store.livenessDescriptor() },
      close: { await store.close() })
  }
  #endif

  #if PostgreSQL
  private init(_ store: PostgresStore, _ address: PostgresAddress) {
    self.init(
      store: store,
      initialize: { isUpgrade in
        let change =
          isUpgrade
          ? try await PostgresStore.upgrade(address) : try await PostgresStore.initialize(address)
        return Self.sentence(change, store.description)
      },
      raiseEpoch: { try await store.raiseEpoch(above: $0) },
      examine: { try await store.examine().findings },
      livenessDescriptor: { nil },
      close: { await store.close() })
  }

  private static func sentence(_ change: PostgresStore.SchemaChange, _ place: String) -> String {
    switch (change.before, change.after) {
    case (0, let after): "Created edition \(after) of the schema: \(place)"
    case (let before, let after) where before < after:
      "Upgraded the schema from edition \(before) to \(after): \(place)"
    case (_, let after): "The store is ready, with edition \(after): \(place)"
    }
  }
  #endif

  /// The path of a store that must exist, if it is a file that does not.
  static func missingFile(at place: StorePlace) -> String? {
    switch place {
    #if SQLite
    // Without a home folder, opening it explains what is missing.
    case .usersFile: isMissing(SQLiteStore.defaultPath) ? SQLiteStore.defaultPath : nil
    case .file(let path): isMissing(path) ? path : nil
    #else
    case .usersFile, .file: nil  // Opening it explains what is missing.
    #endif
    case .postgres: nil
    }
  }
}
#endif
