import Foundation

/// What the command line says.
struct Arguments {
  static let usage = """
    usage: city-library [--data DIR] [--seed N] [--titles N] [--width N] [--demo] [--shots DIR] \
    [--another-desk] \
    [library://…]

    """

  var folder = URL(
    fileURLWithPath: ProcessInfo.processInfo.environment["XDG_DATA_HOME"]
      ?? NSHomeDirectory() + "/.local/share"
  ).appending(path: "city-library")
  var seed: UInt64 = 1
  var titles = 100_000
  var width = 1_100
  var isDemo = false
  /// Whether this process is a desk of its own beside one that runs.
  var isAnotherDesk = false
  var shots: URL?

  /// Whether this process is independent of one that runs.
  var isOnItsOwn: Bool { isAnotherDesk || isDemo || shots != nil }

  /// Whether the folder is removed at the end.
  private(set) var isTemporary = false

  init?(_ arguments: ArraySlice<String>) {
    var rest = arguments
    var hasFolder = false
    while let option = rest.popFirst() {
      switch option {
      case "--demo": isDemo = true
      case "--another-desk": isAnotherDesk = true
      case "--data":
        guard let value = rest.popFirst() else { return nil }
        folder = URL(fileURLWithPath: value)
        hasFolder = true
      case "--shots":
        guard let value = rest.popFirst() else { return nil }
        shots = URL(fileURLWithPath: value)
      case "--seed":
        guard let value = rest.popFirst().flatMap({ UInt64($0) }) else { return nil }
        seed = value
      case "--titles":
        guard let value = rest.popFirst().flatMap({ Int($0) }), value > 0 else { return nil }
        titles = value
      case "--width":
        guard let value = rest.popFirst().flatMap({ Int($0) }), value >= 360 else { return nil }
        width = value
      case _ where option.hasPrefix("library:"): break  // GTK opens links.
      default: return nil
      }
    }
    if isDemo, !hasFolder {
      isTemporary = true
      folder = FileManager.default.temporaryDirectory.appending(
        path: "city-library-\(ProcessInfo.processInfo.processIdentifier)")
    }
  }
}
