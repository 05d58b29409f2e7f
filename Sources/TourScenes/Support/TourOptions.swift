/// What the arguments of `stagecraft` ask for.
struct TourOptions: Hashable, Sendable {
  enum Request: Hashable, Sendable {
    case play, list, help
    /// Writes the report of a scripted recording.
    case example(path: String)
  }

  var request = Request.play
  /// The scenes to play; all, if there are none.
  var scenes: [String] = []
  /// Where the report is written.
  var report: String?
  var isJSON = false

  /// Parses the arguments; throws for the first one that is not understood.
  init(_ arguments: [String], scenes known: [String]) throws(TourUsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count == 2 ? String(parts[1]) : nil
      switch (String(parts.first ?? ""), value) {
      case ("--help", nil), ("-h", nil): request = .help
      case ("--list", nil): if request != .help { request = .list }
      case ("--json", nil): isJSON = true
      case ("--report", _): report = try Self.path(of: "--report", value, &rest)
      case ("--example-report", _):
        request = .example(path: try Self.path(of: "--example-report", value, &rest))
      case _ where argument.hasPrefix("-"): throw .unknownOption(argument)
      case _ where known.contains(argument): scenes.append(argument)
      default: throw .unknownScene(argument, known)
      }
    }
  }

  private static func path(
    of option: String, _ value: String?, _ rest: inout ArraySlice<String>
  ) throws(TourUsageError) -> String {
    // A name that begins with “-” can be written as “./-name”.
    if value == nil, rest.first?.hasPrefix("-") == true { throw .missingFile(option) }
    guard let path = value ?? rest.popFirst(), !path.isEmpty else { throw .missingFile(option) }
    return path
  }

  static let usage = """
    Usage: stagecraft                 plays all scenes
           stagecraft <name> …        plays these
           stagecraft --list          lists them

    Options, with or without names:
      --report FILE   writes a report of what happened, for a browser
      --json          prints only the claims: a JSON object on each line, such as
                      {"claim":"…","holds":true,"kind":"promise","part":"…","scene":"lending"}
      --help          prints this text

    The exit code is 0 if all claims hold, 1 if one does not, and 2 for wrong arguments; a report
    that cannot be written is reported on standard error and fails no claim. On a terminal, scenes
    show what they do while they play; NO_COLOR and TERM=dumb are respected.
    """
}

/// An argument that is not understood.
enum TourUsageError: Error, Hashable, CustomStringConvertible {
  case unknownOption(String)
  case unknownScene(String, [String])
  case missingFile(String)

  var description: String {
    switch self {
    case .unknownOption(let option):
      "there is no option “\(option)”. The options are listed by: stagecraft --help"
    case .unknownScene(let name, let known):
      "there is no scene “\(name)”. The scenes are: \(known.joined(separator: ", "))."
    case .missingFile(let option): "name a file after \(option)."
    }
  }
}
