#if GTK
import StagecraftGTKTestKit
import StagecraftScreens
import StagecraftTestKit
import Testing

@testable import StagecraftGTK

extension WindowTests {
  @MainActor
  @Suite("Window stage", .timeLimit(.minutes(2)))
  struct WindowStageTests {
    init() { GTKTest.prepare() }

    private func stageWindow(_ window: ScreenWindow<Widget>) throws -> StageWindow {
      try #require(window.view as? StageWindow)
    }

    @Test func aWindowOpensClosesAndOpensAgain() async throws {
      let scenario = Scenario()
      do {
        let a = scenario.screen("Catalogue")
        let window = try await scenario.window(a)
        let view = try stageWindow(window)
        #expect(view.isVisible && view.title == "Catalogue" && isInPlace(a, in: view.stack))
        #expect(await window.close().outcome == .completed)
        #expect(!view.isVisible)
        try a.unloadView()
        try window.unloadView()
        window.open()
        try await window.view.nextFrames(2)
        #expect(try isInPlace(a, in: stageWindow(window).stack))
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func theCloseButtonAsksTheScreens() async throws {
      let scenario = Scenario()
      do {
        let a = scenario.screen("A")
        let window = try await scenario.window(a)
        let view = try stageWindow(window)
        a.mayLeave = false
        view.requestClose()
        #expect(await GTKTest.until { a.attempts == 1 })
        #expect(window.isOpen && view.isVisible)
        a.mayLeave = true
        view.requestClose()
        #expect(await GTKTest.until { !window.isOpen })
        #expect(!view.isVisible)
      }
      await scenario.expectCleanEnd()
    }

    @Test func aSheetIsAWindowOfItsOwn() async throws {
      let scenario = Scenario()
      do {
        let (a, sheet) = (scenario.screen("A"), scenario.screen("Review"))
        let window = try await scenario.window(a)
        let view = try stageWindow(window)
        #expect(await a.present(sheet, as: .sheet).outcome == .completed)
        #expect(a.appearance == .visible && !a.isForeground && sheet.isForeground)
        let sheetWindow = try #require(view.sheet(of: sheet.id))
        try await sheetWindow.nextFrames(2)
        #expect(sheetWindow.title == "Review" && sheetWindow.isMapped)
        let place = try #require(sheetWindow.content)
        #expect(isInPlace(sheet, in: place))
        await keepPicture("sheet", of: sheetWindow)
        sheet.title = "Another review"
        #expect(sheetWindow.title == "Another review")

        sheet.mayLeave = false
        sheetWindow.requestClose()
        #expect(await GTKTest.until { sheet.attempts == 1 })
        #expect(sheetWindow.isVisible && window.presentedScreens.count == 1)
        sheet.mayLeave = true
        sheetWindow.requestClose()
        #expect(await GTKTest.until { window.presentedScreens.isEmpty && a.isForeground })
        #expect(view.sheets.isEmpty)
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func sheetsOverSheetsAndCoversOverBoth() async throws {
      let scenario = Scenario()
      do {
        GTKTest.animates = true
        let (a, one, two, cover) = (
          scenario.screen("A"), scenario.screen("One"), scenario.screen("Two"),
          scenario.screen("Cover")
        )
        let window = try await scenario.window(a)
        let view = try stageWindow(window)
        _ = await a.present(one, as: .sheet).outcome
        _ = await one.present(two, as: .sheet).outcome
        #expect(view.sheets.map(\.screen) == [one.id, two.id])
        #expect(view.sheets.allSatisfy { $0.isVisible })
        view.stack.setDuration(milliseconds: 1_000)
        let presenting = two.present(cover, as: .full)
        #expect(
          await GTKTest.until {
            cover.view.frame(in: view.stack).map {
              $0.y > 20 && $0.y < Double(view.stack.height)
            } ?? false
          }, "It comes from below.")
        await keepPicture("cover-comes", of: window.view)
        #expect(await presenting.outcome == .completed)
        try await window.view.nextFrames(2)
        #expect(isInPlace(cover, in: view.stack) && a.appearance == .gone)
        #expect(!view.sheets.contains { $0.isVisible }, "They are covered.")
        await keepPicture("cover", of: window.view)
        let three = scenario.screen("Three")
        #expect(await cover.present(three, as: .sheet).outcome == .completed)
        let top = try #require(view.sheet(of: three.id))
        #expect(owner(of: top).map { view.wraps($0) } == true, "Its parent is not hidden.")
        #expect(await GTKTest.until { top.isMapped })
        #expect(await three.dismiss().outcome == .completed)
        #expect(await cover.dismiss().outcome == .completed)
        try await window.view.nextFrames(2)
        #expect(view.sheets.allSatisfy { $0.isVisible } && isInPlace(a, in: view.stack))
        #expect(await one.dismiss().outcome == .completed, "It dismisses what is above.")
        #expect(await a.dismiss().outcome != nil)
        #expect(await GTKTest.until { view.sheets.isEmpty })
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func aClosedWindowShowsNoSheets() async throws {
      let scenario = Scenario()
      do {
        let (a, sheet) = (scenario.screen("A"), scenario.screen("Sheet"))
        let window = try await scenario.window(a)
        let view = try stageWindow(window)
        _ = await a.present(sheet, as: .sheet).outcome
        window.close()
        #expect(!view.sheets[0].isVisible && !view.isVisible)
        sheet.title = "Still hidden"
        #expect(!view.sheets[0].isVisible)
        window.open()
        #expect(view.sheets[0].isVisible && view.isVisible)
        #expect(
          await GTKTest.until {
            view.sheets[0].content.map { isInPlace(sheet, in: $0) } ?? false
          })
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func aGestureOfTheProgramsOnASheet() async throws {
      let scenario = Scenario()
      do {
        let (a, sheet) = (scenario.screen("A"), scenario.screen("Sheet"))
        let window = try await scenario.window(a)
        let view = try stageWindow(window)
        _ = await a.present(sheet, as: .sheet).outcome
        let cancelled = try sheet.beginDismissal()
        cancelled.cancel()
        #expect(view.sheets.first?.isVisible == true)
        let finished = try sheet.beginDismissal()
        finished.finish()
        #expect(await finished.request.outcome == .completed)
        #expect(view.sheets.isEmpty && a.isForeground)
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func focusFollowsTheActiveWindow() async throws {
      let scenario = Scenario()
      do {
        let (a, b) = (scenario.screen("A"), scenario.screen("B"))
        let one = try await scenario.window(a)
        let two = try await scenario.window(b)
        // Without a window manager, no window of the display may have the focus.
        let isActive = await GTKTest.until(.seconds(2)) { (two.view as? Window)?.isActive == true }
        if environment("GTK_REAL_EVENTS") != nil { try #require(isActive) }
        if isActive {
          #expect(await GTKTest.until { !one.isInFocus && two.isInFocus })
          #expect(!a.isForeground && b.isForeground && a.appearance == .visible)
          (one.view as? Window)?.present()
          #expect(await GTKTest.until { one.isInFocus && !two.isInFocus })
          #expect(a.isForeground && !b.isForeground)
          let sheet = scenario.screen("Sheet")
          _ = await a.present(sheet, as: .sheet).outcome
          let sheetWindow = try #require((one.view as? StageWindow)?.sheets.first)
          #expect(await GTKTest.until { sheetWindow.isActive })
          for _ in 0..<5 { await GTKTest.idle() }
          #expect(one.isInFocus && sheet.isForeground, "The sheet is a part of the window.")
        }
        one.close()
        two.close()
      }
      await scenario.expectCleanEnd()
    }
  }
}
#endif
