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
    .library(name: "Pools", targets: ["Pools"]),
    .library(name: "Operations", targets: ["Operations"]),
    .library(name: "LiveLists", targets: ["LiveLists"]),
    .library(name: "MemoryPressure", targets: ["MemoryPressure"]),
    .library(name: "Screens", targets: ["Screens"]),
    .library(name: "StagecraftUIKit", targets: ["StagecraftUIKit"]),
    .library(name: "StagecraftTestKit", targets: ["StagecraftTestKit"]),
    .executable(name: "stagecraft", targets: ["Tour"]),
  ],
  targets: [
    // What Swift cannot say: futex, membarrier, pause, a thread's small number.
    .target(name: "CStageFloor"),
    // The package-internal ground: lock word, parker, clocks.
    .target(name: "StageFloor", dependencies: ["CStageFloor"], swiftSettings: settings),
    .target(
      name: "MemoryPressure", dependencies: ["StageFloor", "CStageFloor"], swiftSettings: settings),
    .target(
      name: "Pools", dependencies: ["MemoryPressure", "StageFloor", "CStageFloor"],
      swiftSettings: settings),
    .target(
      name: "Operations", dependencies: ["StageFloor", "CStageFloor"], swiftSettings: settings),
    .target(
      name: "LiveLists", dependencies: ["Pools", "MemoryPressure", "StageFloor", "CStageFloor"],
      swiftSettings: settings),
    .target(
      name: "Screens", dependencies: ["Pools", "MemoryPressure", "StageFloor", "CStageFloor"],
      swiftSettings: settings),
    .target(
      name: "Stagecraft",
      dependencies: ["Pools", "Operations", "LiveLists", "MemoryPressure", "Screens"],
      swiftSettings: settings),
    // Where there is no UIKit, only what decides is left.
    .target(
      name: "StagecraftUIKit",
      dependencies: [
        "Pools", "Operations", "LiveLists", "MemoryPressure", "Screens", "StageFloor",
      ],
      swiftSettings: settings),
    .target(
      name: "StagecraftTestKit",
      dependencies: ["LiveLists", "MemoryPressure", "Screens", "StageFloor"],
      swiftSettings: settings),
    // The folder is not called `stagecraft`: it would collide with `Stagecraft` on a disk that
    // does not tell upper from lower case.
    .executableTarget(name: "Tour", dependencies: ["TourScenes"], swiftSettings: settings),
    // The scenes stand beside the executable, so that tests can play them with fewer turns.
    .target(
      name: "TourScenes", dependencies: ["Stagecraft", "StagecraftTestKit", "CStageFloor"],
      swiftSettings: settings),
    .target(
      name: "TestSupport", dependencies: ["StageFloor"], path: "Tests/TestSupport",
      swiftSettings: settings),
    // What tests cannot do in Swift: fork, forbid system calls, say how many tests run at a time.
    .target(name: "CTestSupport", path: "Tests/CTestSupport"),
    .testTarget(
      name: "StageFloorTests", dependencies: ["StageFloor", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "PoolsTests",
      dependencies: [
        "Pools", "MemoryPressure", "StageFloor", "StagecraftTestKit", "TestSupport",
        "CTestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "OperationsTests",
      dependencies: ["Operations", "StageFloor", "StagecraftTestKit", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "MemoryPressureTests",
      dependencies: [
        "MemoryPressure", "StageFloor", "CStageFloor", "StagecraftTestKit", "TestSupport",
        "CTestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "LiveListsTests",
      dependencies: [
        "LiveLists", "Pools", "MemoryPressure", "StageFloor", "StagecraftTestKit", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ScreensTests",
      dependencies: [
        "Screens", "Pools", "MemoryPressure", "StageFloor", "StagecraftTestKit", "TestSupport",
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
      dependencies: ["StagecraftTestKit", "Pools", "Operations", "StageFloor"],
      swiftSettings: settings),
    // What the adapters decide without UIKit.
    .testTarget(
      name: "StagecraftUIKitTests",
      dependencies: ["StagecraftUIKit", "Operations", "Screens", "TestSupport"],
      swiftSettings: settings),
    // With the executable, which the tests of memory start as a process of its own.
    .testTarget(
      name: "TourTests",
      dependencies: ["Tour", "TourScenes", "Stagecraft", "TestSupport"],
      swiftSettings: settings),
  ]
)
