internal import Foundation
internal import Stagecraft
internal import StagecraftTestKit

/// A part of the scene that a separate process plays.
package enum TabsGuest: Guest {
  package static let verb = "tabs-guest"

  /// Calls a `loadView` that asks for the view, which ends the process.
  case recursing
  /// Uses the app, saves its state in a file, and kills the process.
  case saving(path: String)
  /// Opens the app with the state in a file.
  case restoring(path: String)

  /// Plays its part, and returns the exit code.
  @MainActor
  package func run() async -> Int32 {
    switch self {
    case .recursing:
      // The parent reads the runtime's message too.
      dup2(STDOUT_FILENO, STDERR_FILENO)
      HastyScreen(in: ScreenApplication()).loadViewIfNeeded()
      return 1
    case .saving(let path): return await save(to: path)
    case .restoring(let path): return await restore(from: path)
    }
  }

  /// A screen that sets the label while the view is being created.
  private final class HastyScreen: Screen<PageView> {
    override func loadView() -> PageView {
      say("loadView")
      view.text = "Good morning"
      return PageView()
    }
  }

  @MainActor
  private func save(to path: String) async -> Int32 {
    let app = RestartedApp()
    app.window.open()
    app.use()
    do {
      try await app.window.saveState(to: ScreenStateFile(path: path))
      for line in app.lines { say(line) }
    } catch {
      say("\(error)")
    }
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

/// Prints a line at once, because it may be the last one.
private func say(_ line: String) {
  print(line)
  fflush(nil)
}

/// The app that both processes open.
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

  /// What the user sees, and the labels of the screens below.
  var lines: [String] {
    let seen = window.view.visibleTexts.joined(separator: ", ")
    return ["tab \(tabs.selectedIndex ?? -1), on the screen: \(seen)"]
      + pages.map { "\($0.name): \($0.view.text)" }
  }

  private var pages: [TabPage] { stack.screens.compactMap { $0 as? TabPage } }
}

extension TabsScene {
  /// Our `loadView` that asks for the view, in a separate process, because it traps.
  func playTrap(_ narrator: Narrator) async throws {
    let (lines, ending) = try await run(.recursing)
    let message = lines.first { $0.contains("loadView()") }
    narrator.quote(message ?? "")
    let traps = [SIGTRAP, SIGILL, SIGABRT].map { ChildProcess.Ending.killed(signal: $0) }
    let calls = lines.count { $0 == "loadView" }
    narrator.promise(
      "Ours stops in call \(calls), with a message.",
      isKept: calls == 1 && traps.contains(ending) && message != nil)
  }

  /// A process is killed, and the next one restores the app.
  func playRestart(_ narrator: Narrator) async throws {
    narrator.chapter("A process that is killed: ScreenStateFile")
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("stagecraft-tabs-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let first = try await run(.saving(path: path))
    let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    let second = try await run(.restoring(path: path))
    narrator.say("The first process saved \(size) bytes and was killed. The second one shows:")
    narrator.show(second.lines)
    narrator.promise(
      "The second process has the tab, the stack and the labels of the first.",
      isKept: first.ending == .killed(signal: SIGKILL) && second.ending == .exited(0)
        && first.lines == second.lines && first.lines.count == 5)
  }

  /// Runs a part of the scene as a separate process, for a minute at most.
  private func run(
    _ guest: TabsGuest
  ) async throws -> (lines: [String], ending: ChildProcess.Ending) {
    let environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    return try await Task.onThread { [program] in
      Result {
        let child = try ChildProcess(
          "/bin/sh", ["-c", #"ulimit -c 0; exec "$0" "$@""#, program] + guest.arguments,
          environment: environment)
        let end = ContinuousClock.now + .seconds(60)
        var lines: [String] = []
        _ = child.readLines(until: end) { lines.append(String(decoding: $0, as: UTF8.self)) }
        return (lines: lines, ending: child.waitForEnd(until: end))
      }
    }.value.get()
  }
}
