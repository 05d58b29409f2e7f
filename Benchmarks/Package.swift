// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "bench", targets: ["bench"]),
    .executable(name: "charts", targets: ["charts"]),
  ],
  dependencies: [
    // Named, because a clone may be in a folder of any name.
    .package(name: "stagecraft", path: "..")
  ],
  targets: [
    // Pins threads, counts allocations, and runs a child that holds memory.
    .target(name: "CHarness"),
    // Measures and prints; imports no module of Stagecraft.
    .target(name: "Harness", dependencies: ["CHarness"], swiftSettings: settings),
    // One target for each verb. They use only the public interface of Stagecraft.
    .target(
      name: "PoolsBench",
      dependencies: ["Harness", .product(name: "StagecraftPools", package: "stagecraft")],
      swiftSettings: settings),
    .target(
      name: "OperationsBench",
      dependencies: [
        "CHarness", "Harness", .product(name: "StagecraftOperations", package: "stagecraft"),
        .product(name: "StagecraftGraphs", package: "stagecraft"),
      ],
      swiftSettings: settings),
    .target(
      name: "MemoryBench",
      dependencies: [
        "CHarness", "Harness", .product(name: "StagecraftMemory", package: "stagecraft"),
        .product(name: "StagecraftCaches", package: "stagecraft"),
        .product(name: "StagecraftTestKit", package: "stagecraft"),
      ],
      swiftSettings: settings),
    .target(
      name: "ListsBench",
      dependencies: [
        "CHarness", "Harness", .product(name: "StagecraftLists", package: "stagecraft"),
      ],
      swiftSettings: settings),
    .target(
      name: "ScreensBench",
      dependencies: [
        "CHarness", "Harness", .product(name: "StagecraftScreens", package: "stagecraft"),
        .product(name: "StagecraftTestKit", package: "stagecraft"),
      ],
      swiftSettings: settings),
    .target(
      name: "TimelineBench",
      dependencies: [
        "Harness", .product(name: "StagecraftTimeline", package: "stagecraft"),
        .product(name: "StagecraftPools", package: "stagecraft"),
        .product(name: "StagecraftOperations", package: "stagecraft"),
        .product(name: "StagecraftLists", package: "stagecraft"),
        .product(name: "StagecraftCaches", package: "stagecraft"),
        .product(name: "StagecraftScreens", package: "stagecraft"),
        .product(name: "StagecraftTestKit", package: "stagecraft"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "bench",
      dependencies: [
        "Harness", "ListsBench", "MemoryBench", "PoolsBench", "OperationsBench", "ScreensBench",
        "TimelineBench",
      ],
      swiftSettings: settings),
    // Draws the figures that `bench` writes.
    .executableTarget(name: "charts", swiftSettings: settings),
  ]
)
