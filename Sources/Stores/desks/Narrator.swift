#if SQLite
internal import StageFloor

/// Prints the scene, and counts its claims, each of which is checked.
final class Narrator {
  private var claims = 0
  private var failed = 0
  private let isTerminal = isatty(STDOUT_FILENO) == 1

  func chapter(_ heading: String) {
    write("")
    write(isTerminal ? "\u{1B}[1m\(heading)\u{1B}[0m" : heading)
    write(String(repeating: "=", count: heading.count))
  }

  func say(_ text: String) {
    write(text)
    write("")
  }

  /// Prints what a desk did.
  func step(_ desk: String, _ text: String) { write("  \(desk.padded(to: 9))\(text)") }

  /// Prints the rows of the list.
  func draw(_ lines: [String]) {
    write("")
    for line in lines { write("      | \(line)") }
    write("")
  }

  /// States a promise, and whether it is kept.
  func promise(_ text: String, isKept: Bool) {
    claims += 1
    if !isKept { failed += 1 }
    write((isKept ? "  kept    " : "  BROKEN  ") + text)
    write("")
  }

  /// Ends the scene with the count of its claims.
  ///
  /// - Returns: The exit code: 1 for a claim that does not hold.
  func close() -> Int32 {
    write(
      failed == 0
        ? "All \(claims) claims of this scene hold." : "\(failed) of \(claims) claims do NOT hold.")
    return failed == 0 ? 0 : 1
  }

  private func write(_ line: String) { writeLine(line, to: STDOUT_FILENO) }
}
#endif
