import StagecraftTestKit
import Testing

@testable import StagecraftScreens

/// A callback during the unloading of a view may do anything.
@MainActor
@Suite("While a view is unloaded, its screen", .timeLimit(.minutes(3)))
struct UnloadReentryTests {
  enum Moment: CaseIterable {
    case save, willUnload, didUnload
  }

  private func at(
    _ moment: Moment, of page: TextScreen, do body: @escaping (TextScreen) -> Void
  ) {
    let once: (TextScreen) -> Void = { page in
      page.onSave = { _ in }
      page.onWillUnload = { _ in }
      page.onDidUnload = { _ in }
      body(page)
    }
    switch moment {
    case .save: page.onSave = once
    case .willUnload: page.onWillUnload = once
    case .didUnload: page.onDidUnload = once
    }
  }

  @Test("may be shown", arguments: Moment.allCases)
  func shown(_ moment: Moment) {
    let library = Library(3)
    let page = library.pages[2]
    let old = page.view
    at(moment, of: page) { _ in library.shelf.select(2) }
    let reason = page.refusalByHand()
    #expect(page.appearance == .visible)
    #expect(page.view.text == "the user's page 2")
    #expect(page.field.text == "field")
    if moment == .didUnload {
      #expect(reason == nil)
    } else {
      #expect(reason == .wasShownMeanwhile)
      #expect(page.view === old, "It was needed before it was released.")
    }
  }

  @Test("may be shown and hidden again", arguments: Moment.allCases)
  func shownAndHidden(_ moment: Moment) {
    let library = Library(3)
    let page = library.pages[2]
    at(moment, of: page) { _ in
      library.shelf.select(2)
      page.view.text = "changed meanwhile"
      library.shelf.select(0)
    }
    _ = page.refusalByHand()
    #expect(page.isViewLoaded)
    #expect(page.view.text == "changed meanwhile")
    #expect(page.refusalByHand() == nil)
    #expect(page.view.text == "changed meanwhile")
  }

  @Test("may be shown, hidden and unloaded by a callback", arguments: Moment.allCases)
  func unloadedByAnother(_ moment: Moment) {
    let library = Library(3)
    let page = library.pages[2]
    var inner: [AnyScreen.UnloadRefusal.Reason?] = []
    at(moment, of: page) { _ in
      library.shelf.select(2)
      page.view.text = "changed meanwhile"
      library.shelf.select(0)
      inner.append(page.refusalByHand())
    }
    #expect(page.refusalByHand() == nil)
    #expect(inner == [nil])
    #expect(!page.isViewLoaded)
    #expect(page.view.text == "changed meanwhile")
  }

  @Test("may be asked to unload again", arguments: Moment.allCases)
  func asksAgain(_ moment: Moment) {
    let library = Library(3)
    let page = library.pages[2]
    var inner: [AnyScreen.UnloadRefusal.Reason?] = []
    at(moment, of: page) { page in
      inner.append(page.refusalByHand())
      page.application.unloadHiddenViews()
    }
    #expect(page.refusalByHand() == nil)
    #expect(inner == [moment == .didUnload ? nil : .isBusy])
    #expect(library.loaded == [0])
    #expect(page.log.count { $0 == "save" } == 1)
    #expect(page.view.text == "the user's page 2")
  }

  @Test("may be held", arguments: Moment.allCases)
  func held(_ moment: Moment) {
    let library = Library(3)
    let page = library.pages[2]
    var hold: AnyScreen.Hold?
    at(moment, of: page) { hold = $0.hold("text being edited") }
    let reason = page.refusalByHand()
    #expect(reason == (moment == .didUnload ? nil : .isHeld(["text being edited"])))
    #expect(page.isViewLoaded == (moment != .didUnload))
    hold?.release()
    #expect(page.refusalByHand() == nil)
    #expect(page.view.text == "the user's page 2")
  }

  @Test("may be held by a callback of its stage, and is then on the stage again")
  func heldByItsStage() {
    let library = Library(3)
    var hold: AnyScreen.Hold?
    library.shelf.onLettingGo = { hold = $0.hold("text being edited") }
    #expect(library.pages[2].refusalByHand() == .isHeld(["text being edited"]))
    #expect(library.shelf.releasedViews.isEmpty)
    hold?.release()
    library.shelf.onLettingGo = { _ in }
    #expect(library.pages[2].refusalByHand() == nil)
    #expect(library.shelf.releasedViews == ["page 2"])
  }

  @Test("may access its view", arguments: Moment.allCases)
  func asksForItsView(_ moment: Moment) {
    let page = Library(3).pages[2]
    at(moment, of: page) { page in page.view.text += "!" }
    #expect(page.refusalByHand() == nil)
    #expect(page.isViewLoaded == (moment == .didUnload), "A later access creates another view.")
    // A change after the state was saved is lost, unless the view is new.
    #expect(page.view.text == "the user's page 2" + (moment == .didUnload ? "!" : ""))
  }

  @Test("may leave its container", arguments: Moment.allCases)
  func leaves(_ moment: Moment) {
    let library = Library(3)
    let page = library.pages[2]
    at(moment, of: page) { library.shelf.remove($0) }
    #expect(page.refusalByHand() == nil)
    #expect(page.parent == nil)
    #expect(page.view.text == "the user's page 2")
  }

  @Test("may remove other screens, and release them", arguments: Moment.allCases)
  func endsOthers(_ moment: Moment) {
    let application = ScreenApplication(clock: ManualClock())
    var others = (0..<8).map { TextScreen("other \($0)", in: application) }
    for other in others { other.loadViewIfNeeded() }
    at(moment, of: others[0]) { _ in others.removeAll() }
    let report = application.unloadHiddenViews()
    #expect(report.unloaded == ["other 0"])
    #expect(application.liveScreens.isEmpty)
  }

  @Test("may unload all others, and the rest of the pass finds nothing to do")
  func nestedPass() {
    let library = Library(6)
    var inner: [String] = []
    at(.save, of: library.pages[5]) { page in
      inner = page.application.unloadHiddenViews().unloaded
    }
    let report = library.application.unloadHiddenViews()
    #expect(report.unloaded == ["page 5"])
    #expect(inner == ["page 4", "page 3", "page 2", "page 1"])
    #expect(library.loaded == [0])
    for page in library.pages.dropFirst() {
      #expect(page.view.text == "the user's \(page.label)")
    }
  }

  @Test("may show another that was to be unloaded too")
  func showsAnother() {
    let library = Library(6)
    at(.willUnload, of: library.pages[5]) { _ in library.shelf.select(3) }
    let report = library.application.unloadHiddenViews()
    #expect(report.unloaded == ["page 5", "page 4", "page 2", "page 1"])
    #expect(report.reason("page 3") == .isSeen)
    #expect(library.loaded == [0, 3])
  }

  @Test("has been notified that it disappeared, even if an eager child is unloaded at once")
  func unloadsItsContainer() {
    let library = Library(3)
    var shelfWasLoaded = false
    library.pages[0].onDisappear = { page in
      page.application.unloadHiddenViews()
      shelfWasLoaded = library.shelf.isViewLoaded
    }
    library.shelf.onDisappear = { shelf in
      #expect(shelf.isViewLoaded)
      shelf.application.unloadHiddenViews()
    }
    library.shelf.disappear()
    #expect(shelfWasLoaded)
    #expect(library.loaded.isEmpty && !library.shelf.isViewLoaded)
  }

  @Test("may be shown by an object that is released with its view")
  func shownByADeinit() throws {
    let application = ScreenApplication(clock: ManualClock())
    let page = ShownAtTheEnd("page", in: application)
    page.loadViewIfNeeded()
    page.view.text = "mine"
    try page.unloadView()
    #expect(page.appearance == .visible)
    #expect(page.view.text == "mine")
    #expect(page.field.text == "field")
    #expect(page.log == ["load", "save", "willUnload", "didUnload", "load", "restore"])
  }

  @Test("is warned before any unloading, and may make any request")
  func warnings() {
    let library = Library(4)
    library.application.warningPolicy = .classic
    var loadedThen: [Int] = []
    library.pages[3].onWarning = { page in
      loadedThen = library.loaded
      page.application.receiveMemoryWarning()
      _ = library.pages[1].refusalByHand()
      library.shelf.select(2)
    }
    library.application.receiveMemoryWarning()
    #expect(loadedThen == [0, 1, 2, 3])
    #expect(library.loaded == [2])
    for page in library.pages { #expect(page.log.count { $0 == "warning" } == 1) }
  }
}

/// A screen that is shown when its view is released.
private final class ShownAtTheEnd: TextScreen {
  private var isFirst = true

  override func loadView() -> Pane {
    guard isFirst else { return Pane("initial") }
    isFirst = false
    return Pane(
      "initial",
      onDeinit: OnDeinit { [weak self] in
        MainActor.assumeIsolated { self?.appear() }
      })
  }
}
