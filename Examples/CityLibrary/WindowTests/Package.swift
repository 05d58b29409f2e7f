// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error), .enableUpcomingFeature("InternalImportsByDefault"),
]

// The City Library as its users see it. A package of its own, so that it builds in seconds: it
// starts the program that the environment names.
let package = Package(
  name: "WindowTests",
  targets: [
    .systemLibrary(
      name: "CGIO", pkgConfig: "gio-2.0", providers: [.apt(["libglib2.0-dev", "at-spi2-core"])]),
    .systemLibrary(
      name: "CDisplay", pkgConfig: "cairo-xlib", providers: [.apt(["libcairo2-dev"])]),
    // Reads what a program says of its windows to assistive technology, and acts by keys and clicks.
    .target(name: "WindowDriver", dependencies: ["CGIO", "CDisplay"], swiftSettings: settings),
    .testTarget(
      name: "WindowDriverTests", dependencies: ["WindowDriver"], swiftSettings: settings),
    .testTarget(
      name: "CityLibraryWindowTests", dependencies: ["WindowDriver"], swiftSettings: settings),
  ]
)
