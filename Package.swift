// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

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
    .library(name: "StagecraftMemory", targets: ["StagecraftMemory"]),
    .library(name: "StagecraftCaches", targets: ["StagecraftCaches"]),
    .library(name: "StagecraftScreens", targets: ["StagecraftScreens"]),
    .library(name: "StagecraftSharedPools", targets: ["StagecraftSharedPools"]),
    .library(name: "StagecraftUIKit", targets: ["StagecraftUIKit"]),
    .library(name: "StagecraftTestKit", targets: ["StagecraftTestKit"]),
    .executable(name: "stagecraft", targets: ["StagecraftTour"]),
  ],
  targets: [
    // What Swift cannot express: futex, membarrier, pause, small thread numbers.
    .target(name: "CStageFloor"),
    // What the modules share, not public: lock, parker, clocks, blocking threads.
    .target(name: "StageFloor", dependencies: ["CStageFloor"], swiftSettings: settings),
    // The modules carry the package's name, because target names must be unique among packages;
    // their folders do not.
    .target(
      name: "StagecraftMemory", dependencies: ["StageFloor", "CStageFloor"],
      path: "Sources/Memory", swiftSettings: settings),
    .target(
      name: "StagecraftCaches", dependencies: ["StagecraftMemory", "StageFloor", "CStageFloor"],
      path: "Sources/Caches", swiftSettings: settings),
    .target(
      name: "StagecraftPools", dependencies: ["StagecraftMemory", "StageFloor", "CStageFloor"],
      path: "Sources/Pools", swiftSettings: settings),
    .target(
      name: "StagecraftTraces", dependencies: ["StageFloor"],
      path: "Sources/Traces", swiftSettings: settings),
    .target(
      name: "StagecraftGraphs", dependencies: ["StagecraftTraces", "StageFloor", "CStageFloor"],
      path: "Sources/Graphs", swiftSettings: settings),
    .target(
      name: "StagecraftOperations",
      dependencies: ["StagecraftTraces", "StageFloor", "CStageFloor"],
      path: "Sources/Operations", swiftSettings: settings),
    .target(
      name: "StagecraftLists",
      dependencies: ["StagecraftPools", "StagecraftMemory", "StageFloor", "CStageFloor"],
      path: "Sources/Lists", swiftSettings: settings),
    .target(
      name: "StagecraftScreens",
      dependencies: ["StagecraftPools", "StagecraftMemory", "StageFloor", "CStageFloor"],
      path: "Sources/Screens", swiftSettings: settings),
    .target(
      name: "StagecraftSharedPools",
      dependencies: ["StagecraftPools", "StageFloor", "CStageFloor"],
      path: "Sources/SharedPools", swiftSettings: settings),
    .target(
      name: "Stagecraft",
      dependencies: [
        "StagecraftPools", "StagecraftOperations", "StagecraftGraphs", "StagecraftTraces",
        "StagecraftLists", "StagecraftMemory", "StagecraftCaches", "StagecraftScreens",
        "StagecraftSharedPools",
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
      dependencies: ["Stagecraft", "StagecraftTestKit", "CStageFloor"],
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
      name: "SharedPoolsTests",
      dependencies: [
        "StagecraftSharedPools", "StagecraftPools", "StageFloor", "StagecraftTestKit",
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
  ]
)
