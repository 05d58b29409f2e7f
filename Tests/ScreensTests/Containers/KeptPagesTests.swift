import StagecraftTestKit
import Testing

@testable import StagecraftScreens

/// Pages that are farther from the open one than `keepReach` are removed.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct KeptPagesTests {
  final class NotePage: Screen<FakeView> {
    static let text = ScreenStateKey<String>("text")

    var text = ""
    let ownName: String?

    init(_ name: String?, in application: ScreenApplication) {
      ownName = name
      super.init(in: application)
    }

    override var restorationName: String? { ownName }
    override func loadView() -> FakeView { FakeView("note") }

    override func saveState(into state: inout ScreenStateWriter) {
      state.save(text, for: Self.text)
    }

    override func restoreState(from state: ScreenStateReader) {
      text = state.value(for: Self.text) ?? ""
    }
  }

  let application = ScreenApplication()

  private func makePages(named: Bool = true) -> PageScreen<FakeView> {
    let pages = PageScreen(count: 9, stage: RecorderStage(), in: application) { position in
      NotePage(named ? "page \(position)" : nil, in: application)
    }
    pages.preloadReach = 0
    return pages
  }

  private func show(_ pages: PageScreen<FakeView>) -> ScreenWindow<FakeView> {
    let window = ScreenWindow(root: pages, stage: RecorderStage(), in: application)
    window.open()
    return window
  }

  private func made(_ pages: PageScreen<FakeView>) -> [Int] {
    (0..<9).filter { pages.pageIfMade(at: $0) != nil }
  }

  @Test
  func allPagesAreKeptUnlessAReachIsSet() {
    let pages = makePages()
    let window = show(pages)
    for position in 1..<9 { pages.turn(to: position) }
    #expect(made(pages) == Array(0..<9))
    pages.keepReach = 1
    #expect(made(pages) == [7, 8])
    withExtendedLifetime(window) {}
  }

  @Test
  func farPagesAreRemovedAndDestroyedAfterEachTurn() {
    let pages = makePages()
    pages.keepReach = 2
    let window = show(pages)
    weak let first = pages.openPage
    for position in 1..<9 { pages.turn(to: position) }
    #expect(made(pages) == [6, 7, 8])
    #expect(first == nil && pages.openPosition == 8)
    #expect(application.liveScreens.count == 5)
    withExtendedLifetime(window) {}
  }

  @Test
  func aNamedPageIsAsTheUserLeftIt() {
    for isNamed in [true, false] {
      let pages = makePages(named: isNamed)
      pages.keepReach = 0
      let window = show(pages)
      (pages.openPage as? NotePage)?.text = "underlined"
      pages.turn(to: 1)
      #expect(made(pages) == [1])
      pages.turn(to: 0)
      #expect((pages.openPage as? NotePage)?.text == (isNamed ? "underlined" : ""))
      withExtendedLifetime(window) {}
    }
  }

  @Test
  func noPageIsRemovedWhileAFarOneIsHeld() {
    let pages = makePages()
    pages.keepReach = 0
    let window = show(pages)
    let hold = pages.openPage?.hold("text being edited")
    pages.turn(to: 1)
    pages.turn(to: 2)
    #expect(made(pages) == [0, 1, 2])
    hold?.release()
    pages.turn(to: 3)
    #expect(made(pages) == [3])
    withExtendedLifetime(window) {}
  }

  @Test
  func pagesThatAreLoadedAheadAreKept() {
    let pages = makePages()
    pages.preloadReach = 2
    pages.keepReach = 0
    let window = show(pages)
    pages.turn(to: 4)
    #expect(made(pages) == [2, 3, 4, 5, 6])
    withExtendedLifetime(window) {}
  }
}
