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

let package = Package(
  name: "stagecraft-gtk",
  products: [
    .library(name: "StagecraftGTK", targets: ["StagecraftGTK"]),
    .library(name: "StagecraftShumate", targets: ["StagecraftShumate"]),
    .library(name: "StagecraftWebKit", targets: ["StagecraftWebKit"]),
    .library(name: "StagecraftGTKTestKit", targets: ["StagecraftGTKTestKit"]),
    .executable(name: "gallery", targets: ["Gallery"]),
    .executable(name: "gtk-bench", targets: ["GTKBench"]),
  ],
  dependencies: [
    // Named, because a clone may be in a folder of any name.
    .package(name: "stagecraft", path: "../..")
  ],
  targets: [
    // Debian's libraries. A program that uses no maps or web pages needs only the first two.
    .systemLibrary(name: "CGTK", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
    .systemLibrary(
      name: "CAdwaita", pkgConfig: "libadwaita-1", providers: [.apt(["libadwaita-1-dev"])]),
    .systemLibrary(
      name: "CShumate", pkgConfig: "shumate-1.0", providers: [.apt(["libshumate-dev"])]),
    .systemLibrary(
      name: "CWebKitGTK", pkgConfig: "webkitgtk-6.0",
      providers: [.apt(["libwebkitgtk-6.0-dev"])]),

    // What cannot be written in Swift: variadic functions, macros, and GObject types.
    .target(name: "CStageGTK", dependencies: ["CGTK", "CAdwaita"]),
    .target(
      name: "StagecraftGTK",
      dependencies: [
        "CGTK", "CAdwaita", "CStageGTK", craft("StagecraftScreens"), craft("StagecraftLists"),
        craft("StagecraftOperations"), craft("StagecraftMemory"),
      ],
      swiftSettings: settings),
    .target(name: "CStageShumate", dependencies: ["CShumate"]),
    .target(
      name: "StagecraftShumate",
      dependencies: ["CGTK", "CShumate", "CStageGTK", "CStageShumate", "StagecraftGTK"],
      swiftSettings: settings),
    .target(name: "CStageWebKit", dependencies: ["CWebKitGTK"]),
    .target(
      name: "StagecraftWebKit",
      dependencies: ["CGTK", "CWebKitGTK", "CStageGTK", "CStageWebKit", "StagecraftGTK"],
      swiftSettings: settings),

    // Runs GTK's main loop in a process of tests.
    .target(name: "CStageGTKTestKit", dependencies: ["CGTK", "CStageGTK"]),
    .target(
      name: "StagecraftGTKTestKit",
      dependencies: ["CGTK", "CAdwaita", "CStageGTK", "CStageGTKTestKit", "StagecraftGTK"],
      swiftSettings: settings),

    .executableTarget(
      name: "Gallery",
      dependencies: [
        "StagecraftGTK", "StagecraftShumate", "StagecraftWebKit", "StagecraftGTKTestKit",
        craft("Stagecraft"), craft("StagecraftTestKit"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "GTKBench",
      dependencies: [
        "CGTK", "CStageGTK", "StagecraftGTK", "StagecraftShumate", "StagecraftWebKit",
        "StagecraftGTKTestKit", craft("Stagecraft"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "StagecraftGTKTests",
      dependencies: [
        "CGTK", "CAdwaita", "CStageGTK", "CStageGTKTestKit", "StagecraftGTK",
        "StagecraftGTKTestKit", "StagecraftShumate", "StagecraftWebKit",
        craft("StagecraftScreens"), craft("StagecraftTestKit"), craft("StagecraftPools"),
      ],
      swiftSettings: settings),
  ]
)
