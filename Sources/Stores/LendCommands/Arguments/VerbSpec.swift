#if SQLite || PostgreSQL
struct OptionSpec: Sendable, Hashable {
  var name: String
  /// What stands for its value in the help, or `nil` if it has none.
  var value: String?
  var help: String
  var isRepeatable = false

  static func value(
    _ name: String, _ value: String, _ help: String, repeatable: Bool = false
  ) -> OptionSpec {
    OptionSpec(name: name, value: value, help: help, isRepeatable: repeatable)
  }

  static func flag(_ name: String, _ help: String) -> OptionSpec {
    OptionSpec(name: name, value: nil, help: help)
  }
}

struct VerbSpec: Sendable {
  var name: String
  var summary: String
  var operands = ""
  var operandCount: ClosedRange<Int> = 0...0
  /// Whether the first operand begins a command, with options of its own.
  var runsCommand = false
  var options: [OptionSpec] = []
  /// Paragraphs behind the list of options.
  var notes: [String] = []

  var allOptions: [OptionSpec] { options + Self.common }

  private static let common: [OptionSpec] = [
    .value("pool", "NAME", "the pool; without it, 'default'"),
    .value(
      "at", "URL|PATH",
      "postgres://… or the path of a SQLite file; without it, LEND_AT, or the user's own file"
    ),
    .flag("help", "shows this"),
  ]

  var help: String {
    var lines = [summary.capitalizedFirst + ".", "", "Usage: \(usage)", ""]
    let names = allOptions.map { "--\($0.name)" + ($0.value.map { " \($0)" } ?? "") }
    let width = names.map(\.count).max() ?? 0
    for (option, name) in zip(allOptions, names) {
      let help = option.help + (option.isRepeatable ? " (repeatable)" : "")
      for (number, line) in help.wrapped(to: max(30, 95 - width)).enumerated() {
        lines.append("  " + (number == 0 ? name : "").padded(to: width) + "   " + line)
      }
    }
    for note in notes { lines += [""] + note.wrapped(to: 100) }
    return lines.joined(separator: "\n")
  }

  var usage: String { "lend \(name) [OPTIONS]" + (operands.isEmpty ? "" : " \(operands)") }
}
#endif
