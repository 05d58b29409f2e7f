// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "traits",
  dependencies: [
    .package(url: "https://example.org/stagecraft", from: "0.2.0", traits: ["SQLite", "GTK"])
  ],
  targets: [
    .executableTarget(
      name: "stock", dependencies: [.product(name: "StagecraftSQLiteStore", package: "stagecraft")]),
    .executableTarget(
      name: "window", dependencies: [.product(name: "StagecraftGTK", package: "stagecraft")]),
  ]
)
