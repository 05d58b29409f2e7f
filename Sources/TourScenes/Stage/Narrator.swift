/// Prints a scene, in at most 100 columns.
@MainActor
package final class Narrator {
  static let width = 100

  /// What was printed last: different things stand apart.
  private enum Block {
    case heading
    case text
    case figures
    case promise
  }

  /// What the scene promised and did not keep.
  private(set) var brokenPromises: [String] = []
  private(set) var promises = 0
  private var last = Block.heading
  /// Whether control codes mean something: headings are emphasised, and lines printed over.
  let isTerminal: Bool
  private let write: (String) -> Void

  /// - Parameters:
  ///   - isTerminal: whether headings may be emphasised by control codes.
  ///   - write: prints a line.
  init(isTerminal: Bool, write: @escaping (String) -> Void) {
    self.isTerminal = isTerminal
    self.write = write
  }

  /// Opens the scene.
  func title(_ name: String, _ summary: String) {
    head("\(name.uppercased()): \(summary)", underlinedWith: "=")
  }

  /// Opens a part of it.
  func chapter(_ heading: String) {
    head(heading, underlinedWith: "-")
  }

  /// Prints a paragraph, wrapped.
  func say(_ text: String) {
    if last != .heading { write("") }
    last = .text
    for line in text.wrapped(to: Self.width) { write(line) }
  }

  /// Prints one line as it is, below those before it.
  func show(_ line: String) {
    if last != .figures { write("") }
    last = .figures
    write(line.isEmpty ? "" : "  " + line)
  }

  /// Prints lines as they are, set off from what was before.
  func show(_ lines: [String]) {
    if last == .figures { write("") }
    for line in lines { show(line) }
  }

  /// Prints lines in the place of those printed last, so that they seem to change.
  ///
  /// - Parameters:
  ///   - lines: what to print.
  ///   - count: how many lines to print over; 0 prints below them. Only on a terminal it may be more.
  func show(_ lines: [String], inPlaceOf count: Int) {
    precondition(count == 0 || isTerminal, "Only a terminal can print over its lines.")
    guard count > 0 else { return show(lines) }
    for (index, line) in lines.enumerated() {
      // Up to the first of them, and away with them.
      let start = index == 0 ? "\u{1B}[\(count)A\u{1B}[J" : ""
      write(start + (line.isEmpty ? "" : "  " + line))
    }
  }

  /// Prints a table, set off from what was before.
  func show(_ table: Table) { show(table.lines) }

  /// Prints rows under headings; so many columns align left, and the others right.
  func table(_ headings: String..., left: Int = 1, rows: [[String]]) {
    let widths = headings.indices.map { column in
      ([headings] + rows).map { $0[column].count }.max() ?? 0
    }
    let rule = widths.map { String(repeating: "-", count: $0) }
    show(
      ([headings, rule] + rows).map { row in
        row.indices.map { row[$0].padded(to: widths[$0], on: $0 < left ? .left : .right) }
          .joined(separator: "   ").trimmingTrailingSpaces
      })
  }

  /// Prints a piece of source.
  func show(_ listing: Listing) {
    show(listing.lines.isEmpty ? ["(The source is not on this machine.)"] : listing.lines)
  }

  /// States what was promised, and whether it held.
  func promise(_ text: String, isKept: Bool) {
    if last != .promise { write("") }
    last = .promise
    promises += 1
    if !isKept { brokenPromises.append(text) }
    let mark = isKept ? "  kept    " : "  BROKEN  "
    for (number, line) in text.wrapped(to: Self.width - mark.count).enumerated() {
      write((number == 0 ? mark : String(repeating: " ", count: mark.count)) + line)
    }
  }

  /// Ends the scene with the count of its promises.
  func close() {
    write("")
    if brokenPromises.isEmpty {
      write("All \(promises) promises of this scene were kept.")
    } else {
      write(emphasised("\(brokenPromises.count) of \(promises) promises were BROKEN."))
    }
  }

  private func head(_ heading: String, underlinedWith stroke: String) {
    write("")
    write(emphasised(heading))
    write(String(repeating: stroke, count: min(Self.width, heading.count)))
    last = .heading
  }

  private func emphasised(_ text: String) -> String {
    isTerminal ? "\u{1B}[1m\(text)\u{1B}[0m" : text
  }
}
