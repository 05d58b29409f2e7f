internal import Foundation
internal import Stagecraft
internal import StagecraftTestKit

/// What the scene `tabs` starts as a process of its own.
@MainActor
package struct TabsGuest {
  private let order: TabsGuestOrder

  package init(_ order: TabsGuestOrder) { self.order = order }

  /// Plays its part.
  ///
  /// - Returns: the exit code, if it comes to that.
  package func run() async -> Int32 {
    switch order {
    case .recursing: recurse()
    case .saving(let path): return await save(to: path)
    case .restoring(let path): return await restore(from: path)
    }
  }

  /// Says a line at once: it may be the last.
  static func say(_ line: String) {
    print(line)
    fflush(nil)
  }

  // MARK: The trap

  /// Sets the label where the view is made.
  private final class HastyScreen: Screen<PageView> {
    override func loadView() -> PageView {
      TabsGuest.say("loadView")
      view.text = "Good morning"
      return PageView()
    }
  }

  private func recurse() -> Never {
    // What the runtime says of its end belongs to what is heard, and there is nothing to be kept.
    dup2(STDOUT_FILENO, STDERR_FILENO)
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(Self.coreFiles, &none)
    let screen = HastyScreen(in: ScreenApplication())
    screen.loadViewIfNeeded()
    fatalError("It came back.")
  }

  #if canImport(Glibc)
  private static var coreFiles: __rlimit_resource_t { numericCast(RLIMIT_CORE.rawValue) }
  #else
  private static var coreFiles: Int32 { RLIMIT_CORE }
  #endif
}
