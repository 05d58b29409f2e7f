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
  name: "Server",
  platforms: [.macOS(.v15)],
  dependencies: [
    // Named, because a clone may be in a folder of any name. With all traits of `.ci/ecosystem`, whose
    // build `.ci/server` uses.
    .package(
      name: "stagecraft", path: "../..",
      traits: ["Logging", "Metrics", "Tracing", "ServiceLifecycle", "PostgresNIO"]),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.26.0", traits: []),
    .package(url: "https://github.com/vapor/postgres-nio", from: "1.33.0"),
    .package(url: "https://github.com/swift-server/swift-prometheus", from: "2.3.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.100.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.10.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.3.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.30.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.11.0"),
  ],
  targets: [
    // All but `main`, so that tests can call it.
    .target(
      name: "LibraryServer",
      dependencies: [
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "PostgresNIO", package: "postgres-nio"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "Prometheus", package: "swift-prometheus"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]
        + stagecraft(
          "Stagecraft", "StagecraftPostgresNIO", "StagecraftLogging", "StagecraftMetrics",
          "StagecraftServiceLifecycle", "StagecraftTracing"),
      resources: [.embedInCode("Page/index.html")],
      swiftSettings: settings),
    .executableTarget(
      name: "library-server",
      dependencies: [
        "LibraryServer",
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ], swiftSettings: settings),
    .testTarget(
      name: "LibraryServerTests",
      dependencies: [
        "LibraryServer", "library-server",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "PostgresNIO", package: "postgres-nio"),
      ] + stagecraft("Stagecraft", "StagecraftTestKit"),
      swiftSettings: settings),
  ]
)
