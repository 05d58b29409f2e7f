internal import Stagecraft
internal import StagecraftTestKit

/// A view that was let go of, and that somebody keeps.
@MainActor
struct KeptAlive {
  struct Report: Sendable {
    /// What was said of it.
    var sentence: String?
    /// Who keeps it, as that was said.
    var holders: [String] = []
    /// Whether it was alive after it was unloaded.
    var isAlive = false
    /// The same, when the property was bound to the view.
    var isAliveWhenBound = false
    var sentenceWhenBound: String?
  }

  /// Keeps what it has shown, beside the view.
  final class AlbumScreen: Screen<PageView> {
    /// What was forgotten to be let go of.
    private var lastShown: PageView?

    override func loadView() -> PageView { PageView(bytes: 4096) }
    override func viewDidLoad() { lastShown = view }
  }

  /// The same, with a property that is bound to the view.
  final class TidyAlbumScreen: Screen<PageView> {
    @ViewBound private var lastShown: PageView?

    override func loadView() -> PageView { PageView(bytes: 4096) }
    override func viewDidLoad() { lastShown = view }
  }

  func run() async -> Report {
    var report = Report()
    (report.isAlive, report.holders, report.sentence) = await unload { AlbumScreen(in: $0) }
    (report.isAliveWhenBound, _, report.sentenceWhenBound) = await unload {
      TidyAlbumScreen(in: $0)
    }
    return report
  }

  /// Has a screen make its view and give it back, and listens.
  private func unload(
    _ make: (ScreenApplication) -> Screen<PageView>
  ) async -> (isAlive: Bool, holders: [String], sentence: String?) {
    let application = ScreenApplication()
    application.searchesForHolders = true  // also in a release build, as the tour is
    let screen = make(application)
    let (leaks, teller) = AsyncStream.makeStream(of: ViewLeak.self)
    let observation = application.observe { event in
      if case .viewOutlived(let found) = event.kind { teller.yield(found) }
    }
    screen.loadViewIfNeeded()
    weak let view = screen.viewIfLoaded
    try? screen.unloadView()
    let isAlive = view != nil
    // A view that lives on is reported a second later.
    var leak: ViewLeak?
    if isAlive {
      for await found in leaks {
        leak = found
        break
      }
    }
    withExtendedLifetime((observation, screen)) {}
    return (isAlive, leak?.holders ?? [], leak.map { "\($0)" })
  }
}
