internal import Stagecraft
internal import StagecraftTestKit

/// A stack four deep, of which the user sees the top, while memory runs short.
@MainActor
struct DeepStack {
  struct Report: Sendable {
    /// The screens, from the bottom to the top.
    var screens: [String] = []
    /// Those whose views went when memory was short, in their order.
    var gone: [String] = []
    /// Those that stayed then, with the reason.
    var spared: [String] = []
    /// Those whose views went when it was critically short, while one was held.
    var goneWhileHeld: [String] = []
    /// Those that stayed then, with the reason.
    var held: [String] = []
    /// Those whose views went when that was held no longer.
    var goneAtLast: [String] = []
    /// What the user read on the way up, from the second screen to the top.
    var written: [String] = []
    /// What the user read on the way back, from the top to the second screen.
    var read: [String] = []
  }

  func run() -> Report {
    let application = ScreenApplication()
    let pages = Self.tabs.map { TabPage($0, in: application) }
    let stack = NavigationScreen(root: pages[0], stage: RecorderStage(), in: application)
    let window = ScreenWindow(root: stack, stage: RecorderStage(), in: application)
    window.open()
    for page in pages.dropFirst() { stack.push(page) }
    for page in pages { page.view.text = page.tab.changedLabel }

    var report = Report(screens: pages.map(\.tab.title))
    var gone: [String] = []
    var kept: [String] = []
    let observation = application.observe { event in
      switch event.kind {
      case .unloaded: gone.append(event.name)
      case .kept(let reason): kept.append("\(event.name): \(reason)")
      default: break
      }
    }
    func unload(at level: PressureLevel) -> (gone: [String], kept: [String]) {
      (gone, kept) = ([], [])
      application.unloadHiddenViews(at: level)
      return (gone, kept)
    }
    (report.gone, report.spared) = unload(at: .high)
    // Something is not finished on the screen right under the top.
    let editing = pages[2].hold("a note is being written")
    (report.goneWhileHeld, report.held) = unload(at: .critical)
    editing.release()
    report.goneAtLast = unload(at: .critical).gone

    report.written = pages.dropFirst().map(\.tab.changedLabel)
    while stack.screens.count > 1 {
      report.read += window.view.visibleTexts
      stack.pop()
    }
    withExtendedLifetime(observation) {}
    return report
  }

  /// What is on the way from the catalogue to a review.
  private static let tabs = [
    LibraryTab(
      title: "Catalogue", initialLabel: "All books", changedLabel: "Novels, by year", bytes: 4096),
    LibraryTab(
      title: "Author", initialLabel: "No notes", changedLabel: "Read all six of her", bytes: 4096),
    LibraryTab(
      title: "Book", initialLabel: "Page 1", changedLabel: "Page 214", bytes: 4096),
    LibraryTab(
      title: "Review", initialLabel: "Write here", changedLabel: "Four stars, because", bytes: 4096),
  ]
}
