import StagecraftTestKit
import Testing

@testable import StagecraftScreens

/// A stage that asks for visible screens only does not pay for the others.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct StageLazinessTests {
  /// A screen that counts how often its title is read.
  final class CountingScreen: Screen<FakeView> {
    private(set) var readCount = 0

    override var title: String {
      get {
        readCount += 1
        return super.title
      }
      set { super.title = newValue }
    }

    override func loadView() -> FakeView { FakeView() }

    func takeReadCount() -> Int {
      defer { readCount = 0 }
      return readCount
    }
  }

  @Test
  func readingVisibleItemsTouchesNoOtherScreen() {
    let application = ScreenApplication()
    var arranged = 0
    let stage = ClosureStage<FakeView>(
      makeView: { FakeView() },
      show: { _, scene in arranged += scene.visibleItems.compactMap(\.view).count })
    let screens = (0..<100).map { _ in CountingScreen(in: application) }
    let stack = NavigationScreen(root: screens[0], stage: stage, in: application)
    let window = ScreenWindow(root: stack, stage: RecorderStage(), in: application)
    stack.setScreens(Array(screens[..<99]))
    window.open()
    for screen in screens { _ = screen.takeReadCount() }
    arranged = 0
    stack.push(screens[99])
    #expect(arranged == 1)
    #expect(screens[99].takeReadCount() > 0, "It is visible.")
    stack.pop()
    #expect(arranged == 2)
    for screen in screens[..<98] { #expect(screen.takeReadCount() == 0) }
    #expect(screens[98].takeReadCount() > 0, "It is visible again.")
  }

  /// The table of all screens may have become shorter than it was when the scene was made.
  @Test
  func aSceneOfDestroyedScreens() {
    let application = ScreenApplication()
    var scenes: [ScreenStageScene<FakeView>] = []
    do {
      let screens = (0..<1_000).map { _ in CountingScreen(in: application) }
      let stage = ClosureStage<FakeView>(
        makeView: { FakeView() }, show: { scenes.append($1) })
      let tabs = TabScreen(screens, stage: stage, in: application)
      tabs.loadViewIfNeeded()
    }
    #expect(scenes.last?.items.count == 1_000)
    #expect(scenes.last?.visibleItems.isEmpty == true)
    #expect(scenes.last?.items.allSatisfy { $0.view == nil && $0.title.isEmpty } == true)
  }
}
