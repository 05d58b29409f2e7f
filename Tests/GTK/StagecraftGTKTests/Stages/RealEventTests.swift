#if GTK
import StagecraftGTKTestKit
import StagecraftScreens
import StagecraftTestKit
import Testing

@testable import StagecraftGTK

/// Keys and a mouse of the display, where there is a window manager: set `GTK_REAL_EVENTS`.
///
/// What a drag decides depends on its speed, so these tests check only that the container follows.
extension WindowTests {
  @MainActor
  @Suite(
    "Real events", .enabled(if: environment("GTK_REAL_EVENTS") != nil), .timeLimit(.minutes(2)))
  struct RealEventTests {
    init() { GTKTest.prepare(animates: true) }

    private func isActive(_ window: ScreenWindow<Widget>) async -> Bool {
      await GTKTest.until { (window.view as? Window)?.isActive == true }
    }

    @Test func aDragTurnsPages() async throws {
      let scenario = Scenario()
      do {
        let pages = PageScreen(count: 5, open: 2, stage: CarouselStage(), in: scenario.application)
        {
          scenario.screen("Page \($0)")
        }
        let window = try await scenario.window(pages)
        #expect(await isActive(window))
        for _ in 0..<10 { await GTKTest.idle() }
        scenario.recorder.contents = .appearance
        scenario.recorder.clear()
        let drag = "xdotool getactivewindow mousemove --window %1"
        await run("\(drag) 400 120 mousedown 1")
        for x in stride(from: 380, through: 60, by: -40) { await run("\(drag) \(x) 120") }
        await run("xdotool mouseup 1")
        let carousel = try #require(pages.view.children.first as? Carousel)
        func isAtRest() -> Bool {
          CarouselTrack.page(at: carousel.position) == pages.openPosition
            && pages.openPage?.appearance == .visible
        }
        #expect(await GTKTest.until { pages.openPosition == 3 && isAtRest() })
        #expect(scenario.recorder.lines.contains("Page 3.didAppear"))
        // There and back: cancelled.
        await run("\(drag) 300 120 mousedown 1")
        for x in [280, 240, 200] { await run("\(drag) \(x) 120") }
        #expect(await GTKTest.until { carousel.position > 3.01 }, "The drag has begun.")
        for x in [240, 280, 300, 320, 360, 340, 310, 300] { await run("\(drag) \(x) 120") }
        await run("xdotool mouseup 1")
        #expect(await GTKTest.until { isAtRest() })
        let page = try #require(pages.openPage)
        #expect(isInPlace(page, in: carousel))
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func theWheelTurnsPages() async throws {
      let scenario = Scenario()
      do {
        let pages = PageScreen(count: 5, open: 2, stage: CarouselStage(), in: scenario.application)
        {
          scenario.screen("Page \($0)")
        }
        let window = try await scenario.window(pages)
        #expect(await isActive(window))
        func isOpen(_ position: Int) async -> Bool {
          await GTKTest.until {
            pages.openPosition == position && pages.openPage?.appearance == .visible
          }
        }
        #expect(await isOpen(2))
        let pointer = "xdotool getactivewindow mousemove --window %1 240 120"
        await run("\(pointer) click 5")
        #expect(await isOpen(3))
        await run("\(pointer) click 4")
        #expect(await isOpen(2))
        // One turn at a time: what is left of a fast wheel is not a queue of turns.
        await run("\(pointer) click 5 click 5 click 5")
        #expect(await isOpen(3))
        for _ in 0..<20 { await GTKTest.idle() }
        #expect(pages.openPosition == 3)
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func escapeAsksASheet() async throws {
      let scenario = Scenario()
      do {
        let (a, sheet, cover) = (
          scenario.screen("A"), scenario.screen("Sheet"), scenario.screen("Cover")
        )
        let window = try await scenario.window(a)
        #expect(await isActive(window))
        _ = await a.present(sheet, as: .sheet).outcome
        let sheetWindow = try #require((window.view as? StageWindow)?.sheets.first)
        #expect(await GTKTest.until { sheetWindow.isActive })
        sheet.mayLeave = false
        await run("xdotool key Escape")
        #expect(await GTKTest.until { sheet.attempts == 1 })
        #expect(window.presentedScreens.count == 1)
        sheet.mayLeave = true
        await run("xdotool key Escape")
        #expect(await GTKTest.until { window.presentedScreens.isEmpty })
        #expect(await isActive(window))
        await run("xdotool key Escape")
        for _ in 0..<20 { await GTKTest.idle() }
        #expect(window.isOpen, "There is nothing to leave.")
        _ = await a.present(cover, as: .full).outcome
        await run("xdotool key Escape")
        #expect(await GTKTest.until { window.presentedScreens.isEmpty })
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test(arguments: [false, true])
    func altLeftGoesBack(isLeaflet: Bool) async throws {
      let scenario = Scenario()
      do {
        let (a, b) = (scenario.screen("A"), scenario.screen("B"))
        let stage: any ScreenStage<Widget> = isLeaflet ? LeafletStage() : StackStage()
        let stack = NavigationScreen(root: a, stage: stage, in: scenario.application)
        let window = try await scenario.window(stack)
        #expect(await isActive(window))
        _ = await stack.push(b).outcome
        await run("xdotool key alt+Left")
        #expect(await GTKTest.until { stack.screens.count == 1 && a.appearance == .visible })
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    /// The frames of a minimized window stop, and with them its animations.
    @Test func aMinimizedWindowIsNotWaitedFor() async throws {
      let scenario = Scenario()
      do {
        let stack = NavigationScreen(
          root: scenario.screen("A"), stage: StackStage(), in: scenario.application)
        let pages = PageScreen(count: 3, stage: CarouselStage(), in: scenario.application) {
          scenario.screen("Page \($0)")
        }
        let tabs = TabScreen([stack, pages], stage: TabStage(), in: scenario.application)
        let window = try await scenario.window(tabs)
        #expect(await isActive(window))
        await run("xdotool getactivewindow windowminimize")
        #expect(await GTKTest.until { !tabs.view.isDrawn })
        #expect(stack.push(scenario.screen("B")).outcomeIfOver == .completed)
        #expect(tabs.select(1, animated: true).outcomeIfOver == .completed)
        let turn = pages.turn(to: 1)
        #expect(turn.outcomeIfOver == .completed)
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func aWindowThatIsMinimizedDuringAnAnimationIsNotWaitedFor() async throws {
      let scenario = Scenario()
      do {
        let stack = NavigationScreen(
          root: scenario.screen("A"), stage: StackStage(), in: scenario.application)
        let window = try await scenario.window(stack)
        #expect(await isActive(window))
        let push = stack.push(scenario.screen("B"))
        #expect(!push.isOver)
        await run("xdotool getactivewindow windowminimize")
        #expect(await GTKTest.until(.seconds(2)) { push.isOver })
        #expect(stack.topScreen.title == "B")
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func theTabKeyStaysInTheOpenPage() async throws {
      let scenario = Scenario()
      do {
        let pages = PageScreen(count: 3, stage: CarouselStage(), in: scenario.application) {
          scenario.screen("Page \($0)")
        }
        let window = try await scenario.window(pages)
        #expect(await isActive(window))
        let page = try #require(pages.openPage as? FormScreen)
        page.entry?.grabFocus()
        let names = ["Reader", "borrow", "notes"]
        for name in names {
          await run("xdotool key Tab")
          let isNext = await GTKTest.until(.seconds(5)) {
            name == "Reader"
              ? page.secondEntry?.containsFocus == true
              : page.view.first(named: name)?.containsFocus == true
          }
          #expect(isNext, "The focus is not at “\(name)”.")
        }
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func keysSelectTabsAndPages() async throws {
      let scenario = Scenario()
      do {
        let pages = PageScreen(count: 3, stage: CarouselStage(), in: scenario.application) {
          scenario.screen("Page \($0)")
        }
        let tabs = TabScreen(
          [pages, scenario.screen("B")], stage: TabStage(), in: scenario.application)
        let window = try await scenario.window(tabs)
        #expect(await isActive(window))
        (pages.openPage as? FormScreen)?.entry?.grabFocus()
        await run("xdotool key alt+Page_Down")
        #expect(await GTKTest.until { pages.openPosition == 1 })
        #expect(await GTKTest.until { pages.openPage?.appearance == .visible })
        await run("xdotool key ctrl+Page_Down")
        #expect(await GTKTest.until { tabs.selectedIndex == 1 })
        await run("xdotool key ctrl+Page_Up")
        #expect(await GTKTest.until { tabs.selectedIndex == 0 })
        window.close()
      }
      await scenario.expectCleanEnd()
    }
  }
}
#endif
