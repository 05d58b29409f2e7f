import StagecraftTestKit
import Testing

@testable import StagecraftScreens

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct TabScreenTests {
  let theatre = Theatre()
  let stage: RecorderStage<FakeView>
  let tabs: TabScreen<FakeView>

  init() {
    stage = theatre.stage()
    tabs = TabScreen([theatre.a, theatre.b], stage: stage, in: theatre.application)
    theatre.show(tabs)
    theatre.recorder.clear()
  }

  @Test
  func viewsAreLoadedWhenATabIsFirstSelected() {
    #expect(theatre.a.isViewLoaded && !theatre.b.isViewLoaded)
    tabs.select(theatre.b)
    #expect(tabs.selectedIndex == 1 && theatre.b.isForeground)
    #expect(tabs.distance(to: theatre.a) == 1 && tabs.distance(to: theatre.b) == 0)
    theatre.check()
  }

  @Test
  func hiddenTabsAreAddedAndRemovedWithoutSteps() {
    tabs.add(theatre.c, at: 0)
    #expect(tabs.selectedScreen === theatre.a && tabs.selectedIndex == 1)
    tabs.remove(theatre.b)
    #expect(
      theatre.lines() == ["C.willMove+", "C.didMove+", "B.willMove-", "B.didMove-"])
    #expect(
      stage.calls.suffix(2) == [
        .arrange(visible: [theatre.a.id], count: 3), .arrange(visible: [theatre.a.id], count: 2),
      ])
    theatre.check()
  }

  @Test
  func theSelectedTabIsRemoved() {
    tabs.remove(theatre.a)
    #expect(
      theatre.lines() == [
        "A.willMove-", "B.load", "A.wD-", "B.wA", "A.dD-", "B.dA", "A.didMove-",
      ])
    tabs.remove(theatre.b)
    #expect(tabs.selectedScreen == nil && tabs.children.isEmpty)
    #expect(tabs.remove(theatre.b).outcomeIfOver == .refused(.isUnknown))
    tabs.add(theatre.c)
    #expect(theatre.c.isForeground)
    theatre.check()
  }

  @Test
  func oneOrAllAreReplaced() {
    tabs.replace(theatre.a, with: theatre.c)
    #expect(theatre.c.isForeground && theatre.a.parent == nil)
    tabs.setScreens([theatre.a, theatre.b])
    #expect(tabs.selectedScreen === theatre.a && theatre.c.parent == nil)
    tabs.setScreens([theatre.b, theatre.a])
    #expect(tabs.selectedIndex == 1 && theatre.a.isForeground)
    #expect(tabs.setScreens([theatre.b, theatre.a]).outcomeIfOver == .completed)
    theatre.check()
  }

  @Test
  func aTitleReachesTheStage() {
    stage.clearCalls()
    theatre.b.title = "Books"
    #expect(stage.calls == [.arrange(visible: [theatre.a.id], count: 2)])
    stage.animation = .byHand
    tabs.select(1, animated: true)
    stage.clearCalls()
    theatre.b.title = "Novels"
    #expect(stage.calls.isEmpty, "It does not disturb a transition.")
    stage.finishAnimation()
    #expect(stage.calls.last == .arrange(visible: [theatre.b.id], count: 2))
    theatre.check()
  }

  /// The view of a tab in the background is unloaded, and the stage releases it.
  @Test
  func aHiddenViewIsUnloaded() throws {
    tabs.select(1)
    try theatre.a.unloadView()
    #expect(tabs.view.subviews.map(\.name) == ["B"])
    tabs.select(0)
    #expect(tabs.view.shownNames == ["stage", "A"])
    stage.animation = .byHand
    tabs.add(theatre.c)
    theatre.c.loadViewIfNeeded()
    tabs.select(1, animated: true)
    #expect(throws: AnyScreen.UnloadRefusal.self) { try theatre.c.unloadView() }
    stage.finishAnimation()
    try theatre.c.unloadView()
    theatre.check()
  }
}
