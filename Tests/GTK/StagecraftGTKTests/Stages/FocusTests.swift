#if GTK
import StagecraftGTKTestKit
import StagecraftScreens
import StagecraftTestKit
import Testing

@testable import StagecraftGTK

extension WindowTests {
  @MainActor
  @Suite("Keyboard focus", .timeLimit(.minutes(2)))
  struct FocusTests {
    init() { GTKTest.prepare() }

    private func frames(_ window: ScreenWindow<Widget>) async throws {
      try await window.view.nextFrames(3)
    }

    @Test(arguments: [false, true])
    func aStackKeepsTheFocusOfEachScreen(animates: Bool) async throws {
      GTKTest.animates = animates
      let scenario = Scenario()
      do {
        let (a, b) = (scenario.screen("A"), scenario.screen("B"))
        let stack = NavigationScreen(root: a, stage: StackStage(), in: scenario.application)
        let window = try await scenario.window(stack)
        a.secondEntry?.grabFocus()
        try await frames(window)
        _ = await stack.push(b).outcome
        try await frames(window)
        #expect(b.entry?.containsFocus == true, "The first that accepts it.")
        b.secondEntry?.grabFocus()
        _ = await stack.pop().outcome
        try await frames(window)
        #expect(a.secondEntry?.containsFocus == true)
        _ = await stack.push(b).outcome
        try a.unloadView()
        _ = await stack.pop().outcome
        try await frames(window)
        #expect(a.secondEntry?.containsFocus == true, "In the new view, by its position.")
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func aLeafletKeepsTheFocusOfEachScreen() async throws {
      GTKTest.animates = true
      let scenario = Scenario()
      do {
        let (a, b) = (scenario.screen("A"), scenario.screen("B"))
        let stack = NavigationScreen(root: a, stage: LeafletStage(), in: scenario.application)
        let window = try await scenario.window(stack)
        a.secondEntry?.grabFocus()
        try await frames(window)
        _ = await stack.push(b).outcome
        try await frames(window)
        try a.unloadView()
        (stack.view.children.last as? Leaflet)?.navigateBack()
        #expect(await GTKTest.until { a.appearance == .visible })
        try await frames(window)
        #expect(a.secondEntry?.containsFocus == true)
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func tabsKeepTheFocusOfTheirScreensThroughUnloads() async throws {
      let scenario = Scenario()
      do {
        let (a, b) = (scenario.screen("A"), scenario.screen("B"))
        let stack = NavigationScreen(root: a, stage: StackStage(), in: scenario.application)
        let tabs = TabScreen([stack, b], stage: TabStage(), in: scenario.application)
        let window = try await scenario.window(tabs)
        let bar = try #require(tabs.view.first(named: "tabs") as? TabBar)
        a.secondEntry?.grabFocus()
        try await frames(window)
        // A click takes the focus to the tab.
        bar.children[1].grabFocus()
        bar.click(1)
        try await frames(window)
        b.secondEntry?.grabFocus()
        bar.children[0].grabFocus()
        bar.click(0)
        try await frames(window)
        #expect(a.secondEntry?.containsFocus == true)
        bar.click(1)
        try await frames(window)
        #expect(b.secondEntry?.containsFocus == true)
        try a.unloadView()
        try stack.unloadView()
        bar.click(0)
        try await frames(window)
        #expect(a.secondEntry?.containsFocus == true)
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func pagesKeepTheFocus() async throws {
      let scenario = Scenario()
      do {
        let pages = PageScreen(
          count: 4, stage: CarouselStage(), in: scenario.application
        ) { scenario.screen("Page \($0)") }
        let window = try await scenario.window(pages)
        try await frames(window)
        (pages.openPage as? FormScreen)?.secondEntry?.grabFocus()
        _ = await pages.turn(to: 1).outcome
        try await frames(window)
        #expect((pages.openPage as? FormScreen)?.secondEntry?.containsFocus == false)
        _ = await pages.turn(to: 0).outcome
        try await frames(window)
        #expect((pages.openPage as? FormScreen)?.secondEntry?.containsFocus == true)
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func sheetsAndCoversGiveTheFocusBack() async throws {
      let scenario = Scenario()
      do {
        let (a, sheet, cover) = (
          scenario.screen("A"), scenario.screen("Sheet"), scenario.screen("Cover")
        )
        let window = try await scenario.window(a)
        a.secondEntry?.grabFocus()
        try await frames(window)
        _ = await a.present(sheet, as: .sheet).outcome
        try await frames(window)
        sheet.secondEntry?.grabFocus()
        try await frames(window)
        _ = await sheet.present(cover, as: .full).outcome
        try await frames(window)
        try a.unloadView()
        try sheet.unloadView()
        _ = await cover.dismiss().outcome
        try await frames(window)
        #expect(sheet.secondEntry?.containsFocus == true)
        _ = await sheet.dismiss().outcome
        try await frames(window)
        #expect(a.secondEntry?.containsFocus == true)
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func aPreviousContainerThatLeavesTakesNothing() async throws {
      let scenario = Scenario()
      do {
        let ids = [scenario.screen("A").id, scenario.screen("B").id]
        let (old, first, second) = (Box(), Entry(), Entry())
        let new = Box(.vertical, [first, second])
        let window = TestWindow(Box(.vertical, [old, new]))
        let memory = FocusMemory()
        memory.watch(old)
        memory.watch(new)
        try await window.open()
        memory.didShow(ids[0], new)
        try await window.nextFrames(3)
        old.isVisible = false
        second.grabFocus()
        memory.didShow(ids[1], first)
        first.grabFocus()
        memory.didShow(ids[0], new)
        try await window.nextFrames(3)
        #expect(second.containsFocus, "The focus of the new container was noted.")
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func theCursorStaysWhereItWas() async throws {
      let scenario = Scenario()
      do {
        let (a, b) = (scenario.screen("A"), scenario.screen("B"))
        let stack = NavigationScreen(root: a, stage: StackStage(), in: scenario.application)
        let window = try await scenario.window(stack)
        let entry = try #require(a.entry)
        entry.text = "Half a sentence"
        entry.grabFocus()
        entry.cursor = 4
        try await frames(window)
        _ = await stack.push(b).outcome
        _ = await stack.pop().outcome
        try await frames(window)
        #expect(entry.containsFocus && entry.cursor == 4)
        window.close()
      }
      await scenario.expectCleanEnd()
    }
  }
}
#endif
