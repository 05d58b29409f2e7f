// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Gallery",
  products: [.executable(name: "gallery", targets: ["Gallery"])],
  dependencies: [
    // Named, because a clone may be in a folder of any name.
    .package(name: "stagecraft", path: "../..", traits: ["GTK", "Maps", "WebPages"])
  ],
  targets: [
    .executableTarget(
      name: "Gallery",
      dependencies: [
        "StagecraftGTK", "StagecraftShumate", "StagecraftWebKit", "StagecraftGTKTestKit",
        "Stagecraft",
      ].map { .product(name: $0, package: "stagecraft") },
      swiftSettings: [.treatAllWarnings(as: .error)])
  ]
)
