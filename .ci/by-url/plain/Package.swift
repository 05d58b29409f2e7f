// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "plain",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://example.org/stagecraft", from: "0.2.0")
  ],
  targets: [
    .executableTarget(
      name: "plain", dependencies: [.product(name: "StagecraftPools", package: "stagecraft")],
      path: "Sources")
  ]
)
