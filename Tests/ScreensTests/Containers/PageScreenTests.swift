import StagecraftTestKit
import Testing

@testable import StagecraftScreens

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct PageScreenTests {
  let theatre = Theatre()
  let stage: RecorderStage<FakeView>

  init() {
    stage = theatre.stage()
  }

  private func pages(_ count: Int, open: Int = 0) -> PageScreen<FakeView> {
    PageScreen(count: count, open: open, stage: stage, in: theatre.application) { [theatre] in
      NamedScreen("\($0)", in: theatre.application)
    }
  }

  private func loaded(_ pages: PageScreen<FakeView>) -> [Int] {
    (0..<pages.pageCount).filter { pages.pageIfMade(at: $0)?.isViewLoaded == true }
  }

  @Test
  func neighboursAreLoadedAheadAfterATurn() {
    let pages = pages(9, open: 4)
    #expect(loaded(pages).isEmpty)
    theatre.show(pages)
    #expect(loaded(pages) == [3, 4, 5])
    pages.turn(to: 5)
    #expect(loaded(pages) == [3, 4, 5, 6])
    pages.preloadReach = 3
    #expect(loaded(pages) == Array(2...8))
    #expect(pages.children.map(\.name) == ["2", "3", "4", "5", "6", "7", "8"])
    #expect(pages.children.filter { $0.appearance != .gone }.map(\.name) == ["5"])
    theatre.check()
  }

  @Test
  func nothingIsLoadedAhead_whileMemoryIsShortOrThePagesAreHidden() {
    let pages = pages(9)
    let tabs = TabScreen([theatre.a, pages], stage: theatre.stage())
    theatre.show(tabs)
    pages.turn(to: 3)
    #expect(loaded(pages).isEmpty && pages.openPosition == 3)
    theatre.application.isMemoryShort = true
    tabs.select(1)
    pages.turn(to: 4)
    #expect(loaded(pages) == [3, 4])
    theatre.application.isMemoryShort = false
    pages.turn(to: 5)
    #expect(loaded(pages) == [3, 4, 5, 6])
    theatre.check()
  }

  /// While the user keeps turning, no page is created without a request for it.
  @Test
  func requestsPrecedeLoadingAhead() {
    let pages = pages(9)
    pages.preloadReach = 0
    theatre.show(pages)
    stage.animation = .byHand
    pages.preloadReach = 1
    #expect(loaded(pages) == [0, 1])
    pages.turn(to: 4)
    pages.turn(to: 5)
    stage.finishAnimation()
    #expect(loaded(pages) == [0, 1, 4, 5])
    stage.finishAnimation()
    #expect(loaded(pages) == [0, 1, 4, 5, 6])
    theatre.check()
  }

  /// The window is released while pages wait to be loaded ahead: they are loaded at the next
  /// occasion.
  @Test
  func loadingAheadIsRefusedWhenTheWindowIsReleased() {
    let pages = pages(9)
    pages.preloadReach = 0
    do {
      let windowStage = RecorderStage()
      let window = ScreenWindow(root: pages, stage: windowStage, in: theatre.application)
      window.open()
      windowStage.animation = .byHand
      pages.present(theatre.b, as: .sheet)
      pages.preloadReach = 1
      #expect(loaded(pages) == [0], "The sheet is still being presented.")
    }
    #expect(pages.parent == nil && loaded(pages) == [0])
    pages.preloadReach = 2
    #expect(loaded(pages) == [0, 1, 2])
  }

  @Test
  func distanceAndNeighbours() throws {
    let pages = pages(9, open: 4)
    pages.preloadReach = 2
    theatre.show(pages)
    let distances = pages.children.map { pages.distance(to: $0) }
    #expect(distances == [2, 1, 0, 1, 2])
    #expect(pages.children.map { pages.isNeighbour($0) } == [false, true, false, true, false])
  }

  @Test
  func aGestureTurnsToAPageCreatedForIt() throws {
    let pages = pages(9)
    pages.preloadReach = 0
    theatre.show(pages)
    #expect((try? pages.beginTurn(to: 9)) == nil)
    #expect((try? pages.beginTurn(to: 0)) == nil)
    let transition = try pages.beginTurn(to: 7)
    #expect(pages.openPosition == 0)
    transition.cancel()
    #expect(pages.openPosition == 0 && pages.pageIfMade(at: 7) != nil)
    let again = try pages.beginTurn(to: 7)
    again.finish()
    #expect(pages.openPosition == 7)
    #expect(pages.openPage?.isForeground == true)
    theatre.check()
  }

  @Test
  func aReloadCreatesANewOpenPage() throws {
    let pages = pages(9, open: 8)
    theatre.show(pages)
    let old = try #require(pages.openPage)
    theatre.recorder.clear()
    pages.reload(count: 3)
    #expect(pages.openPosition == 2 && pages.pageCount == 3)
    #expect(old.parent == nil && old.appearance == .gone)
    #expect(loaded(pages) == [1, 2])
    pages.reload(count: 0)
    #expect(pages.openPage == nil && pages.children.isEmpty)
    #expect(pages.turn(to: 0).outcomeIfOver == .refused(.noSuchPosition))
    pages.reload(count: 2)
    #expect(pages.openPosition == 0 && pages.openPage?.isForeground == true)
    theatre.check()
  }

  /// The page closure may return a page that is in use: it is refused each time, without further
  /// effect.
  @Test
  func aPageThatIsInAContainer() {
    let pages = PageScreen(count: 3, stage: stage, in: theatre.application) { [theatre] in
      $0 == 0 ? theatre.a : theatre.b
    }
    let tabs = TabScreen([pages, theatre.b], stage: theatre.stage())
    theatre.show(tabs)
    #expect(pages.turn(to: 1).outcomeIfOver == .refused(.isTaken))
    #expect((try? pages.beginTurn(to: 1)) == nil)
    #expect(pages.openPosition == 0)
    theatre.check()
  }
}
