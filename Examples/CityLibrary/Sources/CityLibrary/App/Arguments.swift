import Foundation

/// What the command line says.
struct Arguments {
  static let usage = """
    usage: city-library [--data DIR] [--seed N] [--titles N] [--width N] [--text-scale N] [--demo] \
    [--pace N] [--report FILE] [--shots DIR] [--another-desk] [--quiet] [library://…]
           city-library --check DIR

    """

  var folder = URL(
    fileURLWithPath: ProcessInfo.processInfo.environment["XDG_DATA_HOME"]
      ?? NSHomeDirectory() + "/.local/share"
  ).appending(path: "city-library")
  var seed: UInt64 = 1
  var titles = 100_000
  var width = 1_100
  /// How large texts are; nil for as large as the desktop says.
  var textScale: Double?
  var isDemo = false
  /// How long the demonstration pauses; 1 for people.
  var pace = 1.0
  /// Whether a pace was given: a test reads what the demonstration does.
  private(set) var isPaced = false
  /// Where the report of one round of the demonstration goes, which then ends.
  var report: URL?
  /// Whether to check the file instead of opening it.
  var isCheck = false
  /// Whether this process is a desk of its own beside one that runs.
  var isAnotherDesk = false
  /// Whether nothing changes by itself: no worker edits orders, and no reader of the demonstration
  /// borrows.
  var isQuiet = false
  var shots: URL?

  var libraryPath: String { folder.appending(path: "library.sqlite").path }

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
      case "--quiet": isQuiet = true
      case "--data", "--check":
        guard let value = rest.popFirst() else { return nil }
        folder = URL(fileURLWithPath: value)
        hasFolder = true
        isCheck = isCheck || option == "--check"
      case "--pace":
        guard let value = rest.popFirst().flatMap({ Double($0) }), value > 0 else { return nil }
        (pace, isPaced) = (value, true)
      case "--report":
        guard let value = rest.popFirst() else { return nil }
        report = URL(fileURLWithPath: value)
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
      case "--text-scale":
        guard let value = rest.popFirst().flatMap({ Double($0) }), 0.5...3 ~= value
        else { return nil }
        textScale = value
      case _ where option.hasPrefix("library:"): break  // GTK opens links.
      default: return nil
      }
    }
    if report != nil, !isDemo { return nil }
    if isDemo, !hasFolder {
      isTemporary = true
      folder = FileManager.default.temporaryDirectory.appending(
        path: "city-library-\(ProcessInfo.processInfo.processIdentifier)")
    }
  }
}
