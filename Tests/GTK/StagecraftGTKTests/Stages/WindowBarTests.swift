#if GTK
import StagecraftGTKTestKit
import StagecraftScreens
import StagecraftTestKit
import Testing

@testable import StagecraftGTK

extension WindowTests {
  @MainActor
  @Suite("Bar of a window", .timeLimit(.minutes(2)))
  struct WindowBarTests {
    init() { GTKTest.prepare() }

    private func bars(in widget: Widget) -> [HeaderBar] {
      let own = (widget as? HeaderBar).map { [$0] } ?? []
      return (own + widget.children.flatMap(bars)).filter(\.isMapped)
    }

    private func stack(_ root: AnyScreen, _ scenario: Scenario) -> NavigationScreen<Widget> {
      NavigationScreen(root: root, stage: StackStage(), in: scenario.application)
    }

    @Test func aStackInATabUsesTheBarOfTheWindow() async throws {
      let scenario = Scenario()
      do {
        let (a, b, orders) = (
          scenario.screen("Catalogue"), scenario.screen("Emma"), scenario.screen("Orders")
        )
        let stack = stack(a, scenario)
        let tabs = TabScreen([stack, orders], stage: TabStage(), in: scenario.application)
        tabs.title = "City Library"
        let window = try await scenario.window(tabs)
        let bar = try #require(window.view as? StageWindow).bar
        #expect(bars(in: window.view).map(ObjectIdentifier.init) == [ObjectIdentifier(bar)])
        #expect(bar.title == "Catalogue")
        let back = try backButton(of: stack)
        #expect(!back.isVisible && back.parent === bar)

        let (borrow, list) = (Button("Borrow"), Button("List"))
        b.view.barActions = [borrow, list]
        _ = await stack.push(b).outcome
        try await window.view.nextFrames(2)
        #expect(bar.title == "Emma" && back.isMapped && borrow.isMapped && list.isMapped)
        let places = [borrow, list].compactMap { $0.frame(in: bar)?.x }
        #expect(places.count == 2 && places[0] < places[1], "They are in their order.")
        #expect(bars(in: window.view).count == 1)
        await keepPicture("window-bar", of: window.view)
        b.view.barActions = [list]
        #expect(borrow.parent == nil && list.parent === bar)

        _ = await tabs.select(1).outcome
        #expect(await GTKTest.until { bar.title == "City Library" })
        #expect(back.parent == nil && list.parent == nil)
        _ = await tabs.select(0).outcome
        #expect(await GTKTest.until { bar.title == "Emma" && list.parent === bar })
        back.click()
        #expect(await GTKTest.until { a.appearance == .visible })
        #expect(bar.title == "Catalogue" && !back.isVisible && list.parent == nil)
        window.close()
        window.open()
        #expect(await GTKTest.until { bar.title == "Catalogue" && back.parent === bar })
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func theBarOfATabThatIsReplacedDuringAnAnimation() async throws {
      let scenario = Scenario()
      do {
        GTKTest.animates = true
        let stacks = ["A", "B"].map { stack(scenario.screen($0), scenario) }
        let tabs = TabScreen(stacks, stage: TabStage(), in: scenario.application)
        let window = try await scenario.window(tabs)
        let bar = try #require(window.view as? StageWindow).bar
        for index in [1, 0, 1] {
          tabs.select(index, animated: true)
          try await window.view.nextFrames(2)
        }
        _ = await tabs.select(1).outcome
        #expect(await GTKTest.until { bar.title == "B" })
        #expect(bar.children.filter { $0.name == "back" }.count == 1)
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func sheetsAndCoversHaveOneBar() async throws {
      let scenario = Scenario()
      do {
        let root = stack(scenario.screen("A"), scenario)
        let window = try await scenario.window(root)
        let stageWindow = try #require(window.view as? StageWindow)
        let cover = stack(scenario.screen("Cover"), scenario)
        _ = await root.present(cover, as: .full).outcome
        #expect(await GTKTest.until { stageWindow.bar.title == "Cover" })
        #expect(bars(in: stageWindow).count == 1)
        let sheet = stack(scenario.screen("Sheet"), scenario)
        _ = await cover.present(sheet, as: .sheet).outcome
        let sheetWindow = try #require(stageWindow.sheets.first)
        #expect(await GTKTest.until { sheetWindow.bar.title == "Sheet" })
        #expect(bars(in: sheetWindow).count == 1 && stageWindow.bar.title == "Cover")
        _ = await sheet.push(scenario.screen("More")).outcome
        #expect(sheetWindow.bar.title == "More")
        _ = await sheet.dismiss().outcome
        #expect(stageWindow.bar.title == "Cover")
        _ = await cover.dismiss().outcome
        #expect(await GTKTest.until { stageWindow.bar.title == "A" })
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    /// Several of them are on the screen at once.
    @Test func aStackInAStackAndOnAPageHasABarOfItsOwn() async throws {
      let scenario = Scenario()
      do {
        let inner = stack(scenario.screen("Inner"), scenario)
        let outer = stack(scenario.screen("Outer"), scenario)
        let pages = PageScreen(count: 2, stage: CarouselStage(), in: scenario.application) {
          [self] in stack(scenario.screen("Page \($0)"), scenario)
        }
        let tabs = TabScreen([outer, pages], stage: TabStage(), in: scenario.application)
        let window = try await scenario.window(tabs)
        let bar = try #require(window.view as? StageWindow).bar
        _ = await outer.push(inner).outcome
        let first = scenario.screen("First")
        _ = await inner.push(first).outcome
        try await window.view.nextFrames(2)
        #expect(bars(in: window.view).count == 2)
        #expect(inner.view.first(named: "back")?.isMapped == true)
        #expect(bar.first(named: "back")?.isMapped == true)
        _ = await tabs.select(1).outcome
        let page = try #require(pages.openPage as? NavigationScreen<Widget>)
        #expect(await GTKTest.until { !outer.view.isMapped && page.view.isMapped })
        #expect(bars(in: page.view).map(\.title) == [page.topScreen.title])
        #expect(bar.title == tabs.title && bar.first(named: "back") == nil)
        window.close()
      }
      await scenario.expectCleanEnd()
    }
  }
}
#endif
