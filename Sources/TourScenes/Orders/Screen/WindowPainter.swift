/// Shows the desk's window as it changes: in its place on a terminal, a few times elsewhere.
@MainActor
final class WindowPainter {
  private let narrator: Narrator
  private let moments: [Int]
  private var painted = 0
  private var last: ContinuousClock.Instant?
  private var height = 0

  /// - Parameters:
  ///   - narrator: prints the window.
  ///   - moments: after how many edits to print it where nothing can be printed over.
  init(on narrator: Narrator, at moments: [Int]) {
    self.narrator = narrator
    self.moments = moments
  }

  /// Shows the window, if it is time for that.
  func paint(_ window: DeskWindow) {
    if narrator.isTerminal {
      let now = ContinuousClock.now
      guard last.map({ now - $0 > .milliseconds(40) }) ?? true else { return }
      last = now
    } else {
      guard moments.indices.contains(painted), window.edits >= moments[painted] else { return }
      painted = moments.count { $0 <= window.edits }
    }
    show(window)
  }

  /// Shows the window, whatever the time.
  func finish(_ window: DeskWindow) {
    show(window)
  }

  private func show(_ window: DeskWindow) {
    let lines = window.lines
    narrator.show(lines, inPlaceOf: narrator.isTerminal ? height : 0)
    height = lines.count
  }
}
