#if GTK
import CGTK
import StagecraftGTKTestKit
import StagecraftScreens
import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftGTK

extension WindowTests {
  @MainActor
  @Suite("Carousel stage", .timeLimit(.minutes(2)))
  struct CarouselStageTests {
    init() { GTKTest.prepare(animates: true) }

    private func pages(_ scenario: Scenario, count: Int = 6, open: Int = 0) -> PageScreen<Widget> {
      PageScreen(
        count: count, open: open, stage: CarouselStage(), in: scenario.application
      ) { scenario.screen("Page \($0)") }
    }

    private func carousel(_ pages: PageScreen<Widget>) throws -> Carousel {
      try #require(pages.view.children.first as? Carousel)
    }

    private func isOpen(_ position: Int, _ pages: PageScreen<Widget>) -> Bool {
      guard let page = pages.openPage, pages.openPosition == position,
        let place = pages.viewIfLoaded?.children.first
      else { return false }
      return page.appearance == .visible && isInPlace(page, in: place)
    }

    @Test func aPageThatIsSelectedBeforeThereIsASize() async throws {
      let scenario = Scenario()
      do {
        let pages = pages(scenario, open: 4)
        let window = try await scenario.window(pages)
        #expect(await GTKTest.until { isOpen(4, pages) })
        try await window.view.nextFrames(2)
        await keepPicture("carousel", of: window.view)
        window.close()
        // While the window is closed as well.
        _ = await pages.turn(to: 1).outcome
        window.open()
        #expect(await GTKTest.until { isOpen(1, pages) })
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func aTurnIsAnimated() async throws {
      let scenario = Scenario()
      do {
        let pages = pages(scenario)
        let window = try await scenario.window(pages)
        #expect(await GTKTest.until { isOpen(0, pages) })
        let turn = pages.turn(to: 2)
        try await window.view.nextFrames(3)
        let position = try carousel(pages).position
        #expect(turn.isOver || position > 0 && position < 2)
        await keepPicture("carousel-turn", of: window.view)
        #expect(await turn.outcome == .completed)
        #expect(isOpen(2, pages))
        let back = pages.turn(to: 0)
        try await window.view.nextFrames(3)
        pages.settle()
        #expect(back.outcomeIfOver == .completed)
        try await window.view.nextFrames(2)
        #expect(isOpen(0, pages))
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    /// The carousel scrolls as it does after a drag: nothing of the stage's tells it to.
    @Test func theToolkitTurnsAndTheContainerFollows() async throws {
      let scenario = Scenario()
      do {
        let pages = pages(scenario)
        let window = try await scenario.window(pages)
        #expect(await GTKTest.until { isOpen(0, pages) })
        let carousel = try carousel(pages)
        let first = pages.openPage
        scenario.recorder.contents = .appearance
        scenario.recorder.clear()
        carousel.scroll(to: carousel.children[1], animated: true)
        // A late frame may be the last one of the turn.
        #expect(await GTKTest.until { first?.appearance == .disappearing || isOpen(1, pages) })
        #expect(isOpen(1, pages) || pages.openPosition == 0, "Nothing is decided.")
        #expect(await GTKTest.until { isOpen(1, pages) })
        #expect(
          scenario.recorder.lines == [
            "Page 0.willDisappear", "Page 1.willAppear",
            "Page 0.didDisappear", "Page 1.didAppear",
          ])
        // Over three pages, which are turns one after the other.
        carousel.scroll(to: carousel.children[4], animated: true)
        #expect(await GTKTest.until { isOpen(4, pages) })
        try await window.view.nextFrames(2)
        #expect(isOpen(4, pages))
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func reversedMoveTurnsToTheOtherNeighbour() async throws {
      let scenario = Scenario()
      do {
        let pages = pages(scenario, open: 2)
        let window = try await scenario.window(pages)
        #expect(await GTKTest.until { isOpen(2, pages) })
        let carousel = try carousel(pages)
        scenario.recorder.contents = .appearance
        scenario.recorder.clear()
        carousel.scroll(to: carousel.children[3], animated: true)
        #expect(await GTKTest.until { carousel.position > 2.1 })
        carousel.scroll(to: carousel.children[1], animated: true)
        #expect(await GTKTest.until { isOpen(1, pages) })
        let third = scenario.recorder.lines.filter { $0.hasPrefix("Page 3") }
        #expect(
          third == [
            "Page 3.willAppear", "Page 3.willDisappear", "Page 3.didDisappear",
          ]
            || third == [
              "Page 3.willAppear", "Page 3.didAppear", "Page 3.willDisappear",
              "Page 3.didDisappear",
            ], "\(third)")
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func theToolkitIsAheadOfABusyContainer() async throws {
      let scenario = Scenario()
      do {
        let pages = pages(scenario)
        let window = try await scenario.window(pages)
        #expect(await GTKTest.until { isOpen(0, pages) })
        let carousel = try carousel(pages)
        let sheet = scenario.screen("Sheet")
        let cover = scenario.screen("Cover")
        let presenting = pages.present(cover, as: .full)
        #expect(!presenting.isOver)
        carousel.scroll(to: carousel.children[1], animated: true)
        #expect(await presenting.outcome == .completed)
        #expect(await GTKTest.until { pages.openPosition == 1 })
        _ = await cover.dismiss().outcome
        #expect(await GTKTest.until { isOpen(1, pages) })
        _ = sheet
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func pagesAreReloadedWithAnotherCount() async throws {
      let scenario = Scenario()
      do {
        let pages = pages(scenario, count: 3, open: 2)
        let window = try await scenario.window(pages)
        #expect(await GTKTest.until { isOpen(2, pages) })
        _ = await pages.reload(count: 9).outcome
        _ = await pages.turn(to: 8).outcome
        #expect(await GTKTest.until { isOpen(8, pages) })
        _ = await pages.reload(count: 2).outcome
        #expect(await GTKTest.until { isOpen(1, pages) })
        _ = await pages.reload(count: 0).outcome
        try await window.view.nextFrames(2)
        _ = await pages.reload(count: 4).outcome
        #expect(await GTKTest.until { isOpen(0, pages) })
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    /// The carousel has its size, and the new pages have no place in it before the next layout.
    @Test func pagesThatAreAddedBetweenTwoFramesAreShown() async throws {
      let scenario = Scenario()
      do {
        let pages = pages(scenario, count: 3)
        let window = try await scenario.window(pages)
        #expect(await GTKTest.until { isOpen(0, pages) })
        _ = await pages.reload(count: 6).outcome
        try await window.view.nextFrames(1)
        _ = await pages.reload(count: 9).outcome
        _ = await pages.turn(to: 8, animated: false).outcome
        #expect(await GTKTest.until { isOpen(8, pages) })
        try await window.view.nextFrames(3)
        #expect(isOpen(8, pages))
        #expect(pages.turn(to: 0, animated: false).isOver)
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test(arguments: [1, 2])
    func reloadsAndTurnsWithoutAPauseEnd(seed: Int) async throws {
      let scenario = Scenario()
      var dice = SeededGenerator(seed: UInt64(seed))
      do {
        let pages = pages(scenario, count: 5)
        let window = try await scenario.window(pages)
        #expect(await GTKTest.until { isOpen(0, pages) })
        for round in 0..<500 {
          let count = 2 + dice.roll(8)
          let target = dice.roll(count)
          let reload = pages.reload(count: count)
          let hasReloaded = await hasEnded(reload)
          try #require(hasReloaded, "round \(round): the reload hangs")
          let turn = pages.turn(to: target, animated: dice.roll(4) > 0)
          let hasTurned = await hasEnded(turn)
          try #require(hasTurned, "round \(round): the turn hangs")
          try #require(pages.openPosition == target, "round \(round)")
        }
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func theFocusStaysInTheOpenPage() async throws {
      let scenario = Scenario()
      do {
        let pages = pages(scenario, open: 1)
        let window = try await scenario.window(pages)
        #expect(await GTKTest.until { isOpen(1, pages) })
        var open: FormScreen? { pages.openPage as? FormScreen }
        // Once around, as the Tab key does.
        var places: Set<Bool> = []
        for direction in [GTK_DIR_TAB_FORWARD, GTK_DIR_TAB_BACKWARD] {
          for _ in 0..<8 {
            _ = window.view.withRaw { gtk_widget_child_focus($0, direction) }
            places.insert(open?.view.containsFocus == true)
          }
        }
        #expect(places == [true])
        let neighbour = try #require(
          scenario.application.liveScreens.compactMap { $0 as? FormScreen }
            .first { $0.title == "Page 0" })
        #expect(neighbour.isViewLoaded)
        #expect(neighbour.entry?.grabFocus() == false)
        _ = await pages.turn(to: 2).outcome
        #expect(open?.entry?.grabFocus() == true)
        #expect(neighbour.entry?.containsFocus == false)
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func opensAmong2000Pages() async throws {
      let scenario = Scenario()
      do {
        let pages = pages(scenario, count: 2_000, open: 1_500)
        let window = try await scenario.window(pages)
        #expect(await GTKTest.until { isOpen(1_500, pages) })
        GTKTest.animates = false
        for position in 1_501...1_520 { pages.turn(to: position) }
        try await window.view.nextFrames(2)
        #expect(isOpen(1_520, pages))
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func withoutAnimationsATurnIsOverAtOnce() async throws {
      let scenario = Scenario()
      do {
        let pages = pages(scenario)
        let window = try await scenario.window(pages)
        #expect(await GTKTest.until { isOpen(0, pages) })
        GTKTest.animates = false
        #expect(pages.turn(to: 3).outcomeIfOver == .completed)
        try await window.view.nextFrames(2)
        #expect(isOpen(3, pages))
        window.close()
      }
      await scenario.expectCleanEnd()
    }
  }
}
#endif
