import StagecraftTestKit
import Testing

@testable import StagecraftScreens

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct ShowNavigationTests {
  let library = LibraryWindow()
  private var window: ScreenWindow<FakeView> { library.window }

  init() { library.application.catalog = library.catalog }

  private func book(_ number: Int) -> Navigation {
    .screen("book").with(number, for: .number)
  }

  private func notice(_ number: Int) -> Navigation {
    .screen("notice").with(number, for: .number)
  }

  /// What a link means.
  private func navigation(for path: String) -> Navigation? {
    let parts = path.split(separator: "/")
    guard parts.count > 1, parts[0] == "books", let number = Int(parts[1]) else { return nil }
    return .window(
      .tab(0, .stack(.any, book(number))), sheets: parts.last == "review" ? [notice(number)] : [])
  }

  // MARK: What is shown

  @Test(arguments: [true, false])
  func aLinkOpensTabStackAndSheet(_ isOpen: Bool) throws {
    if isOpen { window.open() }
    library.tabs.select(1)
    let desk = library.stack.rootScreen
    let request = window.show(try #require(navigation(for: "books/17/review")))
    #expect(request.isOver)
    #expect(request.reportIfOver?.isComplete == true)
    #expect(
      library.places == [
        "stack: desk 0, book 17", "tab: 0 of NavigationScreen<FakeView>, PageScreen<FakeView>",
        "page: 0 of 5", "over all: notice 17",
      ])
    #expect(library.stack.rootScreen === desk)
    window.open()
    #expect(window.presentedScreens[0].isForeground)
    library.expectOrder()
    #expect(navigation(for: "readers/17") == nil)
  }

  @Test
  func whatIsNotMentionedStays() {
    library.simulateUse()
    let (books, pages) = (library.stack.screens, library.pages.openPosition)
    window.show(.window(.tab(0), sheets: [.any]))
    #expect(library.stack.screens.map(\.id) == books.map(\.id))
    #expect(library.tabs.selectedIndex == 0 && library.pages.openPosition == pages)
    #expect(window.presentedScreens.count == 1)
    window.show(.window(.any, sheets: [.any]))
    #expect(library.tabs.selectedIndex == 0)
    library.expectOrder()
  }

  @Test
  func whatIsAboveTheLastMentionedScreenGoes() {
    library.simulateUse()
    let (desk, first) = (library.stack.screens[0], library.stack.screens[1])
    window.show(.window(.tab(0, .stack(.any, book(17)))))
    #expect(window.presentedScreens.isEmpty)
    #expect(library.stack.screens.map(\.id) == [desk, first].map(\.id))
    window.show(.window(.tab(0, .stack(.any))))
    #expect(library.stack.screens.map(\.id) == [desk].map(\.id))
    library.expectOrder()
  }

  @Test
  func aScreenOfTheStackIsReusedAtAnotherPosition() {
    library.simulateUse()
    let screens = library.stack.screens
    window.show(.window(.tab(0, .stack(.any, book(4), book(17), book(4)))))
    #expect(library.stack.screens.map(\.name) == ["desk 0", "book 4", "book 17", "book 4"])
    #expect(library.stack.screens[1] === screens[2] && library.stack.screens[2] === screens[1])
    #expect(library.stack.screens[3] !== screens[2])
    library.expectOrder()
  }

  @Test
  func aPresentedScreenIsReusedIfThoseBelowItAre() {
    window.open()
    window.show(.window(.any, presenting: [notice(1)], sheets: [notice(2)]))
    let (one, two) = (window.presentedScreens[0], window.presentedScreens[1])
    window.show(.window(.any, presenting: [notice(1)], sheets: [notice(3)]))
    #expect(window.presentedScreens[0] === one)
    #expect(window.presentedScreens.map(\.name) == ["notice 1", "notice 3"])
    window.show(.window(.any, presenting: [notice(4)], sheets: [notice(2)]))
    #expect(window.presentedScreens.map(\.name) == ["notice 4", "notice 2"])
    #expect(window.presentedScreens[1] !== two)
    // What was a sheet is not the same as what covers everything.
    window.show(.window(.any, sheets: [notice(4)]))
    #expect(window.navigation.description.hasSuffix("sheet notice*)"))
    library.expectOrder()
  }

  @Test
  func aRestoredSheetIsDismissedFromWhatPresentedIt() {
    window.open()
    window.show(.window(.tab(0, .stack(.any, book(1))), sheets: [notice(1)]))
    #expect(library.stack.topScreen.dismiss(animated: false).outcomeIfOver == .completed)
    #expect(window.presentedScreens.isEmpty)
  }

  @Test
  func showingWhatIsShownNotifiesNoScreen() {
    library.simulateUse()
    library.stack.push(BookScreen(9, kind: nil, in: library.application))
    library.window.present(BookScreen(8, kind: nil, in: library.application), as: .sheet)
    library.recorder.clear()
    var events: [ScreenEvent] = []
    let observation = library.application.observe { events.append($0) }
    let (places, navigation) = (library.places, window.navigation)
    let request = window.show(navigation, catalog: ScreenCatalog())
    #expect(request.reportIfOver?.isComplete == true)
    #expect(library.recorder.takeLines().isEmpty && events.isEmpty)
    #expect(library.places == places && window.navigation == navigation)
    observation.cancel()
  }

  @Test
  func aTabKeepsItsPositionAndUnmentionedTabsStay() {
    let more = (7...8).map { BookScreen($0, kind: "branch", in: library.application) }
    library.tabs.setScreens([library.stack, library.pages] + more)
    let earlier = window.navigation
    library.tabs.setScreens([library.stack, library.pages] + more.reversed())
    library.tabs.select(2)
    window.show(earlier)
    #expect(window.navigation == earlier && library.tabs.screens[2] === more[0])
    window.show(.window(.tab(1)))
    #expect(library.tabs.screens.count == 4 && library.tabs.selectedScreen === library.pages)
  }

  // MARK: Pages

  @Test
  func aPageIsOpenedAndWhatItShows() throws {
    let application = library.application
    let pages = PageScreen<FakeView>(count: 9, stage: RecorderStage(), in: application) { place in
      NavigationScreen<FakeView>(
        root: BookScreen(place, kind: "branch", in: application), stage: RecorderStage(),
        in: application)
    }
    pages.preloadReach = 0
    let window = ScreenWindow<FakeView>(root: pages, stage: RecorderStage(), in: application)
    window.open()
    window.show(.window(.page(7, .stack(.any, book(1)))))
    #expect(pages.openPosition == 7)
    #expect(pages.openPage?.navigation.description == "stack(branch, book*)")
    let seven = window.navigation
    window.show(.window(.page(2)))
    #expect(pages.openPage?.navigation.description == "stack(branch*)")
    window.show(seven)
    #expect(window.navigation == seven)
  }

  /// The state of pages that do not exist yet is not part of a navigation.
  @Test
  func pagesThatAreStillToBeRestoredAre() throws {
    library.simulateUse()
    let archive = window.archive()
    let fresh = LibraryWindow()
    fresh.window.restore(from: archive, catalog: fresh.catalog)
    fresh.window.show(.window(.tab(1, .page(0))), catalog: fresh.catalog)
    fresh.window.show(.window(.tab(1, .page(2))), catalog: fresh.catalog)
    let page = try #require(fresh.pages.openPage as? BookScreen)
    #expect(page.view.text == "typed into branch 2")
  }

  // MARK: What cannot be shown

  @Test(arguments: [
    "unknown name", "not made", "no identity", "no such tab", "tab below zero", "no such page",
    "page of pages", "nothing on the stack", "nothing presented", "another root", "no window",
    "stack for tabs", "a named window", "the catalog repeats itself", "a window from the catalog",
  ])
  func whatCannotBeShownIsALoss(_ what: String) {
    typealias Reason = ScreenRestorationReport.Loss.Reason
    window.open()
    let shared = BookScreen(1, kind: "shared", in: library.application)
    library.catalog.register("shared") { _ in shared }
    library.catalog.register("never") { _ in nil }
    library.catalog.register("window") { _ in self.window }
    let (navigation, reason): (Navigation, Reason) =
      switch what {
      case "unknown name": (.window(.tab(0, .stack(.any, .screen("?")))), .unknownName)
      case "not made": (.window(.any, sheets: [.screen("never")]), .notMade)
      case "no identity": (.window(.tab(0, .stack(.any, .screen("book")))), .notMade)
      case "no such tab": (.window(.tab(7)), .noSuchPosition)
      case "tab below zero": (.window(.tab(.min)), .noSuchPosition)
      case "no such page": (.window(.tab(1, .page(.max))), .noSuchPage)
      case "page of pages": (.window(.tab(1, .page(2, .stack(.any)))), .noSuchPage)
      case "nothing on the stack": (.window(.tab(0, .stack(.any, .any))), .noSuchPosition)
      case "nothing presented": (.window(.any, sheets: [.any]), .noSuchPosition)
      case "another root": (.window(.screen("?")), .unknownName)
      case "no window": (.tab(0), .isOtherContainer)
      case "stack for tabs": (.window(.stack(.any)), .isOtherContainer)
      case "a named window": (.window(.any).named("?"), .unknownName)
      case "the catalog repeats itself":
        (.window(.tab(0, .stack(.any, .screen("shared"), .screen("shared")))), .refused(.isTaken))
      default:
        (.window(.any, sheets: [.screen("window")]), .refused(.isAncestor))
      }
    var events: [ScreenRestorationReport.Loss] = []
    let observation = library.application.observe { event in
      if case .notRestored(let loss) = event.kind { events.append(loss) }
    }
    let places = library.places
    let report = window.show(navigation).reportIfOver
    #expect(report?.losses.map(\.reason) == [reason])
    #expect(events == report?.losses)
    if what != "the catalog repeats itself", what != "page of pages", what != "no such page" {
      #expect(library.places[0] == places[0] && library.places[3] == places[3])
      #expect(library.tabs.selectedIndex == 0)
    }
    observation.cancel()
    library.expectOrder()
  }

  @Test
  func whatIsAboveALossIsLostToo() {
    window.open()
    let stack = Navigation.stack(.any, book(1), .screen("?"), book(2))
    let report = window.show(
      .window(.tab(0, stack), sheets: [.screen("?"), notice(1)])
    ).reportIfOver
    #expect(
      report?.losses.map(\.reason) == [
        .unknownName, .wasOnLostScreen, .unknownName, .wasOnLostScreen,
      ])
    #expect(
      report?.losses.map(\.path) == [
        "window/tabs[0]/stack[0]/?[2]", "window/tabs[0]/stack[0]/book[3]", "window/?[1]",
        "window/notice[2]",
      ])
    #expect(library.stack.screens.map(\.name) == ["desk 0", "book 1"])
    #expect(window.presentedScreens.isEmpty)
  }

  /// The window refuses the sheet only when it is presented: then it is recorded.
  @Test
  func aRefusalWhenItsTurnComesIsALoss() {
    let library = LibraryWindow(animation: .byHand)
    let window = library.window
    window.open()
    let sheet = BookScreen(5, kind: "shared", in: library.application)
    library.catalog.register("shared") { _ in sheet }
    let thief = NamedScreen("thief", in: library.application)
    var other: NavigationScreen<FakeView>?
    thief.acts[.didAppear] = { _ in
      other = NavigationScreen(root: sheet, stage: RecorderStage())
    }
    library.catalog.register("thief") { _ in thief }
    let request = window.show(
      .window(.tab(0, .stack(.any, .screen("thief"))), sheets: [.screen("shared")]),
      catalog: library.catalog, animated: true)
    while !request.isOver { window.settle() }
    #expect(request.reportIfOver?.losses.map(\.reason) == [.refused(.isTaken)])
    #expect(other?.rootScreen === sheet)
    library.expectOrder()
  }

  // MARK: When

  @Test
  func itWaitsForATransition() async {
    let library = LibraryWindow(animation: .byHand)
    let window = library.window
    window.open()
    let push = library.stack.push(BookScreen(1, in: library.application))
    let request = window.show(
      .window(.tab(1, .page(2)), sheets: [notice(1)]), catalog: library.catalog, animated: true)
    #expect(!request.isOver && request.reportIfOver == nil)
    #expect(library.tabs.selectedIndex == 0)
    while !request.isOver { for stage in library.stages { stage.finishAnimation() } }
    #expect(push.isOver)
    #expect(await request.report?.isComplete == true)
    #expect(library.places[2...] == ["page: 2 of 5", "over all: notice 1"])
    #expect(library.stack.screens.count == 2)
    library.expectOrder()
  }

  /// Requests made after it are executed after all its changes.
  @Test
  func requestsMadeLaterComeLater() {
    let library = LibraryWindow(animation: .byHand)
    let window = library.window
    window.open()
    library.stack.push(BookScreen(1, in: library.application))
    window.show(.window(.tab(0, .stack(.any, book(2)))), catalog: library.catalog)
    let last = BookScreen(3, in: library.application)
    let push = library.stack.push(last)
    while !push.isOver { window.settle() }
    #expect(library.stack.screens.map(\.name) == ["desk 0", "book 2", "book 3"])
    library.expectOrder()
  }

  @Test
  func twiceInARowShowsTheSecondWithoutCreatingAnythingTwice() {
    let library = LibraryWindow(animation: .byHand)
    let window = library.window
    var count = 0
    library.catalog.register("notice") { _ in
      count += 1
      return BookScreen(1, kind: "notice", in: library.application)
    }
    window.open()
    library.stack.push(BookScreen(1, in: library.application))
    let link = Navigation.window(.tab(0, .stack(.any, book(2))), sheets: [notice(1)])
    let one = window.show(link, catalog: library.catalog, animated: true)
    let two = window.show(link, catalog: library.catalog, animated: true)
    while !two.isOver { window.settle() }
    #expect(one.isOver && count == 1)
    #expect(library.places[0] == "stack: desk 0, book 2")
    #expect(library.places[3] == "over all: notice 1")
    library.expectOrder()
  }

  @Test(arguments: NamedScreen.Moment.inAStack)
  func fromInsideCallbacks(_ moment: NamedScreen.Moment) {
    let caller = NamedScreen("caller", in: library.application)
    window.open()
    var requests: [NavigationRequest] = []
    caller.acts[moment] = { [window, library] _ in
      guard requests.isEmpty else { return }
      requests.append(
        window.show(
          .window(.tab(1, .page(3)), sheets: [.screen("notice").with(1, for: .number)]),
          catalog: library.catalog))
      #expect(!requests[0].isOver)
    }
    library.stack.push(caller, animated: false)
    if requests.isEmpty { library.stack.pop(animated: false) }
    #expect(requests.first?.reportIfOver?.isComplete == true)
    #expect(library.places[2...] == ["page: 3 of 5", "over all: notice 1"])
    library.expectOrder()
  }

  @Test
  func fromInsideTheCatalog() {
    window.open()
    var isFirst = true
    library.catalog.register("eager") { [window, library] _ in
      if isFirst {
        isFirst = false
        window.show(.window(.tab(1)))
      }
      return BookScreen(6, kind: "eager", in: library.application)
    }
    #expect(window.show(.window(.tab(0, .stack(.any, .screen("eager"))))).isOver)
    #expect(library.stack.topScreen.name == "eager 6")
    library.expectOrder()
  }

  @Test
  func aClosedWindowShowsItWhenItOpens() {
    window.open()
    window.close()
    library.recorder.clear()
    window.show(.window(.tab(1), sheets: [notice(1)]))
    #expect(library.recorder.takeLines().allSatisfy { $0.contains("Move") })
    #expect(library.places[3] == "over all: notice 1")
    window.open()
    #expect(window.presentedScreens[0].isForeground)
    library.expectOrder()
  }

  @Test
  func theWindowIsDestroyedMeanwhile() async {
    let application = ScreenApplication()
    let stage = RecorderStage(.byHand)
    let stack = NavigationScreen<FakeView>(
      root: BookScreen(0, in: application), stage: stage, in: application)
    var window: ScreenWindow<FakeView>? = ScreenWindow(
      root: stack, stage: RecorderStage(), in: application)
    weak let weakWindow = window
    window?.open()
    stack.push(BookScreen(1, in: application))
    let waiting = window?.show(.window(.any), catalog: library.catalog)
    #expect(waiting?.isOver == false)
    window = nil
    #expect(weakWindow == nil)
    #expect(waiting?.isOver == true && waiting?.reportIfOver == nil)
    #expect(await waiting?.report == nil)
  }

  @Test
  func theWindowIsDestroyedWhileItsChangesWait() async {
    let application = ScreenApplication()
    let stage = RecorderStage(.byHand)
    let tabs = TabScreen<FakeView>(
      (0..<2).map { BookScreen($0, in: application) }, stage: stage, in: application)
    var window: ScreenWindow<FakeView>? = ScreenWindow(
      root: tabs, stage: RecorderStage(), in: application)
    window?.open()
    let request = window?.show(
      .window(.tab(1), sheets: [notice(1)]), catalog: library.catalog, animated: true)
    #expect(stage.isAnimating && request?.isOver == false)
    window = nil
    #expect(request?.isOver == true && request?.reportIfOver == nil)
    #expect(await request?.report == nil)
  }

  @Test
  func aCancelledTaskStopsWaitingForTheReport() async {
    let library = LibraryWindow(animation: .byHand)
    library.window.open()
    library.stack.push(BookScreen(1, in: library.application))
    let request = library.window.show(.window(.tab(1)))
    let task = Task { await request.report }
    task.cancel()
    #expect(await task.value == nil)
    #expect(!request.isOver)
    library.window.settle()
  }

  // MARK: Archives

  @Test
  func anArchivesNavigationGivesTheSameScreens() throws {
    library.simulateUse()
    let archive = try ScreenArchive(encoded: window.archive().encoded())
    let navigation = try #require(archive.navigations.first)
    #expect(archive.navigations.count == 1)
    #expect(navigation == window.navigation)
    let fresh = LibraryWindow()
    #expect(fresh.window.show(navigation, catalog: fresh.catalog).reportIfOver?.isComplete == true)
    #expect(fresh.places == library.places)
    #expect(fresh.window.navigation == navigation)
    fresh.window.open()
    #expect(!fresh.texts.contains { $0.contains("typed") })
    fresh.expectOrder()
  }

  @Test
  func observersReceiveNavigations() throws {
    window.open()
    var count = 0
    let observation = library.application.observe { if $0.kind == .navigated { count += 1 } }
    library.stack.push(BookScreen(1, in: library.application), animated: false)
    #expect(count == 1)
    library.tabs.select(0)
    #expect(count == 1)
    try library.stack.beginPop().cancel()
    #expect(count == 1)
    try library.stack.beginPop().finish()
    #expect(count == 2)
    library.tabs.select(1)
    #expect(count == 3)
    library.pages.preloadReach = 2
    #expect(library.pages.pageIfMade(at: 1) != nil && count == 3)
    library.pages.turn(to: 1, animated: false)
    #expect(count == 4)
    observation.cancel()
  }
}
