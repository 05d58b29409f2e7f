internal import CLend
internal import StagecraftPostgresStore
internal import StagecraftSQLiteStore
import StagecraftSharedPools

extension OpenedStore {
  /// Opens the store at a place.
  init(at place: StorePlace) async throws {
    switch place {
    case .usersFile: self.init(SQLiteStore.default)
    case .file(let path): self.init(SQLiteStore(path))
    case .postgres(let url): self.init(try PostgresStore(url), PostgresAddress(url))
    }
  }

  private init(_ store: SQLiteStore) {
    self.init(
      store: store,
      initialize: { _ in
        // Opening creates or upgrades it.
        _ = try await store.livenessDescriptor()
        return "The store is ready: \(store.path.printable)"
      },
      examine: { try await SQLiteExamination(store).findings() },
      livenessDescriptor: { try await store.livenessDescriptor() })
  }

  private init(_ store: PostgresStore, _ address: PostgresAddress) {
    self.init(
      store: store,
      initialize: { isUpgrade in
        let change =
          isUpgrade
          ? try await PostgresStore.upgrade(address) : try await PostgresStore.initialize(address)
        return Self.sentence(change, store.description)
      },
      examine: { try await store.examine().findings },
      livenessDescriptor: { nil })
  }

  private static func sentence(_ change: PostgresStore.SchemaChange, _ place: String) -> String {
    switch (change.before, change.after) {
    case (0, let after): "Created edition \(after) of the schema: \(place)"
    case (let before, let after) where before < after:
      "Upgraded the schema from edition \(before) to \(after): \(place)"
    case (_, let after): "The store is ready, with edition \(after): \(place)"
    }
  }

  /// The path of a store that must exist, if it is a file that does not.
  static func missingFile(at place: StorePlace) -> String? {
    switch place {
    case .usersFile: isFile(SQLiteStore.defaultPath) ? nil : SQLiteStore.defaultPath
    case .file(let path): isFile(path) ? nil : path
    case .postgres: nil
    }
  }
}
