internal import Stagecraft

/// Prints a scene, in at most 100 columns, and counts its claims.
///
/// Each claim is checked. It is a promise of Stagecraft, or an observation of what the textbook's
/// way does.
@MainActor
package final class Narrator {
  /// What was printed last; blank lines separate blocks.
  private enum Block { case heading, text, figures, picture, claim }
  /// How many columns a line of text has at most.
  let width: Int
  private(set) var allClaims: [Claim] = []
  var onClaim: (Claim) -> Void = { _ in }
  private let scene: String
  private var part = ""
  private var last = Block.heading
  private let timeline: Timeline?
  private let terminal: Terminal?
  private let print: (String) -> Void
  /// What is shown below the printed lines.
  private var display: LiveDisplay?

  /// Creates a narrator that prints lines with `write`, which go to the terminal, if there is one.
  init(
    scene: String = "", timeline: Timeline? = nil, terminal: Terminal? = nil,
    write: @escaping (String) -> Void
  ) {
    self.scene = scene
    self.timeline = timeline
    self.terminal = terminal
    width = terminal.map { min(100, max(20, $0.size().columns)) } ?? 100
    print = write
  }

  var claims: Int { allClaims.count }
  var failedClaims: [String] { allClaims.filter { !$0.holds }.map(\.claim) }

  private func write(_ line: String) {
    if let display { display.interrupt { print(line) } } else { print(line) }
  }

  /// Opens the scene, or a part of it.
  func chapter(_ heading: String, underlinedWith stroke: String = "-") {
    part = heading
    write("")
    write(emphasized(heading))
    write(String(repeating: stroke, count: min(width, heading.count)))
    last = .heading
  }

  private func emphasized(_ text: String) -> String {
    terminal?.hasColors == true ? "\u{1B}[1m\(text)\u{1B}[0m" : text
  }

  private func begin(_ block: Block) {
    if block == .text ? last != .heading : last != block { write("") }
    last = block
  }

  /// Prints a paragraph, wrapped.
  func say(_ text: String) {
    begin(.text)
    for line in text.wrapped(to: width) { write(line) }
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
    for line in text.wrapped(to: width - 2) { show(line) }
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
    claim(text, .promise, holds: isKept, mark: isKept ? "  kept    " : "  BROKEN  ")
  }

  /// States what was observed of the textbook's way, and whether it is seen.
  func observation(_ text: String, isSeen: Bool) {
    claim(text, .observation, holds: isSeen, mark: isSeen ? "  seen    " : "  UNSEEN  ")
  }

  private func claim(_ text: String, _ kind: Claim.Kind, holds: Bool, mark: String) {
    begin(.claim)
    let claim = Claim(scene: scene, part: part, kind: kind, claim: text, holds: holds)
    allClaims.append(claim)
    onClaim(claim)
    for (number, line) in text.wrapped(to: width - mark.count).enumerated() {
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

  // MARK: While it plays

  /// Whether parts of the scene are shown while they play, and should take long enough to be seen.
  var isWatched: Bool { terminal != nil }

  /// Records an object for the report, if one is wanted.
  func record(_ source: some TimelineSource, as name: String) {
    timeline?.record(source, as: full(name))
  }

  /// Records a list for the report, if one is wanted.
  func record(_ list: some RowsReading, as name: String) {
    timeline?.record(list, as: full(name))
  }

  /// Records the screens of an application for the report, if one is wanted.
  func record(_ application: ScreenApplication, as name: String) {
    timeline?.record(application, as: full(name))
  }

  /// Records a run for the report, if one is wanted; the moment is `now` at its beginning.
  func record(_ trace: OperationTrace, as name: String, startedAt moment: Duration) {
    var trace = trace
    trace.name = full(name)
    timeline?.record(trace, startedAt: moment)
  }

  /// The time of the report.
  var now: Duration { timeline?.now ?? .zero }

  private func full(_ name: String) -> String { "\(scene): \(name)" }

  /// Plays a part that records what happens, and shows that on a terminal meanwhile.
  func live<Result>(
    _ name: String, isKept: Bool = true, _ body: (LiveTrack) async throws -> Result
  ) async rethrows -> Result {
    let display = terminal.map { LiveDisplay($0, isBelowHeading: last == .heading) }
    self.display = display
    display?.begin()
    defer {
      display?.end(isKept: isKept)
      self.display = nil
      if display != nil, isKept { last = .picture }
    }
    return try await body(LiveTrack(timeline?.track(full(name)), display))
  }
}
