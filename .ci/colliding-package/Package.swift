// swift-tools-version: 6.2
import PackageDescription

// An app whose modules have the short names of this package's modules. A graph of packages has only
// one target with a name, so this app builds only while our targets carry the package's name.

let crafts = ["Caches", "Graphs", "Lists", "Memory", "Operations", "Pools", "Screens", "Traces"]

let package = Package(
  name: "colliding-package",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "stagecraft", path: "../..")],
  targets: crafts.map { craft in
    .target(
      name: craft,
      dependencies: [
        .product(name: "Stagecraft\(craft)", package: "stagecraft"),
        .product(name: "Stagecraft", package: "stagecraft"),
      ])
  } + [
    .executableTarget(name: "App", dependencies: crafts.map { .target(name: $0) })
  ]
)
