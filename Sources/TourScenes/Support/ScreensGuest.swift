internal import Foundation
internal import Stagecraft
internal import StagecraftTestKit

/// A part of a scene about screens that a separate process plays.
package enum ScreensGuest: Guest {
  package static let verb = "screens-guest"

  /// Calls a `loadView` that asks for the view, which ends the process.
  case recursing
  /// Opens a link, writes on each page, saves the state in a file, and kills the process.
  case saving(link: String, path: String)
  /// Opens the app with the state in a file.
  case restoring(path: String)

  @MainActor
  package func run() async -> Int32 {
    let app = LinkedApp()
    switch self {
    case .recursing:
      // The parent reads the runtime's message too.
      dup2(STDOUT_FILENO, STDERR_FILENO)
      HastyScreen(in: ScreenApplication()).loadViewIfNeeded()
    case .saving(let link, let path):
      app.window.open()
      app.window.show(LinkedApp.navigation(for: link) ?? .any)
      for (number, page) in app.pages.enumerated() { page.view.text = "word \(number + 1)" }
      do {
        try await app.window.saveState(to: ScreenStateFile(path: path))
        for line in app.lines { say(line) }
      } catch {
        say("\(error)")
      }
      kill(getpid(), SIGKILL)
    case .restoring(let path):
      guard let archive = await ScreenStateFile(path: path).read().archive else { return 1 }
      let report = app.window.restore(from: archive, catalog: app.application.catalog)
      app.window.open()
      for line in app.lines + report.losses.map({ "\($0)" }) { say(line) }
      return report.isComplete && archive.navigations == [app.window.navigation] ? 0 : 1
    }
    return 1
  }

  private final class HastyScreen: Screen<PageView> {
    override func loadView() -> PageView {
      say("loadView")
      view.text = "Good morning"
      return PageView()
    }
  }

  /// Lets a separate process play this part, for a minute at most.
  func play(by program: String) async throws -> (lines: [String], ending: ChildProcess.Ending) {
    let environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    return try await Task.onThread { [arguments] in
      Result {
        let child = try ChildProcess(
          "/bin/sh", ["-c", #"ulimit -c 0; exec "$0" "$@""#, program] + arguments,
          environment: environment)
        let end = ContinuousClock.now + .seconds(60)
        var lines: [String] = []
        _ = child.readLines(until: end) { lines.append(String(decoding: $0, as: UTF8.self)) }
        return (lines: lines, ending: child.waitForEnd(until: end))
      }
    }.value.get()
  }
}

/// Prints a line at once, because it may be the last one.
private func say(_ line: String) {
  print(line)
  fflush(nil)
}
