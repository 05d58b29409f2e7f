// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

// Modules that need system libraries or other packages are behind traits. Without its trait, each
// Swift file of such a module is empty: CONTRIBUTING.md says why. The libraries have Debian's names
// here.
let stores: Set = ["SQLite", "PostgreSQL"]

/// A dependency of a module that is empty without at least one of these traits.
func only(_ name: String, _ traits: Set<String>) -> Target.Dependency {
  .target(name: name, condition: .when(traits: traits))
}

/// A product of another package, which SwiftPM fetches only with at least one of these traits.
func only(_ product: String, from package: String, _ traits: Set<String>) -> Target.Dependency {
  .product(name: product, package: package, condition: .when(traits: traits))
}

/// Defines a condition for files that are shared by targets with different traits.
func define(_ name: String, _ trait: String) -> [SwiftSetting] {
  [.define(name, .when(traits: [trait]))]
}

/// Defines a macro for a C module that is empty without this trait.
func macro(_ name: String, _ trait: String) -> [CSetting] {
  [.define(name, .when(traits: [trait]))]
}

let package = Package(
  name: "stagecraft",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Stagecraft", targets: ["Stagecraft"]),
    .library(name: "StagecraftPools", targets: ["StagecraftPools"]),
    .library(name: "StagecraftOperations", targets: ["StagecraftOperations"]),
    .library(name: "StagecraftGraphs", targets: ["StagecraftGraphs"]),
    .library(name: "StagecraftTraces", targets: ["StagecraftTraces"]),
    .library(name: "StagecraftLists", targets: ["StagecraftLists"]),
    .library(name: "StagecraftTableLists", targets: ["StagecraftTableLists"]),
    .library(name: "StagecraftMemory", targets: ["StagecraftMemory"]),
    .library(name: "StagecraftCaches", targets: ["StagecraftCaches"]),
    .library(name: "StagecraftScreens", targets: ["StagecraftScreens"]),
    .library(name: "StagecraftSharedPools", targets: ["StagecraftSharedPools"]),
    .library(name: "StagecraftTimeline", targets: ["StagecraftTimeline"]),
    .library(name: "StagecraftUIKit", targets: ["StagecraftUIKit"]),
    .library(name: "StagecraftTestKit", targets: ["StagecraftTestKit"]),
    .executable(name: "stagecraft", targets: ["StagecraftTour"]),
    // Empty without their traits.
    .library(name: "StagecraftSQLiteStore", targets: ["StagecraftSQLiteStore"]),
    .library(name: "StagecraftPostgresStore", targets: ["StagecraftPostgresStore"]),
    .executable(name: "lend", targets: ["lend"]),
    .library(name: "StagecraftGTK", targets: ["StagecraftGTK"]),
    .library(name: "StagecraftGTKTestKit", targets: ["StagecraftGTKTestKit"]),
    .library(name: "StagecraftShumate", targets: ["StagecraftShumate"]),
    .library(name: "StagecraftWebKit", targets: ["StagecraftWebKit"]),
    .library(name: "StagecraftLogging", targets: ["StagecraftLogging"]),
    .library(name: "StagecraftMetrics", targets: ["StagecraftMetrics"]),
    .library(name: "StagecraftServiceLifecycle", targets: ["StagecraftServiceLifecycle"]),
    .library(name: "StagecraftPostgresNIO", targets: ["StagecraftPostgresNIO"]),
  ],
  traits: [
    .trait(
      name: "SQLite",
      description: "Shared pools and lists of tables in SQLite. Needs libsqlite3-dev."),
    .trait(
      name: "PostgreSQL",
      description: "Shared pools and lists of tables in PostgreSQL. Needs libpq-dev."),
    .trait(
      name: "GTK", description: "Windows on Linux. Needs libgtk-4-dev and libadwaita-1-dev."),
    .trait(
      name: "Maps", description: "Maps in windows. Needs libshumate-dev.", enabledTraits: ["GTK"]),
    .trait(
      name: "WebPages", description: "Web pages in windows. Needs libwebkitgtk-6.0-dev.",
      enabledTraits: ["GTK"]),
    .trait(name: "Logging", description: "Events as lines of swift-log."),
    .trait(name: "Metrics", description: "Figures in swift-metrics."),
    .trait(
      name: "ServiceLifecycle", description: "Services of swift-service-lifecycle."),
    .trait(
      name: "PostgresNIO",
      description: "Shared pools and lists of tables on a client of postgres-nio."),
  ],
  // Each is fetched only with its trait: without traits, nothing is.
  dependencies: [
    .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.10.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.11.0"),
    .package(url: "https://github.com/vapor/postgres-nio", from: "1.33.0"),
    // Of postgres-nio, whose values are its buffers.
    .package(url: "https://github.com/apple/swift-nio", from: "2.81.0"),
  ],
  targets: [
    // What Swift cannot express: futex, membarrier, pause, small thread numbers, files, the boot.
    .target(name: "CStageFloor"),
    // What the modules share, not public: lock, parker, clocks, blocking threads.
    .target(name: "StageFloor", dependencies: ["CStageFloor"], swiftSettings: settings),
    // The modules carry the package's name, because target names must be unique among packages;
    // their folders do not.
    .target(
      name: "StagecraftMemory", dependencies: ["StageFloor", "CStageFloor"],
      path: "Sources/Memory", exclude: ["README.md"], swiftSettings: settings),
    .target(
      name: "StagecraftCaches", dependencies: ["StagecraftMemory", "StageFloor", "CStageFloor"],
      path: "Sources/Caches", exclude: ["README.md"], swiftSettings: settings),
    .target(
      name: "StagecraftPools", dependencies: ["StagecraftMemory", "StageFloor", "CStageFloor"],
      path: "Sources/Pools", exclude: ["README.md"], swiftSettings: settings),
    .target(
      name: "StagecraftTraces", dependencies: ["StageFloor"],
      path: "Sources/Traces", exclude: ["README.md"], swiftSettings: settings),
    .target(
      name: "StagecraftGraphs", dependencies: ["StagecraftTraces", "StageFloor", "CStageFloor"],
      path: "Sources/Graphs", exclude: ["README.md"], swiftSettings: settings),
    .target(
      name: "StagecraftOperations",
      dependencies: ["StagecraftTraces", "StageFloor", "CStageFloor"],
      path: "Sources/Operations", exclude: ["README.md"], swiftSettings: settings),
    .target(
      name: "StagecraftLists",
      dependencies: ["StagecraftPools", "StagecraftMemory", "StageFloor", "CStageFloor"],
      path: "Sources/Lists", exclude: ["README.md"], swiftSettings: settings),
    .target(
      name: "StagecraftTableLists", dependencies: ["StagecraftLists", "StageFloor"],
      path: "Sources/TableLists", exclude: ["README.md"], swiftSettings: settings),
    .target(
      name: "StagecraftScreens",
      dependencies: ["StagecraftPools", "StagecraftMemory", "StageFloor", "CStageFloor"],
      path: "Sources/Screens", exclude: ["README.md"], swiftSettings: settings),
    .target(
      name: "StagecraftSharedPools",
      dependencies: ["StagecraftPools", "StageFloor", "CStageFloor"],
      path: "Sources/SharedPools", exclude: ["README.md"], swiftSettings: settings),
    // Observes all modules above; none of them imports it.
    .target(
      name: "StagecraftTimeline",
      dependencies: [
        "StagecraftPools", "StagecraftOperations", "StagecraftTraces", "StagecraftLists",
        "StagecraftMemory", "StagecraftCaches", "StagecraftScreens", "StagecraftSharedPools",
        "StageFloor", "CStageFloor",
      ],
      path: "Sources/Timeline", exclude: ["README.md"], swiftSettings: settings),
    .target(
      name: "Stagecraft",
      dependencies: [
        "StagecraftPools", "StagecraftOperations", "StagecraftGraphs", "StagecraftTraces",
        "StagecraftLists", "StagecraftTableLists", "StagecraftMemory", "StagecraftCaches",
        "StagecraftScreens", "StagecraftSharedPools", "StagecraftTimeline",
      ],
      swiftSettings: settings),
    // Without UIKit, only its decisions are compiled.
    .target(
      name: "StagecraftUIKit",
      dependencies: [
        "StagecraftPools", "StagecraftOperations", "StagecraftGraphs", "StagecraftLists",
        "StagecraftMemory", "StagecraftScreens", "StageFloor",
      ],
      swiftSettings: settings),
    .target(
      name: "StagecraftTestKit",
      dependencies: [
        "StagecraftLists", "StagecraftMemory", "StagecraftScreens", "StagecraftSharedPools",
        "StageFloor",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "StagecraftTour", dependencies: ["StagecraftTourScenes"], path: "Sources/Tour",
      swiftSettings: settings),
    // Beside the executable, so that tests can play the scenes.
    .target(
      name: "StagecraftTourScenes",
      dependencies: ["Stagecraft", "StagecraftTestKit", "StageFloor", "CStageFloor"],
      path: "Sources/TourScenes", swiftSettings: settings),
    .target(
      name: "TestSupport", dependencies: ["StageFloor", "CTestSupport"], path: "Tests/TestSupport",
      swiftSettings: settings),
    // What tests cannot do in Swift: fork, forbid system calls, say how many tests run at a time.
    .target(name: "CTestSupport", path: "Tests/CTestSupport"),
    .testTarget(
      name: "StageFloorTests", dependencies: ["StageFloor", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "PoolsTests",
      dependencies: [
        "StagecraftPools", "StagecraftMemory", "StageFloor", "StagecraftTestKit", "TestSupport",
        "CTestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "TracesTests",
      dependencies: [
        "StagecraftTraces", "StagecraftGraphs", "StagecraftOperations", "StageFloor",
        "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "GraphsTests",
      dependencies: [
        "StagecraftGraphs", "StagecraftTraces", "StageFloor", "StagecraftTestKit", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "CachesTests",
      dependencies: [
        "StagecraftCaches", "StagecraftMemory", "StageFloor", "StagecraftTestKit", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "OperationsTests",
      dependencies: [
        "StagecraftOperations", "StagecraftGraphs", "StagecraftTraces", "StageFloor",
        "StagecraftTestKit", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "MemoryTests",
      dependencies: [
        "StagecraftMemory", "StageFloor", "CStageFloor", "StagecraftTestKit", "TestSupport",
        "CTestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ListsTests",
      dependencies: [
        "StagecraftLists", "StagecraftPools", "StagecraftMemory", "StageFloor", "StagecraftTestKit",
        "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "TableListsTests",
      dependencies: [
        "StagecraftTableLists", "StagecraftLists", "StageFloor", "StagecraftTestKit", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SharedPoolsTests",
      dependencies: [
        "StagecraftSharedPools", "StagecraftPools", "StageFloor", "StagecraftTestKit",
        "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "TimelineTests",
      dependencies: [
        "StagecraftTimeline", "StagecraftPools", "StagecraftOperations", "StagecraftGraphs",
        "StagecraftTraces", "StagecraftLists", "StagecraftMemory", "StagecraftCaches",
        "StagecraftScreens", "StagecraftSharedPools", "StageFloor", "StagecraftTestKit",
        "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ScreensTests",
      dependencies: [
        "StagecraftScreens", "StagecraftPools", "StagecraftMemory", "StageFloor",
        "StagecraftTestKit", "TestSupport",
      ],
      swiftSettings: settings),
    // Every mistake that a caller can make, each with the sentence that stops the program. An
    // executable, because the table is run in debug by the tests and in release by the gate.
    .executableTarget(
      name: "misuses", dependencies: ["Stagecraft", "StagecraftTestKit"], path: "Tests/Misuses",
      swiftSettings: settings),
    .testTarget(
      name: "MisuseTests", dependencies: ["misuses", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "StagecraftTestKitTests",
      dependencies: ["StagecraftTestKit", "StagecraftPools", "StagecraftOperations", "StageFloor"],
      swiftSettings: settings),
    // What the adapters decide without UIKit.
    .testTarget(
      name: "StagecraftUIKitTests",
      dependencies: [
        "StagecraftUIKit", "StagecraftOperations", "StagecraftScreens", "TestSupport",
      ],
      swiftSettings: settings),
    // With the executable, which the tests of memory start as a process of its own.
    .testTarget(
      name: "TourTests",
      dependencies: ["StagecraftTour", "StagecraftTourScenes", "Stagecraft", "TestSupport"],
      swiftSettings: settings),

    // Stores: system libraries.
    .systemLibrary(
      name: "CSQLite", path: "Sources/Stores/CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CPostgres", path: "Sources/Stores/CPostgres", pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"])]),
    // What both stores share: the thread that waits in poll, and payloads in JSON.
    .target(
      name: "StoreFloor", dependencies: ["StagecraftSharedPools", "StageFloor", "CStageFloor"],
      path: "Sources/Stores/StoreFloor", swiftSettings: settings),
    .target(
      name: "StagecraftSQLiteStore",
      dependencies: [
        only("CSQLite", ["SQLite"]), "StoreFloor", "StagecraftSharedPools", "StagecraftTableLists",
        "StagecraftLists", "StageFloor", "CStageFloor",
      ],
      path: "Sources/Stores/StagecraftSQLiteStore", swiftSettings: settings),
    // What both clients of PostgreSQL share: all but the connection.
    .target(
      name: "PostgresFloor",
      dependencies: [
        "StoreFloor", "StagecraftSharedPools", "StagecraftTableLists", "StagecraftLists",
        "StageFloor",
      ],
      path: "Sources/Stores/PostgresFloor", resources: [.embedInCode("Schema")],
      swiftSettings: settings),
    .target(
      name: "StagecraftPostgresStore",
      dependencies: [
        only("CPostgres", ["PostgreSQL"]), "PostgresFloor", "StoreFloor", "StagecraftSharedPools",
        "StagecraftTableLists", "StagecraftLists", "StageFloor", "CStageFloor",
      ],
      path: "Sources/Stores/StagecraftPostgresStore", swiftSettings: settings),
    // The command, as a library that tests can call.
    .target(name: "CLend", path: "Sources/Stores/CLend"),
    .target(
      name: "LendCommands",
      dependencies: [
        only("CLend", stores), only("StoreFloor", stores), only("StageFloor", stores),
        only("StagecraftSQLiteStore", ["SQLite"]),
        only("StagecraftPostgresStore", ["PostgreSQL"]), only("StagecraftSharedPools", stores),
        only("StagecraftPools", stores),
      ],
      path: "Sources/Stores/LendCommands", swiftSettings: settings),
    .executableTarget(
      name: "lend", dependencies: ["LendCommands", "StageFloor"], path: "Sources/Stores/lend",
      swiftSettings: settings),
    // What scenes share: processes that obey lines, and the print of claims.
    .target(
      name: "SceneFloor", dependencies: ["StageFloor"], path: "Sources/Stores/SceneFloor",
      swiftSettings: settings),
    // The scene: several processes lend one stock.
    .executableTarget(
      name: "branches",
      dependencies: [only("StagecraftSQLiteStore", ["SQLite"]), "SceneFloor", "StageFloor"],
      path: "Sources/Stores/branches", swiftSettings: settings),

    // The scene: several processes edit one table.
    .executableTarget(
      name: "desks",
      dependencies: [
        only("StagecraftSQLiteStore", ["SQLite"]), only("StagecraftTableLists", ["SQLite"]),
        only("StagecraftLists", ["SQLite"]), "SceneFloor", "StageFloor",
      ],
      path: "Sources/Stores/desks", swiftSettings: settings),

    // Stores: conversations, histories and their checker, faults, and what they cost.
    .target(
      name: "PostgresCluster", path: "Tests/Stores/PostgresCluster", swiftSettings: settings),
    .target(
      name: "LendingProof", dependencies: ["StagecraftSharedPools", "StageFloor"],
      path: "Tests/Stores/LendingProof", swiftSettings: settings),
    .executableTarget(
      name: "storm",
      dependencies: [
        only("LendingProof", stores), only("PostgresCluster", stores),
        only("StagecraftSQLiteStore", stores), only("StagecraftPostgresStore", stores),
        only("StagecraftPools", stores), "StageFloor",
      ],
      path: "Tests/Stores/storm", swiftSettings: settings),
    // Processes that edit and follow one table, under faults, and a checker of what they saw.
    .executableTarget(
      name: "table-storm",
      dependencies: [
        only("PostgresCluster", stores), only("StagecraftSQLiteStore", stores),
        only("StagecraftPostgresStore", stores), only("StagecraftTableLists", stores),
        only("StagecraftLists", stores), "StageFloor",
      ],
      path: "Tests/Stores/table-storm", swiftSettings: settings),
    .executableTarget(
      name: "store-bench",
      dependencies: [
        only("CPostgres", ["PostgreSQL"]), only("CSQLite", ["SQLite"]),
        only("PostgresCluster", stores),
        only("StagecraftSQLiteStore", stores), only("StagecraftPostgresStore", stores),
        "StageFloor",
      ],
      path: "Tests/Stores/store-bench", swiftSettings: settings),
    // A process that tests start, stop and kill.
    .executableTarget(
      name: "sqlite-client",
      dependencies: [
        only("StagecraftSQLiteStore", ["SQLite"]), only("CSQLite", ["SQLite"]), "StageFloor",
      ],
      path: "Tests/Stores/sqlite-client", swiftSettings: settings),
    .testTarget(
      name: "StoreFloorTests", dependencies: ["StoreFloor", "StageFloor", "TestSupport"],
      path: "Tests/Stores/StoreFloorTests", swiftSettings: settings),
    .testTarget(
      name: "SQLiteStoreTests",
      dependencies: [
        "StagecraftSQLiteStore", only("CSQLite", ["SQLite"]), "StagecraftTableLists",
        "StagecraftLists", "StageFloor", "CStageFloor", "LendingProof", "sqlite-client",
        "StagecraftTestKit", "TestSupport",
      ],
      path: "Tests/Stores/SQLiteStoreTests", swiftSettings: settings),
    .testTarget(
      name: "PostgresStoreTests",
      dependencies: [
        "StagecraftPostgresStore", "PostgresFloor", only("CPostgres", ["PostgreSQL"]),
        "StagecraftTableLists", "StagecraftLists", "StageFloor", "PostgresCluster", "LendingProof",
        "StagecraftTestKit", "TestSupport",
      ],
      path: "Tests/Stores/PostgresStoreTests",
      swiftSettings: settings + define("POSTGRES_CLIENT", "PostgreSQL")),
    .testTarget(
      name: "LendTests",
      dependencies: ["LendCommands", "lend", "PostgresCluster", only("CSQLite", ["SQLite"])],
      path: "Tests/Stores/LendTests", swiftSettings: settings),
    .testTarget(
      name: "LendingProofTests",
      dependencies: [
        "LendingProof", "storm", "table-storm", "PostgresCluster", "StagecraftTestKit",
      ],
      path: "Tests/Stores/LendingProofTests", swiftSettings: settings),

    // GTK: system libraries. A program without maps or web pages needs only the first two.
    .systemLibrary(
      name: "CGTK", path: "Sources/GTK/CGTK", pkgConfig: "gtk4",
      providers: [.apt(["libgtk-4-dev"])]),
    .systemLibrary(
      name: "CAdwaita", path: "Sources/GTK/CAdwaita", pkgConfig: "libadwaita-1",
      providers: [.apt(["libadwaita-1-dev"])]),
    .systemLibrary(
      name: "CShumate", path: "Sources/GTK/CShumate", pkgConfig: "shumate-1.0",
      providers: [.apt(["libshumate-dev"])]),
    .systemLibrary(
      name: "CWebKitGTK", path: "Sources/GTK/CWebKitGTK", pkgConfig: "webkitgtk-6.0",
      providers: [.apt(["libwebkitgtk-6.0-dev"])]),
    // What cannot be written in Swift: variadic functions, macros, and GObject types.
    .target(
      name: "CStageGTK", dependencies: [only("CGTK", ["GTK"]), only("CAdwaita", ["GTK"])],
      path: "Sources/GTK/CStageGTK", cSettings: macro("STAGECRAFT_GTK", "GTK")),
    .target(
      name: "StagecraftGTK",
      dependencies: [
        only("CGTK", ["GTK"]), only("CAdwaita", ["GTK"]), "CStageGTK", "StagecraftScreens",
        "StagecraftLists", "StagecraftOperations", "StagecraftMemory",
      ],
      path: "Sources/GTK/StagecraftGTK", exclude: ["README.md"], swiftSettings: settings),
    .target(
      name: "CStageShumate", dependencies: [only("CShumate", ["Maps"])],
      path: "Sources/GTK/CStageShumate", cSettings: macro("STAGECRAFT_MAPS", "Maps")),
    .target(
      name: "StagecraftShumate",
      dependencies: [
        only("CGTK", ["Maps"]), only("CShumate", ["Maps"]), "CStageGTK", "CStageShumate",
        "StagecraftGTK",
      ],
      path: "Sources/GTK/StagecraftShumate", swiftSettings: settings),
    .target(
      name: "CStageWebKit", dependencies: [only("CWebKitGTK", ["WebPages"])],
      path: "Sources/GTK/CStageWebKit", cSettings: macro("STAGECRAFT_WEB_PAGES", "WebPages")),
    .target(
      name: "StagecraftWebKit",
      dependencies: [
        only("CGTK", ["WebPages"]), only("CWebKitGTK", ["WebPages"]), "CStageGTK", "CStageWebKit",
        "StagecraftGTK",
      ],
      path: "Sources/GTK/StagecraftWebKit", swiftSettings: settings),
    // Runs GTK's main loop in a process of tests.
    .target(
      name: "CStageGTKTestKit", dependencies: [only("CGTK", ["GTK"]), "CStageGTK"],
      path: "Sources/GTK/CStageGTKTestKit", cSettings: macro("STAGECRAFT_GTK", "GTK")),
    .target(
      name: "StagecraftGTKTestKit",
      dependencies: [
        only("CGTK", ["GTK"]), only("CAdwaita", ["GTK"]), "CStageGTK", "CStageGTKTestKit",
        "StagecraftGTK",
      ],
      path: "Sources/GTK/StagecraftGTKTestKit", swiftSettings: settings),
    .executableTarget(
      name: "gtk-bench",
      dependencies: [
        only("CGTK", ["GTK"]), "CStageGTK", "StagecraftGTK", "StagecraftGTKTestKit",
        "StagecraftShumate", "StagecraftWebKit", "Stagecraft", "StageFloor",
      ],
      path: "Tests/GTK/gtk-bench", swiftSettings: settings),
    .testTarget(
      name: "StagecraftGTKTests",
      dependencies: [
        only("CGTK", ["GTK"]), only("CAdwaita", ["GTK"]), "CStageGTK", "CStageGTKTestKit",
        "StagecraftGTK", "StagecraftGTKTestKit", "StagecraftShumate", "StagecraftWebKit",
        "StagecraftTestKit", "TestSupport",
      ],
      path: "Tests/GTK/StagecraftGTKTests", swiftSettings: settings),

    // Ecosystem: packages of other authors that a server has already.
    .target(
      name: "StagecraftLogging",
      dependencies: [
        only("Logging", from: "swift-log", ["Logging"]),
        only("ServiceLifecycle", from: "swift-service-lifecycle", ["ServiceLifecycle"]),
        "StagecraftPools", "StagecraftSharedPools", "StagecraftOperations", "StagecraftTraces",
        "StagecraftLists", "StagecraftTableLists", "StagecraftMemory", "StagecraftCaches",
        "StagecraftScreens", "StageFloor",
      ],
      path: "Sources/Ecosystem/StagecraftLogging", swiftSettings: settings),
    .target(
      name: "StagecraftMetrics",
      dependencies: [
        only("Metrics", from: "swift-metrics", ["Metrics"]),
        only("ServiceLifecycle", from: "swift-service-lifecycle", ["ServiceLifecycle"]),
        "StagecraftPools", "StagecraftSharedPools", "StagecraftOperations", "StagecraftTraces",
        "StagecraftLists", "StagecraftTableLists", "StagecraftMemory", "StagecraftCaches",
        "StagecraftScreens", "StageFloor",
      ],
      path: "Sources/Ecosystem/StagecraftMetrics", swiftSettings: settings),
    .target(
      name: "StagecraftServiceLifecycle",
      dependencies: [
        only("ServiceLifecycle", from: "swift-service-lifecycle", ["ServiceLifecycle"]),
        only("Logging", from: "swift-log", ["ServiceLifecycle"]),
        "StagecraftPools", "StagecraftSharedPools", "StagecraftOperations", "StagecraftTableLists",
        "StagecraftMemory", "StageFloor",
      ],
      path: "Sources/Ecosystem/StagecraftServiceLifecycle", swiftSettings: settings),
    .target(
      name: "StagecraftPostgresNIO",
      dependencies: [
        only("PostgresNIO", from: "postgres-nio", ["PostgresNIO"]),
        only("Logging", from: "swift-log", ["PostgresNIO"]),
        only("NIOCore", from: "swift-nio", ["PostgresNIO"]),
        "PostgresFloor", "StoreFloor", "StagecraftSharedPools", "StagecraftTableLists",
        "StageFloor",
      ],
      path: "Sources/Ecosystem/StagecraftPostgresNIO", swiftSettings: settings),
    .testTarget(
      name: "StagecraftLoggingTests",
      dependencies: [
        "StagecraftLogging", only("Logging", from: "swift-log", ["Logging"]),
        only("ServiceLifecycleTestKit", from: "swift-service-lifecycle", ["ServiceLifecycle"]),
        only("InMemoryLogging", from: "swift-log", ["Logging"]), "StagecraftPools",
        "StagecraftSharedPools", "StagecraftOperations", "StagecraftTraces", "StagecraftLists",
        "StagecraftTableLists", "StagecraftMemory", "StagecraftScreens", "StageFloor",
        "StagecraftTestKit", "TestSupport",
      ],
      path: "Tests/Ecosystem/StagecraftLoggingTests", swiftSettings: settings),
    .testTarget(
      name: "StagecraftMetricsTests",
      dependencies: [
        "StagecraftMetrics", only("Metrics", from: "swift-metrics", ["Metrics"]),
        only("ServiceLifecycleTestKit", from: "swift-service-lifecycle", ["ServiceLifecycle"]),
        only("MetricsTestKit", from: "swift-metrics", ["Metrics"]), "StagecraftPools",
        "StagecraftSharedPools", "StagecraftOperations", "StagecraftTraces", "StagecraftLists",
        "StagecraftTableLists", "StagecraftMemory", "StagecraftCaches", "StagecraftScreens",
        "StageFloor", "StagecraftTestKit", "TestSupport",
      ],
      path: "Tests/Ecosystem/StagecraftMetricsTests", swiftSettings: settings),
    // A process that a test starts and ends with a signal.
    .executableTarget(
      name: "lifecycle-client",
      dependencies: [
        only("ServiceLifecycle", from: "swift-service-lifecycle", ["ServiceLifecycle"]),
        only("UnixSignals", from: "swift-service-lifecycle", ["ServiceLifecycle"]),
        only("Logging", from: "swift-log", ["ServiceLifecycle"]),
        "StagecraftServiceLifecycle", "StagecraftPools", "StagecraftOperations", "StageFloor",
      ],
      path: "Tests/Ecosystem/lifecycle-client", swiftSettings: settings),
    .testTarget(
      name: "StagecraftServiceLifecycleTests",
      dependencies: [
        "StagecraftServiceLifecycle", "lifecycle-client",
        only("ServiceLifecycle", from: "swift-service-lifecycle", ["ServiceLifecycle"]),
        only("ServiceLifecycleTestKit", from: "swift-service-lifecycle", ["ServiceLifecycle"]),
        only("Logging", from: "swift-log", ["ServiceLifecycle"]),
        only("InMemoryLogging", from: "swift-log", ["ServiceLifecycle"]), "StagecraftPools",
        "StagecraftSharedPools", "StagecraftOperations", "StagecraftTableLists",
        "StagecraftMemory", "StageFloor", "StagecraftTestKit", "TestSupport",
      ],
      path: "Tests/Ecosystem/StagecraftServiceLifecycleTests", swiftSettings: settings),
    // The folder `Both` is a link to that of PostgresStoreTests: the same suites over both clients.
    .testTarget(
      name: "StagecraftPostgresNIOTests",
      dependencies: [
        "StagecraftPostgresNIO", "PostgresFloor", only("CPostgres", ["PostgresNIO"]),
        only("PostgresNIO", from: "postgres-nio", ["PostgresNIO"]),
        only("Logging", from: "swift-log", ["PostgresNIO"]), "StagecraftSharedPools",
        "StagecraftTableLists", "StagecraftLists", "StageFloor", "PostgresCluster", "LendingProof",
        "StagecraftTestKit", "TestSupport",
      ],
      path: "Tests/Ecosystem/StagecraftPostgresNIOTests",
      swiftSettings: settings + define("POSTGRES_CLIENT", "PostgresNIO")),
  ]
)

// STAGECRAFT_TESTS limits the tests that are built: test targets or folders of Tests, with commas.
if let parts = Context.environment["STAGECRAFT_TESTS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { target in
    let folder = target.path?.split(separator: "/").dropFirst().first.map(String.init)
    return target.type == .test && !parts.contains(target.name)
      && !(target.path?.hasPrefix("Tests/") == true && folder.map(parts.contains) == true)
  }
}

// STAGECRAFT_STRICT makes warnings errors in this package alone: the compiler's own option would
// also reach the packages that it depends on, which SwiftPM compiles without warnings.
if Context.environment["STAGECRAFT_STRICT"] != nil {
  for target in package.targets where target.type != .system {
    guard target.swiftSettings?.isEmpty == false else { continue }
    target.swiftSettings?.append(.treatAllWarnings(as: .error))
  }
}
