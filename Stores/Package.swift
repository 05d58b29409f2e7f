// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A module of Stagecraft's.
func craft(_ name: String) -> Target.Dependency { .product(name: name, package: "stagecraft") }

let sharedPools = craft("StagecraftSharedPools")
let testKit = craft("StagecraftTestKit")

let package = Package(
  name: "stagecraft-stores",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "StagecraftSQLiteStore", targets: ["StagecraftSQLiteStore"]),
    .library(name: "StagecraftPostgresStore", targets: ["StagecraftPostgresStore"]),
    .executable(name: "lend", targets: ["lend"]),
    .executable(name: "branches", targets: ["branches"]),
    .executable(name: "storm", targets: ["storm"]),
    .executable(name: "bench", targets: ["bench"]),
  ],
  dependencies: [
    // Named, because a clone may be in a folder of any name.
    .package(name: "stagecraft", path: "..")
  ],
  targets: [
    // Debian's libraries. A program that uses one store needs only that one's.
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    // What Swift cannot express: threads without signals, wake-ups, the boot's clock, file systems.
    .target(name: "CStoreFloor"),
    // What both stores share: the thread that waits in poll, and payloads in JSON.
    .target(
      name: "StoreFloor", dependencies: ["CStoreFloor", sharedPools], swiftSettings: settings),
    .target(
      name: "StagecraftSQLiteStore",
      dependencies: ["CSQLite", "CStoreFloor", "StoreFloor", sharedPools], swiftSettings: settings),
    .target(
      name: "StagecraftPostgresStore",
      dependencies: ["CPostgres", "CStoreFloor", "StoreFloor", sharedPools],
      resources: [.embedInCode("Schema")], swiftSettings: settings),

    // The command, as a library that tests can call.
    .target(name: "CLend"),
    .target(
      name: "LendCommands",
      dependencies: [
        "CLend", "StoreFloor", "StagecraftSQLiteStore", "StagecraftPostgresStore", sharedPools,
        craft("StagecraftPools"),
      ],
      swiftSettings: settings),
    .executableTarget(name: "lend", dependencies: ["LendCommands"], swiftSettings: settings),
    // The scene: several processes lend one stock.
    .executableTarget(
      name: "branches", dependencies: ["StagecraftSQLiteStore", sharedPools],
      swiftSettings: settings),

    // The proof: conversations, histories and their checker, faults.
    .target(
      name: "PostgresCluster", dependencies: ["CLend"], swiftSettings: settings),
    .target(name: "LendingProof", dependencies: [sharedPools], swiftSettings: settings),
    .executableTarget(
      name: "storm",
      dependencies: [
        "LendingProof", "PostgresCluster", "StagecraftSQLiteStore", "StagecraftPostgresStore",
        sharedPools, craft("StagecraftPools"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "bench",
      dependencies: [
        "CPostgres", "CSQLite", "PostgresCluster", "StagecraftSQLiteStore",
        "StagecraftPostgresStore", sharedPools,
      ],
      swiftSettings: settings),

    .testTarget(
      name: "StoreFloorTests", dependencies: ["StoreFloor", sharedPools], swiftSettings: settings),
    // A process that tests start, stop and kill.
    .executableTarget(
      name: "sqlite-desk", dependencies: ["StagecraftSQLiteStore", "CSQLite", sharedPools],
      swiftSettings: settings),
    .testTarget(
      name: "SQLiteStoreTests",
      dependencies: [
        "StagecraftSQLiteStore", "StoreFloor", "CSQLite", "CStoreFloor", "LendingProof",
        "sqlite-desk", sharedPools, testKit,
      ],
      swiftSettings: settings),
    .testTarget(
      name: "PostgresStoreTests",
      dependencies: [
        "StagecraftPostgresStore", "StoreFloor", "CPostgres", "PostgresCluster", "LendingProof",
        sharedPools, testKit,
      ],
      swiftSettings: settings),
    .testTarget(
      name: "LendTests",
      dependencies: ["LendCommands", "lend", "PostgresCluster", "CSQLite", sharedPools],
      swiftSettings: settings),
    .testTarget(
      name: "LendingProofTests",
      dependencies: [
        "LendingProof", "storm", "PostgresCluster", sharedPools, craft("StagecraftPools"), testKit,
      ],
      swiftSettings: settings),
  ]
)
