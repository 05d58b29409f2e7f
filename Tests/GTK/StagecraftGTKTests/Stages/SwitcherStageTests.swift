#if GTK
import CAdwaita
import CGTK
import CStageGTK
import StagecraftGTKTestKit
import StagecraftScreens
import StagecraftTestKit
import Testing

@testable import StagecraftGTK

extension WindowTests {
  @MainActor
  @Suite("Switcher stage", .timeLimit(.minutes(2)))
  struct SwitcherStageTests {
    init() { GTKTest.prepare() }

    private func tabs(
      _ titles: [String], _ scenario: Scenario, width: Int = 800
    ) async throws -> (
      screens: [FormScreen], stage: SwitcherStage, tabs: TabScreen<Widget>,
      window: ScreenWindow<Widget>, view: SwitcherView, bar: StageBar
    ) {
      let screens = titles.map(scenario.screen)
      let stage = SwitcherStage()
      for screen in screens { stage[screen].icon = "view-list-symbolic" }
      let tabs = TabScreen(screens, stage: stage, in: scenario.application)
      tabs.title = "City Library"
      let window = try await open(tabs, width, scenario)
      return (
        screens, stage, tabs, window, try #require(tabs.view as? SwitcherView),
        try #require(window.view as? StageWindow).bar
      )
    }

    private func open(
      _ root: AnyScreen, _ width: Int, _ scenario: Scenario
    ) async throws -> ScreenWindow<Widget> {
      let window = ScreenWindow(
        root: root, stage: WindowStage(width: width, height: 400), in: scenario.application)
      window.open()
      try await window.view.nextFrames(3)
      return window
    }

    /// The tabs that the user sees: in the bar of the window, or below.
    private func buttons(in widget: Widget) -> [UnsafeMutablePointer<GtkWidget>] {
      var found: [UnsafeMutablePointer<GtkWidget>] = []
      func walk(_ raw: UnsafeMutablePointer<GtkWidget>) {
        if String(cString: stage_type_name(raw)) == "AdwViewSwitcherButton",
          gtk_widget_get_mapped(raw) != 0
        {
          found.append(raw)
        }
        var child = gtk_widget_get_first_child(raw)
        while let next = child {
          walk(next)
          child = gtk_widget_get_next_sibling(next)
        }
      }
      widget.withRaw { walk($0) }
      return found
    }

    private func click(_ index: Int, in widget: Widget) throws {
      let buttons = buttons(in: widget)
      try #require(buttons.indices.contains(index))
      stage_emit(buttons[index], "clicked")
    }

    private func isPressed(_ index: Int, in widget: Widget) -> Bool {
      let buttons = buttons(in: widget)
      guard buttons.indices.contains(index) else { return false }
      return buttons[index].withMemoryRebound(to: GtkToggleButton.self, capacity: 1) {
        gtk_toggle_button_get_active($0) != 0
      }
    }

    @Test func clicksInTheBarOfTheWindowSelectTabs() async throws {
      let scenario = Scenario()
      do {
        GTKTest.animates = true
        let (screens, stage, tabs, window, view, bar) = try await tabs(
          ["Catalogue", "Loans", "Branches"], scenario)
        stage[screens[1]].badge = 2
        stage[screens[2]].needsAttention = true
        #expect(await GTKTest.until { buttons(in: bar).count == 3 })
        #expect(buttons(in: view).isEmpty, "They are only in the bar.")
        try await window.view.nextFrames(20)
        await keepPicture("switcher", of: window.view)
        #expect(!screens[1].isViewLoaded && !screens[2].isViewLoaded)
        try click(1, in: bar)
        try click(2, in: bar)
        #expect(await GTKTest.until { screens[2].appearance == .visible })
        #expect(tabs.selectedIndex == 2 && view.tabs.selected == 2)
        #expect(isPressed(2, in: bar) && !isPressed(0, in: bar))
        #expect(screens[2].view.isMapped && !screens[1].view.isMapped)
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func tabsShowIconBadgeAndAttention() async throws {
      let scenario = Scenario()
      do {
        let (screens, stage, tabs, window, view, _) = try await tabs(["A", "B"], scenario)
        func page(_ index: Int) -> OpaquePointer? {
          view.tabs.withOpaque { stack in
            view.tabs.children[index].withRaw { adw_view_stack_get_page(stack, $0) }
          }
        }
        stage[screens[1]] = .init(icon: "edit-find-symbolic", badge: 3, needsAttention: true)
        #expect(String(cString: adw_view_stack_page_get_icon_name(page(1))) == "edit-find-symbolic")
        #expect(adw_view_stack_page_get_badge_number(page(1)) == 3)
        #expect(adw_view_stack_page_get_needs_attention(page(1)) != 0)
        #expect(adw_view_stack_page_get_badge_number(page(0)) == 0)
        stage[screens[1]].badge = 0
        screens[1].title = "Places"
        #expect(await GTKTest.until { view.tabs.tabs.map(\.title) == ["A", "Places"] })
        #expect(adw_view_stack_page_get_badge_number(page(1)) == 0)
        // They belong to the screen, and not to the position.
        tabs.setScreens([screens[1], screens[0]])
        #expect(view.tabs.tabs.map(\.icon) == ["edit-find-symbolic", "view-list-symbolic"])
        tabs.remove(screens[0])
        #expect(view.tabs.tabs.count == 1 && view.tabs.selected == 0)
        tabs.setScreens([])
        #expect(view.tabs.tabs.isEmpty && view.tabs.children.isEmpty)
        tabs.add(screens[0])
        try await window.view.nextFrames(2)
        #expect(view.tabs.tabs.map(\.icon) == ["view-list-symbolic"] && screens[0].view.isMapped)
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func inANarrowWindowTheTabsAreAtTheBottom() async throws {
      let scenario = Scenario()
      do {
        let (screens, _, tabs, window, view, bar) = try await tabs(
          ["Catalogue", "Loans", "Branches", "Desk"], scenario, width: 360)
        #expect(await GTKTest.until { buttons(in: view).count == 4 })
        #expect(buttons(in: bar).isEmpty)
        #expect(bar.title == "Catalogue")
        try await window.view.nextFrames(20)
        await keepPicture("switcher-narrow", of: window.view)
        try click(2, in: view)
        #expect(await GTKTest.until { screens[2].appearance == .visible })
        #expect(tabs.selectedIndex == 2 && bar.title == "Branches" && isPressed(2, in: view))
        window.view.withRaw {
          $0.withMemoryRebound(to: GtkWindow.self, capacity: 1) {
            gtk_window_set_default_size($0, 900, 400)
          }
        }
        #expect(await GTKTest.until { buttons(in: bar).count == 4 && buttons(in: view).isEmpty })
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func whileTheContainerIsBusyTheOldTabIsPressed() async throws {
      let scenario = Scenario()
      do {
        GTKTest.animates = true
        let (a, b, pushed) = (scenario.screen("A"), scenario.screen("B"), scenario.screen("P"))
        let stack = NavigationScreen(root: a, stage: StackStage(), in: scenario.application)
        let tabs = TabScreen([stack, b], stage: SwitcherStage(), in: scenario.application)
        let window = try await open(tabs, 800, scenario)
        let view = try #require(tabs.view as? SwitcherView)
        let bar = try #require(window.view as? StageWindow).bar
        let push = stack.push(pushed)
        // The tabs are hidden already; the model receives the click nevertheless.
        view.tabs.onChoose?(1)
        #expect(!push.isOver && view.tabs.selected == 0 && !b.isViewLoaded)
        #expect(await push.outcome == .completed)
        #expect(await GTKTest.until { b.appearance == .visible })
        #expect(tabs.selectedIndex == 1 && view.tabs.selected == 1)
        #expect(await GTKTest.until { isPressed(1, in: bar) })
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    /// A container that cannot follow at once: the tabs go back to what it shows.
    @Test func aTabThatIsNotSelectedIsReleased() async throws {
      let scenario = Scenario()
      do {
        let (_, stage, tabs, window, view, bar) = try await tabs(["A", "B"], scenario)
        view.tabs.onChoose = { [weak view] _ in
          Task { view?.tabs.showSelected() }
        }
        try click(1, in: bar)
        #expect(isPressed(1, in: bar))
        #expect(await GTKTest.until { isPressed(0, in: bar) && !isPressed(1, in: bar) })
        #expect(tabs.selectedIndex == 0)
        window.close()
        withExtendedLifetime(stage) {}
      }
      await scenario.expectCleanEnd()
    }

    @Test func aStackInATabReplacesTheTabsWhileSomethingIsPushed() async throws {
      let scenario = Scenario()
      do {
        let (a, b, pushed) = (scenario.screen("A"), scenario.screen("B"), scenario.screen("P"))
        let stack = NavigationScreen(root: a, stage: StackStage(), in: scenario.application)
        stack.title = "Catalogue"
        let tabs = TabScreen([stack, b], stage: SwitcherStage(), in: scenario.application)
        let window = try await open(tabs, 800, scenario)
        let bar = try #require(window.view as? StageWindow).bar
        #expect(await GTKTest.until { buttons(in: bar).count == 2 })
        let (menu, search, sort, borrow) = (Button("M"), Button("S"), Button("T"), Button("B"))
        tabs.view.barActions = [menu]
        a.view.barStartActions = [search]
        a.view.barActions = [sort]
        #expect(search.isMapped && sort.isMapped && menu.isMapped)
        func x(_ widget: Widget) -> Double { widget.frame(in: bar)?.x ?? -1 }
        try await window.view.nextFrames(2)
        #expect(x(search) < x(sort) && x(sort) < x(menu), "The outer ones are outside.")

        pushed.view.barActions = [borrow]
        pushed.view.barSubtitle = "Jane Austen"
        _ = await stack.push(pushed).outcome
        #expect(await GTKTest.until { buttons(in: tabs.view).isEmpty && buttons(in: bar).isEmpty })
        #expect(bar.title == "P" && bar.subtitle == "Jane Austen")
        #expect(search.parent == nil && sort.parent == nil)
        #expect(borrow.parent === bar && menu.parent === bar)
        try await window.view.nextFrames(20)
        await keepPicture("switcher-pushed", of: window.view)
        try backButton(of: stack).click()
        #expect(await GTKTest.until { buttons(in: bar).count == 2 && search.parent === bar })
        #expect(bar.subtitle == "")

        _ = await tabs.select(1).outcome
        #expect(await GTKTest.until { search.parent == nil && menu.parent === bar })
        #expect(bar.title == "B")
        let review = Button("Review")
        b.view.barActions = [review]
        #expect(review.parent === bar)
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func actionsThatAreSetBeforeTheWindowOpensAreInItsBar() async throws {
      let scenario = Scenario()
      do {
        let tabs = TabScreen(
          [scenario.screen("A"), scenario.screen("B")], stage: SwitcherStage(),
          in: scenario.application)
        let menu = Button("Menu")
        tabs.loadViewIfNeeded()
        tabs.view.barActions = [menu]
        let window = try await open(tabs, 800, scenario)
        let bar = try #require(window.view as? StageWindow).bar
        #expect(await GTKTest.until { menu.parent === bar && menu.isMapped })
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func tabsInAStackAreHiddenWhileSomethingIsPushed() async throws {
      let scenario = Scenario()
      do {
        let (a, b, pushed) = (scenario.screen("A"), scenario.screen("B"), scenario.screen("P"))
        let tabs = TabScreen([a, b], stage: SwitcherStage(), in: scenario.application)
        let stack = NavigationScreen(root: tabs, stage: StackStage(), in: scenario.application)
        let window = try await open(stack, 800, scenario)
        let bar = try #require(window.view as? StageWindow).bar
        #expect(await GTKTest.until { buttons(in: bar).count == 2 })
        _ = await stack.push(pushed).outcome
        #expect(await GTKTest.until { buttons(in: bar).isEmpty && bar.title == "P" })
        try backButton(of: stack).click()
        #expect(await GTKTest.until { buttons(in: bar).count == 2 })
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func underACoverTheTabsLeaveTheBar() async throws {
      let scenario = Scenario()
      do {
        let (screens, _, _, window, _, bar) = try await tabs(["A", "B"], scenario)
        _ = await screens[0].present(scenario.screen("Cover"), as: .full).outcome
        #expect(await GTKTest.until { bar.title == "Cover" && bar.titleWidget == nil })
        window.close()
        window.open()
        _ = await window.dismiss().outcome
        #expect(await GTKTest.until { buttons(in: bar).count == 2 })
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func onAPageTheTabsHaveABarOfTheirOwn() async throws {
      let scenario = Scenario()
      do {
        let pages = PageScreen(count: 2, stage: CarouselStage(), in: scenario.application) { page in
          TabScreen(
            ["A\(page)", "B\(page)"].map(scenario.screen), stage: SwitcherStage(),
            in: scenario.application)
        }
        let window = try await open(pages, 800, scenario)
        let bar = try #require(window.view as? StageWindow).bar
        let view = try #require(pages.openPage?.anyViewIfLoaded as? SwitcherView)
        #expect(await GTKTest.until { buttons(in: view).count == 2 })
        #expect(buttons(in: view).count == 2 && bar.titleWidget == nil)
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func aHiddenTabIsUnloadedAndComesBack() async throws {
      let scenario = Scenario()
      do {
        let (screens, _, tabs, window, view, bar) = try await tabs(["A", "B"], scenario)
        screens[0].entry?.text = "Emma"
        screens[0].entry?.grabFocus()
        _ = await tabs.select(1).outcome
        try await window.view.nextFrames(2)
        _ = scenario.application.unloadHiddenViews()
        #expect(!screens[0].isViewLoaded)
        #expect(view.tabs.tabs.map(\.title) == ["A", "B"])
        try click(0, in: bar)
        #expect(await GTKTest.until { screens[0].appearance == .visible })
        #expect(await GTKTest.until { screens[0].entry?.containsFocus == true })
        window.close()
      }
      await scenario.expectCleanEnd()
    }
  }
}
#endif
