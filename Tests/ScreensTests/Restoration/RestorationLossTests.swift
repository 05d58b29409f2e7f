import StagecraftTestKit
import Testing

@testable import StagecraftScreens

/// Screens and data that no longer exist when the user returns.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct RestorationLossTests {
  let used: LibraryWindow

  init() {
    used = LibraryWindow()
    used.simulateUse()
  }

  func losses(_ report: ScreenRestorationReport) -> [String] {
    report.losses.map { "\($0.path): \($0.reason)" }
  }

  @Test
  func unknownNamesTruncateTheStack() {
    let fresh = LibraryWindow(catalogKnowsBooks: false)
    var events: [ScreenEvent.Kind] = []
    let observation = fresh.application.observe { events.append($0.kind) }
    let report = fresh.window.restore(from: used.window.archive(), catalog: fresh.catalog)
    #expect(
      losses(report) == [
        "window/tabs[0]/stack[0]/book[1]: unknownName",
        "window/tabs[0]/stack[0]/book[2]: wasOnLostScreen",
        "window/notice[1]: unknownName",
      ])
    #expect(fresh.stack.screens.map(\.name) == ["desk 0"])
    #expect(fresh.pages.openPosition == 3)
    #expect(events.count { if case .notRestored = $0 { true } else { false } } == 3)
    withExtendedLifetime(observation) {}
    fresh.window.open()
    fresh.expectOrder()
  }

  @Test
  func aMissingBookTruncatesTheStack() {
    let fresh = LibraryWindow()
    let application = fresh.application
    fresh.catalog.register("book") { state in
      state.value(for: .number) == 4 ? nil : BookScreen(17, in: application)
    }
    let report = fresh.window.restore(from: used.window.archive(), catalog: fresh.catalog)
    #expect(losses(report) == ["window/tabs[0]/stack[0]/book[2]: notMade"])
    #expect(fresh.stack.screens.map(\.name) == ["desk 0", "book 17"])
  }

  @Test
  func aScreenWithoutANameIsNotArchivedNorAreThoseAboveIt() {
    used.stack.setScreens([
      used.stack.rootScreen, BookScreen(1, in: used.application),
      BookScreen(2, kind: nil, in: used.application), BookScreen(3, in: used.application),
    ])
    let fresh = LibraryWindow()
    let archive = used.window.archive()
    #expect(archive.omissions.map(\.path) == ["window/tabs[0]/stack[0]/nameless 2[2]"])
    #expect(archive.omissions.map(\.omission.reason) == [.screenHasNoName])
    #expect(fresh.window.restore(from: archive, catalog: fresh.catalog).isComplete)
    #expect(fresh.stack.screens.map(\.name) == ["desk 0", "book 1"])
  }

  @Test
  func aRootNeedsNoName() {
    func stack() -> NavigationScreen<FakeView> {
      NavigationScreen(
        root: BookScreen(0, kind: nil, in: used.application), stage: RecorderStage(),
        in: used.application)
    }
    let old = stack()
    old.push(BookScreen(5, in: used.application), animated: false)
    for book in old.screens.compactMap({ $0 as? BookScreen }) { book.view.text = "typed" }
    let archive = old.archive()
    #expect(archive.omissions.isEmpty)
    let new = stack()
    #expect(new.restore(from: archive, catalog: used.catalog).isComplete)
    #expect(new.screens.map(\.name) == ["nameless 0", "book 5"])
    #expect(new.screens.compactMap { ($0 as? BookScreen)?.view.text } == ["typed", "typed"])
  }

  @Test
  func fewerPages() {
    let fresh = LibraryWindow(pageCount: 3)
    let report = fresh.window.restore(from: used.window.archive(), catalog: fresh.catalog)
    #expect(losses(report) == ["window/tabs[0]/pages[1]/branch[3]: noSuchPage"])
    #expect(fresh.pages.openPosition == 0)
    fresh.pages.turn(to: 2)
    #expect((fresh.pages.openPage as? BookScreen)?.view.text == "typed into branch 2")
  }

  @Test
  func otherPages() {
    let application = ScreenApplication()
    func pages(_ offset: Int) -> PageScreen<FakeView> {
      PageScreen(count: 3, stage: RecorderStage(), in: application) { place in
        BookScreen(place + offset, kind: "branch", in: application)
      }
    }
    let old = pages(0)
    for place in 0..<3 {
      old.turn(to: place)
      (old.openPage as? BookScreen)?.view.text = "typed"
    }
    let new = pages(10)
    let report = new.restore(from: old.archive(), catalog: ScreenCatalog())
    // The last one is created to be opened; the middle one only when the user turns to it.
    #expect(losses(report) == ["pages/branch[0]: noSuchPage", "pages/branch[2]: noSuchPage"])
    #expect(new.openPosition == 2)
    new.turn(to: 1)
    #expect((new.openPage as? BookScreen)?.view.text == "")
  }

  @Test
  func anAddedTabStaysAndAMissingOneIsCreated() {
    let application = ScreenApplication()
    func tabs(_ screens: [BookScreen]) -> TabScreen<FakeView> {
      TabScreen(screens, stage: RecorderStage(), in: application)
    }
    let old = tabs((0..<3).map { BookScreen($0, in: application) })
    old.select(2)
    for screen in old.screens { (screen as? BookScreen)?.view.text = "typed \(screen.name)" }
    let catalog = ScreenCatalog()
    catalog.register("book") { state in
      state.value(for: .number).map { BookScreen($0, in: application) }
    }
    let new = tabs([2, 9, 0].map { BookScreen($0, in: application) })
    let before = new.screens
    #expect(new.restore(from: old.archive(), catalog: catalog).isComplete)
    #expect(new.screens.map(\.name) == ["book 0", "book 9", "book 1", "book 2"])
    #expect(new.selectedScreen === before[0])
    #expect(new.screens[0] === before[2])
    #expect((new.screens[2] as? BookScreen)?.view.text == "typed book 1")
  }

  @Test
  func aContainerOfAnotherKindRestoresNothing() {
    let archive = used.window.archive()
    let application = ScreenApplication()
    let window = ScreenWindow<FakeView>(
      root: BookScreen(0, kind: "desk", in: application), stage: RecorderStage(), in: application)
    let report = window.restore(from: archive, catalog: ScreenCatalog())
    #expect(
      losses(report) == ["window/tabs[0]: unknownName", "window/notice[1]: wasOnLostScreen"])
    #expect(report.losses.map(\.screenCount) == [9, 1])
    let desk = BookScreen(0, kind: "desk", in: application)
    #expect(
      losses(desk.restore(from: archive, catalog: ScreenCatalog())) == ["window: unknownName"])
  }

  @Test
  func aScreenInAnotherContainerIsRefused() {
    let fresh = LibraryWindow()
    let taken = BookScreen(1, kind: "notice", in: fresh.application)
    let elsewhere = NavigationScreen<FakeView>(
      root: taken, stage: RecorderStage(), in: fresh.application)
    fresh.catalog.register("notice") { _ in taken }
    let report = fresh.window.restore(from: used.window.archive(), catalog: fresh.catalog)
    #expect(report.losses.map(\.reason) == [.refused(.isTaken)])
    #expect(taken.parent === elsewhere)
  }

  @Test
  func presentationsThatWereNotArchivedAreDismissed() {
    let fresh = LibraryWindow()
    fresh.window.open()
    let notice = BookScreen(1, kind: "notice", in: fresh.application)
    fresh.stack.present(notice, as: .sheet)
    notice.present(BookScreen(7, in: fresh.application), as: .full)
    let report = fresh.window.restore(from: used.window.archive(), catalog: fresh.catalog)
    #expect(report.isComplete)
    #expect(fresh.window.presentedScreens.map(\.id) == [notice.id])
    #expect(notice.view.text == "typed into notice 1")
    fresh.expectOrder()
  }

  @Test
  func aRestoredPresentationCanBeDismissedByTheScreenBelow() {
    let fresh = LibraryWindow()
    fresh.window.open()
    fresh.window.restore(from: used.window.archive(), catalog: fresh.catalog)
    let request = fresh.pages.openPage?.dismiss()
    #expect(request?.outcomeIfOver == .completed)
    #expect(fresh.window.presentedScreens.isEmpty)
    fresh.expectOrder()
  }

  @Test
  func olderArchivesCanBeMigrated() throws {
    var archive = used.window.archive()
    archive.updateEach { screen in
      if screen.name == "book" { screen.name = "volume" }
      screen.state?.rename("text", to: "comment")
    }
    #expect(archive.screens.count { $0.name == "volume" } == 2)
    #expect(archive.screens.last?.state?.keys == ["comment"])
    try archive.updateEach { screen in
      let old = try screen.state?.value(for: ScreenStateKey<String>("comment"))
      if let old { try screen.state?.set("\(old)!", for: .text) }
      screen.state?.remove("comment")
    }
    let fresh = LibraryWindow()
    let application = fresh.application
    fresh.catalog.register("volume") { state in
      state.value(for: .number).map { BookScreen($0, in: application) }
    }
    #expect(fresh.window.restore(from: archive, catalog: fresh.catalog).isComplete)
    let book = try #require(fresh.stack.topScreen as? BookScreen)
    #expect(book.view.text == "typed into book 4!")
  }
}
