// swift-tools-version: 6.2
import PackageDescription

/// Products of Stagecraft.
func stagecraft(_ names: String...) -> [Target.Dependency] {
  names.map { .product(name: $0, package: "stagecraft") }
}

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error), .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
  name: "CityLibrary",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "city-library", targets: ["CityLibrary"])],
  dependencies: [
    // Named, because a clone may be in a folder of any name.
    .package(
      name: "stagecraft", path: "../..", traits: ["GTK", "Maps", "SQLite", "WebPages"])
  ],
  targets: [
    // Creates and fills the file; everything after that is done by lists of its tables.
    .systemLibrary(
      name: "CLibrarySQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    // What the library does, without windows.
    .target(
      name: "LibraryModel",
      dependencies: ["CLibrarySQLite"] + stagecraft("Stagecraft", "StagecraftSQLiteStore"),
      resources: [.copy("Generator/classics.txt"), .copy("Texts/Languages")],
      swiftSettings: settings),
    .executableTarget(
      name: "CityLibrary",
      dependencies: ["LibraryModel"]
        + stagecraft(
          "Stagecraft", "StagecraftGTK", "StagecraftShumate", "StagecraftWebKit"),
      swiftSettings: settings),
    .testTarget(
      name: "LibraryModelTests",
      dependencies: ["LibraryModel"] + stagecraft("Stagecraft", "StagecraftTestKit"),
      swiftSettings: settings),
  ]
)
