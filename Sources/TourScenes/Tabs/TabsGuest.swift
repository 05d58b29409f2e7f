internal import Foundation
internal import Stagecraft
internal import StagecraftTestKit

/// What a separate process plays of the scene `tabs`.
package enum TabsGuest: Guest {
  package static let verb = "tabs-guest"

  /// A `loadView` that asks for the view: the process ends.
  case recursing
  /// Uses the app, saves its state in a file, and is killed.
  case saving(path: String)
  /// Starts the app with the state in a file.
  case restoring(path: String)

  /// Plays its part, and returns the exit code.
  @MainActor
  package func run() async -> Int32 {
    switch self {
    case .recursing: recurse()
    case .saving(let path): await save(to: path)
    case .restoring(let path): await restore(from: path)
    }
  }

  /// Sets the label while the view is being made.
  private final class HastyScreen: Screen<PageView> {
    override func loadView() -> PageView {
      say("loadView")
      view.text = "Good morning"
      return PageView()
    }
  }

  @MainActor
  private func recurse() -> Never {
    // The parent reads the runtime's message too, and no core file is wanted.
    dup2(STDOUT_FILENO, STDERR_FILENO)
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    #if canImport(Glibc)
    setrlimit(numericCast(RLIMIT_CORE.rawValue), &none)
    #else
    setrlimit(RLIMIT_CORE, &none)
    #endif
    HastyScreen(in: ScreenApplication()).loadViewIfNeeded()
    fatalError("loadView returned.")
  }

  @MainActor
  private func save(to path: String) async -> Int32 {
    let app = RestartedApp()
    app.window.open()
    app.use()
    do {
      try await app.window.saveState(to: ScreenStateFile(path: path))
    } catch {
      say("\(error)")
      return 1
    }
    for line in app.lines { say(line) }
    kill(getpid(), SIGKILL)
    return 1
  }

  @MainActor
  private func restore(from path: String) async -> Int32 {
    let app = RestartedApp()
    guard let archive = await ScreenStateFile(path: path).read().archive else { return 1 }
    let report = app.window.restore(from: archive, catalog: app.catalog)
    app.window.open()
    for line in app.lines + report.losses.map({ "\($0)" }) { say(line) }
    return report.isComplete ? 0 : 1
  }
}

/// Prints a line at once: it may be the last one.
private func say(_ line: String) {
  print(line)
  fflush(nil)
}

/// The app as both processes start it.
@MainActor
private final class RestartedApp {
  let window: ScreenWindow<FakeView>
  let catalog = ScreenCatalog()
  private let stack: NavigationScreen<FakeView>
  private let tabs: TabScreen<FakeView>
  private let page: (String) -> TabPage

  init() {
    let application = ScreenApplication()
    let page = { TabPage(LibraryTab($0, "nothing yet"), in: application) }
    stack = NavigationScreen(root: page("Catalogue"), stage: RecorderStage(), in: application)
    tabs = TabScreen([page("Loans"), stack], stage: RecorderStage(), in: application)
    window = ScreenWindow(root: tabs, stage: RecorderStage(), in: application)
    for title in ["Author", "Book", "Review"] { catalog.register(title) { _ in page(title) } }
    self.page = page
  }

  /// Selects the second tab, pushes three screens, and writes a word on each.
  func use() {
    tabs.select(1)
    for title in ["Author", "Book", "Review"] { stack.push(page(title)) }
    for (number, page) in pages.enumerated() { page.view.text = "word \(number + 1)" }
  }

  /// What the user sees, and what is under it.
  var lines: [String] {
    let seen = window.view.visibleTexts.joined(separator: ", ")
    return ["tab \(tabs.selectedIndex ?? -1), on the screen: \(seen)"]
      + pages.map { "\($0.name): \($0.view.text)" }
  }

  private var pages: [TabPage] { stack.screens.compactMap { $0 as? TabPage } }
}
