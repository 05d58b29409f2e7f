import StagecraftTestKit
import Testing

@testable import StagecraftScreens

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct RestorationTests {
  let used: LibraryWindow
  let archive: ScreenArchive

  init() {
    used = LibraryWindow()
    used.simulateUse()
    archive = used.window.archive()
  }

  @Test
  func beforeTheWindowOpens() throws {
    let fresh = LibraryWindow()
    let report = fresh.window.restore(from: archive, catalog: fresh.catalog)
    #expect(report.isComplete)
    #expect(fresh.places == used.places)
    #expect(fresh.application.liveScreens.allSatisfy { !$0.isViewLoaded })
    fresh.window.open()
    let seen = fresh.books.filter(\.isViewLoaded)
    #expect(seen.map(\.name) == ["branch 3", "notice 1"])
    #expect(seen.map(\.view.text) == ["typed into branch 3", "typed into notice 1"])
    fresh.pages.turn(to: 2, animated: false)
    fresh.pages.turn(to: 3, animated: false)
    #expect(
      fresh.texts.filter { !$0.contains("branch 0") }
        == used.texts.filter { !$0.contains("branch 0") })
    fresh.expectOrder()
  }

  @Test(arguments: RecorderStageAnimation.allCases)
  func whileTheWindowIsOpen(_ animation: RecorderStageAnimation) throws {
    let fresh = LibraryWindow(animation: animation)
    fresh.window.open()
    let desk = try #require(fresh.stack.rootScreen as? BookScreen)
    desk.view.text = "something else"
    let report = fresh.window.restore(from: archive, catalog: fresh.catalog)
    #expect(report.isComplete)
    #expect(fresh.places == used.places)
    #expect(fresh.stack.rootScreen === desk)
    #expect(desk.view.text == "typed into desk 0")
    #expect(desk.appearance == .gone)
    let notice = try #require(fresh.window.presentedScreens.first as? BookScreen)
    #expect(notice.appearance == .visible)
    #expect(notice.viewIfLoaded?.text == "typed into notice 1")
    #expect(notice.isForeground)
    fresh.expectOrder()
  }

  @Test
  func duringATransition() {
    let fresh = LibraryWindow(animation: .byHand)
    fresh.window.open()
    let push = fresh.stack.push(BookScreen(99, in: fresh.application))
    let wait = fresh.tabs.select(1, animated: true)
    #expect(!push.isOver && !wait.isOver)
    let report = fresh.window.restore(from: archive, catalog: fresh.catalog)
    #expect(report.isComplete)
    #expect(push.isOver && wait.isOver)
    #expect(fresh.places == used.places)
    fresh.expectOrder()
  }

  @Test
  func duringAGesture() throws {
    let fresh = LibraryWindow(animation: .byHand)
    fresh.window.open()
    fresh.stack.setScreens(fresh.stack.screens + [BookScreen(5, in: fresh.application)])
    fresh.stack.settle()
    let pop = try fresh.stack.beginPop()
    #expect(fresh.window.restore(from: archive, catalog: fresh.catalog).isComplete)
    #expect(fresh.places == used.places)
    pop.finish()
    #expect(fresh.places == used.places)
    fresh.expectOrder()
  }

  @Test
  func changesFromInsideACallbackWait() {
    let fresh = LibraryWindow()
    let caller = NamedScreen("caller", in: fresh.application)
    fresh.window.open()
    caller.acts[.didAppear] = { [fresh, archive] _ in
      fresh.window.restore(from: archive, catalog: fresh.catalog)
    }
    fresh.stack.push(caller, animated: false)
    #expect(fresh.places == used.places)
    fresh.expectOrder()
  }

  @Test
  func twice() {
    let fresh = LibraryWindow()
    fresh.window.restore(from: archive, catalog: fresh.catalog)
    fresh.window.open()
    let books = fresh.books.map(\.id)
    for book in fresh.books { book.view.text = "typed since" }
    let report = fresh.window.restore(from: archive, catalog: fresh.catalog)
    #expect(report.isComplete)
    #expect(fresh.books.map(\.id) == books)
    #expect(fresh.places == used.places)
    #expect(!fresh.texts.contains { $0.contains("typed since") })
    fresh.expectOrder()
  }

  @Test
  func aScreenThatWasNeverVisibleKeepsItsState() {
    let fresh = LibraryWindow()
    fresh.window.restore(from: archive, catalog: fresh.catalog)
    #expect(fresh.window.archive() == archive)
    fresh.window.open()
    #expect(fresh.window.archive() == archive)
  }

  @Test
  func aScreenWithoutAViewIsArchivedWithItsSavedState() {
    let book = BookScreen(3, in: used.application)
    var writer = ScreenStateWriter()
    writer.save("saved before", for: .text)
    writer.keep([1], for: .marks)
    book.savedState = writer.state
    let archive = book.archive()
    let copy = BookScreen(3, in: used.application)
    copy.restore(from: archive, catalog: used.catalog)
    #expect(copy.view.text == "saved before")
    #expect(copy.marks == nil)
  }

  @Test
  func stateRestoredDuringAnUnloadingIsNotLost() {
    let (application, catalog) = (used.application, used.catalog)
    let book = BookScreen(3, in: application)
    book.view.text = "archived"
    let archive = book.archive()
    book.view.text = "typed since"
    let observation = application.observe { event in
      guard event.screen == book.id, event.kind == .willUnload else { return }
      book.restore(from: archive, catalog: catalog)
    }
    #expect(throws: AnyScreen.UnloadRefusal.self) { try book.unloadView() }
    observation.cancel()
    #expect(book.viewIfLoaded?.text == "archived")
    #expect(throws: Never.self) { try book.unloadView() }
    #expect(book.view.text == "archived")
  }

  @Test
  func archivesAreCodedAsBytes() throws {
    let bytes = try archive.encoded()
    #expect(try ScreenArchive(encoded: bytes) == archive)
    #expect(archive.screenCount == 11)
    #expect(archive.omissions.isEmpty)
  }

  @Test
  func allWindowsOfAnApplication() {
    let application = ScreenApplication()
    func windows() -> [ScreenWindow<FakeView>] {
      (0..<2).map { number in
        ScreenWindow(
          root: BookScreen(number, in: application), stage: RecorderStage(), in: application)
      }
    }
    let old = windows()
    for window in old { (window.rootScreen as? BookScreen)?.view.text = "typed" }
    let archive = application.archive()
    #expect(archive.roots.count == 2)
    for window in old { (window.rootScreen as? BookScreen)?.view.text = "" }
    let report = application.restore(from: archive, catalog: ScreenCatalog())
    #expect(report.restoredCount == 4 && report.isComplete)
    #expect(old.allSatisfy { ($0.rootScreen as? BookScreen)?.view.text == "typed" })
  }
}
