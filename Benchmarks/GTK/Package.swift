// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "GTKBench",
  products: [.executable(name: "gtk-bench", targets: ["GTKBench"])],
  dependencies: [
    // Named, because a clone may be in a folder of any name.
    .package(name: "stagecraft", path: "../..", traits: ["GTK", "Maps", "WebPages"])
  ],
  targets: [
    .executableTarget(
      name: "GTKBench",
      dependencies: [
        "StagecraftGTK", "StagecraftShumate", "StagecraftWebKit", "StagecraftGTKTestKit",
        "Stagecraft",
      ].map { .product(name: $0, package: "stagecraft") },
      swiftSettings: [.treatAllWarnings(as: .error)])
  ]
)
