#if GTK
import StagecraftGTKTestKit
import StagecraftScreens
import StagecraftTestKit
import Testing

@testable import StagecraftGTK

extension WindowTests {
  @MainActor
  @Suite("Tab stage", .timeLimit(.minutes(2)))
  struct TabStageTests {
    init() { GTKTest.prepare() }

    @Test func aClickSelectsATab() async throws {
      let scenario = Scenario()
      do {
        GTKTest.animates = true
        let screens = ["Catalogue", "Branches", "Readers"].map(scenario.screen)
        let tabs = TabScreen(screens, stage: TabStage(), in: scenario.application)
        let window = try await scenario.window(tabs)
        let bar = try #require(tabs.view.first(named: "tabs") as? TabBar)
        let place = try #require(tabs.view.children.last)
        #expect(bar.titles == ["Catalogue", "Branches", "Readers"] && bar.selected == 0)
        bar.click(1)
        bar.click(2)
        #expect(await GTKTest.until { screens[2].appearance == .visible })
        #expect(isInPlace(screens[2], in: place) && !screens[1].view.isMapped)
        #expect(bar.selected == 2)
        try await window.view.nextFrames(2)
        await keepPicture("tabs", of: window.view)
        bar.click(2)
        #expect(tabs.selectedIndex == 2)
        screens[1].title = "Places"
        #expect(bar.titles[1] == "Places")
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test(arguments: [30, 500])
    func manyTabsAreScrolled(count: Int) async throws {
      let scenario = Scenario()
      do {
        let tabs = TabScreen(
          (0..<count).map { scenario.screen("Branch \($0)") }, stage: TabStage(),
          in: scenario.application)
        let window = try await scenario.window(tabs)
        #expect(window.view.width < 600)
        let bar = try #require(tabs.view.first(named: "tabs") as? TabBar)
        let place = try #require(bar.parent)
        for index in [count - 3, 0] {
          _ = await tabs.select(index).outcome
          let isInSight = await GTKTest.until {
            guard let frame = bar.children[index].frame(in: place) else { return false }
            return frame.x > -0.5 && frame.x + frame.width < Double(place.width) + 0.5
          }
          #expect(isInSight, "tab \(index)")
        }
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func longTitlesDoNotWidenTheWindow() async throws {
      let scenario = Scenario()
      do {
        let title = String(repeating: "A long title. ", count: 50)
        let (a, b) = (scenario.screen(title), scenario.screen("B"))
        let stack = NavigationScreen(root: a, stage: StackStage(), in: scenario.application)
        stack.title = title
        let tabs = TabScreen([stack, b], stage: TabStage(), in: scenario.application)
        tabs.title = title
        let window = try await scenario.window(tabs)
        _ = await b.present(scenario.screen(title), as: .sheet).outcome
        try await window.view.nextFrames(2)
        #expect(window.view.width < 600)
        let sheet = try #require((window.view as? StageWindow)?.sheets.first)
        #expect(sheet.width < 600)
        let bar = try #require(tabs.view.first(named: "tabs") as? TabBar)
        #expect(bar.children[0].width < 400, "The title is cut.")
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func whileTheContainerIsBusyTheOldTabStays() async throws {
      let scenario = Scenario()
      do {
        GTKTest.animates = true
        let (a, b, pushed) = (scenario.screen("A"), scenario.screen("B"), scenario.screen("P"))
        let stack = NavigationScreen(root: a, stage: StackStage(), in: scenario.application)
        let tabs = TabScreen([stack, b], stage: TabStage(), in: scenario.application)
        let window = try await scenario.window(tabs)
        let bar = try #require(tabs.view.first(named: "tabs") as? TabBar)
        let push = stack.push(pushed)
        bar.click(1)
        try await window.view.nextFrames(2)
        #expect(!push.isOver && bar.selected == 0 && !b.isViewLoaded)
        #expect(pushed.view.isMapped, "The holder is not empty.")
        #expect(await push.outcome == .completed)
        #expect(await GTKTest.until { b.appearance == .visible })
        #expect(bar.selected == 1 && tabs.selectedIndex == 1)
        let place = try #require(tabs.view.children.last)
        #expect(isInPlace(b, in: place))
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    /// GTK would keep a tab that is removed with the focus, until the window is next drawn.
    @Test func removedTabWithTheFocusIsReleased() async throws {
      let census = Census()
      do {
        let bar = TabBar()
        let window = TestWindow(Box(.vertical, [bar, Entry()]))
        bar.titles = ["A"]
        try await window.open()
        let widgets = WidgetCensus.shared.widgets
        bar.titles = ["A", "B", "C"]
        for count in [2, 1] {
          bar.children[count].grabFocus()
          bar.titles = Array(bar.titles.prefix(count))
        }
        window.isVisible = false
        for _ in 0..<3 { await GTKTest.idle() }
        #expect(WidgetCensus.shared.widgets == widgets)
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func barFollowsAddedRemovedAndReorderedTabs() async throws {
      let scenario = Scenario()
      do {
        let (a, b, c) = (scenario.screen("A"), scenario.screen("B"), scenario.screen("C"))
        let tabs = TabScreen([a, b], stage: TabStage(), in: scenario.application)
        let window = try await scenario.window(tabs)
        let bar = try #require(tabs.view.first(named: "tabs") as? TabBar)
        let place = try #require(tabs.view.children.last)
        tabs.add(c, at: 0)
        #expect(bar.titles == ["C", "A", "B"] && bar.selected == 1)
        tabs.remove(a)
        try await window.view.nextFrames(2)
        #expect(bar.titles == ["C", "B"] && isInPlace(b, in: place))
        tabs.setScreens([b, c])
        #expect(bar.titles == ["B", "C"] && bar.selected == 0)
        tabs.setScreens([])
        try await window.view.nextFrames(2)
        #expect(bar.titles == [] && bar.selected == nil)
        tabs.setScreens([c])
        try await window.view.nextFrames(2)
        #expect(isInPlace(c, in: place))
        window.close()
      }
      await scenario.expectCleanEnd()
    }
  }
}
#endif
