internal import StageFloor

/// Prints the scene, in at most 100 columns, and counts its claims.
///
/// Each claim is checked. It is a promise of Stagecraft, or an observation of what the textbook's
/// way does.
package final class Narrator {
  private static let width = 100
  private var claims = 0
  private var failed = 0
  private let isTerminal = isatty(STDOUT_FILENO) == 1

  package init() {}

  /// Opens a part of the scene.
  package func chapter(_ heading: String, underlinedWith stroke: String = "-") {
    write("")
    write(isTerminal ? "\u{1B}[1m\(heading)\u{1B}[0m" : heading)
    write(String(repeating: stroke, count: min(Self.width, heading.count)))
  }

  /// Prints a paragraph, wrapped.
  package func say(_ text: String) {
    for line in Self.wrapped(text, to: Self.width) { write(line) }
    write("")
  }

  /// Separates steps from the claims before them.
  package func pause() { write("") }

  /// Prints what a desk did.
  package func step(_ desk: String, _ text: String) {
    let name = desk + String(repeating: " ", count: max(0, 8 - desk.count))
    for (number, line) in Self.wrapped(text, to: Self.width - 12).enumerated() {
      write("  \(number == 0 ? name : String(repeating: " ", count: name.count))  \(line)")
    }
  }

  /// Prints lines as they are.
  package func draw(_ lines: [String]) {
    write("")
    for line in lines { write("      | \(line)") }
    write("")
  }

  /// States a promise of Stagecraft, and whether it is kept.
  package func promise(_ text: String, isKept: Bool) {
    claim(text, isKept, isKept ? "  kept    " : "  BROKEN  ")
  }

  /// States what was observed of the textbook's way, and whether it is seen.
  package func observation(_ text: String, isSeen: Bool) {
    claim(text, isSeen, isSeen ? "  seen    " : "  UNSEEN  ")
  }

  /// Ends the scene with the count of its claims.
  ///
  /// - Returns: The exit code: 1 for a claim that does not hold.
  package func close() -> Int32 {
    write("")
    write(
      failed == 0
        ? "All \(claims) claims of this scene hold." : "\(failed) of \(claims) claims do NOT hold.")
    return failed == 0 ? 0 : 1
  }

  private func claim(_ text: String, _ holds: Bool, _ mark: String) {
    claims += 1
    if !holds { failed += 1 }
    write("")
    for (number, line) in Self.wrapped(text, to: Self.width - mark.count).enumerated() {
      write((number == 0 ? mark : String(repeating: " ", count: mark.count)) + line)
    }
  }

  private func write(_ line: String) { writeLine(line, to: STDOUT_FILENO) }

  private static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [line]
  }
}
