internal import Foundation
internal import Stagecraft
internal import StagecraftTestKit

// A process that is killed, and the next one.
extension TabsGuest {
  /// Uses the app, writes down its state, and is killed.
  func save(to path: String) async -> Int32 {
    let app = RestartedApp()
    app.window.open()
    app.use()
    do {
      try await app.window.saveState(to: StateFile(path: path))
    } catch {
      Self.say("\(error)")
      return 1
    }
    for line in app.lines { Self.say(line) }
    // Not a word to anybody.
    kill(getpid(), SIGKILL)
    return 1
  }

  /// Begins with what another process has left.
  func restore(from path: String) async -> Int32 {
    let app = RestartedApp()
    guard let archive = await StateFile(path: path).read().archive else { return 1 }
    let report = app.window.restore(from: archive, catalog: app.catalog)
    app.window.open()
    for line in app.lines { Self.say(line) }
    for loss in report.losses { Self.say("\(loss)") }
    return report.isComplete ? 0 : 1
  }
}

/// The app as both processes make it: nothing but the catalogue and its tabs.
@MainActor
private final class RestartedApp {
  private let application = ScreenApplication()
  private let stack: NavigationScreen<FakeView>
  private let tabs: TabScreen<FakeView>
  let window: ScreenWindow<FakeView>
  let catalog = ScreenCatalog()

  init() {
    let application = application
    func page(_ title: String) -> TabPage {
      TabPage(
        LibraryTab(title: title, initialLabel: "nothing yet", changedLabel: "", bytes: 0),
        in: application)
    }
    stack = NavigationScreen(root: page("Catalogue"), stage: RecorderStage(), in: application)
    tabs = TabScreen([page("Loans"), stack], stage: RecorderStage(), in: application)
    window = ScreenWindow(root: tabs, stage: RecorderStage(), in: application)
    for title in ["Author", "Book", "Review"] { catalog.register(title) { _ in page(title) } }
  }

  /// What the user does: another tab, three screens further, and a word on each.
  func use() {
    tabs.select(1)
    for title in ["Author", "Book", "Review"] {
      stack.push(
        TabPage(
          LibraryTab(title: title, initialLabel: "nothing yet", changedLabel: "", bytes: 0),
          in: application))
    }
    for (number, page) in pages.enumerated() { page.view.text = "word \(number + 1)" }
  }

  /// What the user sees, and what is under it.
  var lines: [String] {
    let selected = tabs.selectedIndex ?? -1
    return ["tab \(selected), on the screen: \(window.view.visibleTexts.joined(separator: ", "))"]
      + pages.map { page in "\(page.name): \(page.view.text)" }
  }

  private var pages: [TabPage] { stack.screens.compactMap { $0 as? TabPage } }
}
