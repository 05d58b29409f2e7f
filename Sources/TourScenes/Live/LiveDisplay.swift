internal import Foundation
internal import Stagecraft

/// Shows a board at the end of a terminal's output, and replaces the picture while the board changes.
///
/// A thread draws, as scenes keep the main actor busy. Each picture is one write, and the cursor
/// stays visible below it: a process that is killed leaves the terminal as it was.
final class LiveDisplay: Sendable {
  /// What is on the terminal, whose lock is held during a write, which may block.
  private struct State: Sendable {
    /// The number of columns of each line of the last picture.
    var drawn: [Int] = []
    var hasBlankLine: Bool
    var hasEnded = false
  }

  private static let period: TimeInterval = 0.05
  private let terminal: Terminal
  private let start = ContinuousClock.now
  private let board = Locked(LiveBoard())
  private let state: Locked<State>

  init(_ terminal: Terminal, isBelowHeading: Bool) {
    self.terminal = terminal
    state = Locked(State(hasBlankLine: !isBelowHeading))
  }

  private var now: Duration { .now - start }

  func update(_ body: (inout LiveBoard, Duration) -> Void) {
    board.withLock { body(&$0, now) }
  }

  func begin() {
    Thread.detachNewThread { [weak self] in
      while self?.drawUnlessEnded() == true { Thread.sleep(forTimeInterval: Self.period) }
    }
  }

  private func drawUnlessEnded() -> Bool {
    state.withLock { state in
      guard !state.hasEnded else { return false }
      draw(&state, isLast: false)
      return true
    }
  }

  /// Removes the picture, prints, and draws the picture below.
  func interrupt(_ print: () -> Void) {
    state.withLock { state in
      terminal.write(erasing(&state))
      print()
      state.hasBlankLine = true
      draw(&state, isLast: false)
    }
  }

  /// Leaves the last picture, or removes it.
  func end(isKept: Bool) {
    state.withLock { state in
      state.hasEnded = true
      if !isKept || !draw(&state, isLast: true) { terminal.write(erasing(&state)) }
    }
  }

  /// Returns false if there is nothing to draw.
  @discardableResult
  private func draw(_ state: inout State, isLast: Bool) -> Bool {
    let board = board.withLock { $0 }
    if board.isEmpty { return false }
    let size = terminal.size()
    // The last column stays empty: some terminals go to the next line when it is written.
    let width = max(1, min(80, size.columns) - 1)
    // The last picture is not replaced, and may be higher than the terminal.
    let height = isLast ? nil : max(1, size.rows - 2)
    let picture = board.picture(width: width, height: height, at: now)
    var text = erasing(&state, columns: size.columns)
    if state.hasBlankLine { text += "\n" }
    for line in picture { text += (terminal.hasColors ? line.colored : line.text) + "\n" }
    terminal.write(text)
    state.drawn = (state.hasBlankLine ? [0] : []) + picture.map(\.columns)
    return true
  }

  private func erasing(_ state: inout State, columns: Int? = nil) -> String {
    defer { state.drawn = [] }
    let columns = max(1, columns ?? terminal.size().columns)
    // A terminal that became narrower has wrapped the lines.
    let rows = state.drawn.reduce(0) { $0 + max(1, ($1 + columns - 1) / columns) }
    return rows == 0 ? "" : "\r\u{1B}[\(rows)A\u{1B}[J"
  }
}
