#if SQLite && PostgreSQL
import Foundation

/// The figures of a run, as a Markdown table.
final class Report {
  /// Whether only invariants are checked, because the run is too short for figures.
  let isSmoke: Bool
  private(set) var isMet = true
  private var lines: [String] = []
  private var figures: [Figure] = []

  /// A figure, as `--json` writes it.
  struct Figure: Codable {
    var bench = "shared"
    var `case`: String
    var subject: String
    /// The time in nanoseconds.
    var ns: Double
    /// The time divided by that of the case's baseline.
    var ratio: Double
  }

  init(isSmoke: Bool) { self.isSmoke = isSmoke }

  /// Adds a figure without a target.
  func add(_ name: String, _ figure: String) { line(name, figure, "", "") }

  /// Adds a figure whose target depends on the machine: a missed one is reported, not a failure.
  func add(_ name: String, _ figure: String, target: String, isMet: Bool) {
    line(name, figure, target, isSmoke ? "" : isMet ? "met" : "**missed**")
  }

  /// Adds an invariant, which must hold on every machine.
  func check(_ name: String, _ holds: Bool, _ figure: String) {
    if !holds { isMet = false }
    line(name, figure, "always", holds ? "holds" : "**broken**")
  }

  /// Records the subjects of a case for `--json`; the first is the baseline.
  func record(_ name: String, _ subjects: [(name: String, seconds: Double)]) {
    guard let base = subjects.first?.seconds, base > 0 else { return }
    for subject in subjects where subject.seconds > 0 {
      figures.append(
        Figure(
          case: name, subject: subject.name, ns: subject.seconds * 1e9,
          ratio: subject.seconds / base))
    }
  }

  private func line(_ name: String, _ figure: String, _ target: String, _ result: String) {
    let line = "| \(name) | \(figure) | \(target) | \(result) |"
    lines.append(line)
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }

  func print() {
    Swift.print("| Measurement | Figure | Target | |\n| --- | --- | --- | --- |")
    for line in lines { Swift.print(line) }
  }

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(figures).write(to: URL(fileURLWithPath: path))
  }
}
#endif
