/// Prints a scene, in at most 100 columns, and counts its claims.
///
/// Each claim is checked. It is a promise of Stagecraft, or an observation of what the textbook's
/// way does.
@MainActor
package final class Narrator {
  static let width = 100

  /// What was printed last; blank lines separate blocks.
  private enum Block { case heading, text, figures, claim }
  private(set) var failedClaims: [String] = []
  private(set) var claims = 0
  private var last = Block.heading
  /// Whether control codes are understood.
  private let isTerminal: Bool
  private let write: (String) -> Void

  init(isTerminal: Bool, write: @escaping (String) -> Void) {
    self.isTerminal = isTerminal
    self.write = write
  }

  /// Opens the scene, or a part of it.
  func chapter(_ heading: String, underlinedWith stroke: String = "-") {
    write("")
    write(emphasized(heading))
    write(String(repeating: stroke, count: min(Self.width, heading.count)))
    last = .heading
  }

  private func emphasized(_ text: String) -> String {
    isTerminal ? "\u{1B}[1m\(text)\u{1B}[0m" : text
  }

  private func begin(_ block: Block) {
    if block == .text ? last != .heading : last != block { write("") }
    last = block
  }

  /// Prints a paragraph, wrapped.
  func say(_ text: String) {
    begin(.text)
    for line in text.wrapped(to: Self.width) { write(line) }
  }

  /// Prints a line below those before it.
  func show(_ line: String) {
    begin(.figures)
    write(line.isEmpty ? "" : "  " + line)
  }

  /// Prints lines, separated from those before them.
  func show(_ lines: [String]) {
    if last == .figures { write("") }
    for line in lines { show(line) }
  }

  /// Prints text below the lines before it, wrapped.
  func quote(_ text: String) {
    for line in text.wrapped(to: Self.width - 2) { show(line) }
  }

  /// Prints a piece of source.
  func show(_ listing: Listing) {
    show(listing.lines.isEmpty ? ["(The source is not on this machine.)"] : listing.lines)
  }

  /// Prints rows under headings; the first `left` columns are aligned left, the others right.
  func table(_ headings: String..., left: Int = 1, rows: [[String]]) {
    let widths = headings.indices.map { column in
      ([headings] + rows).map { $0[column].count }.max() ?? 0
    }
    let rule = widths.map { String(repeating: "-", count: $0) }
    show(
      ([headings, rule] + rows).map { row in
        row.indices.map { row[$0].padded(to: widths[$0], atLeft: $0 >= left) }
          .joined(separator: "   ").trimmingTrailingSpaces
      })
  }

  /// States a promise of Stagecraft, and whether it is kept.
  func promise(_ text: String, isKept: Bool) {
    claim(text, holds: isKept, mark: isKept ? "  kept    " : "  BROKEN  ")
  }

  /// States what was observed of the textbook's way, and whether it is seen.
  func observation(_ text: String, isSeen: Bool) {
    claim(text, holds: isSeen, mark: isSeen ? "  seen    " : "  UNSEEN  ")
  }

  private func claim(_ text: String, holds: Bool, mark: String) {
    begin(.claim)
    claims += 1
    if !holds { failedClaims.append(text) }
    for (number, line) in text.wrapped(to: Self.width - mark.count).enumerated() {
      write((number == 0 ? mark : "".padded(to: mark.count)) + line)
    }
  }

  /// Ends the scene with the count of its claims.
  func close() {
    write("")
    let failed = failedClaims.count
    write(
      failed == 0
        ? "All \(claims) claims of this scene hold."
        : emphasized("\(failed) of \(claims) claims do NOT hold."))
  }
}
