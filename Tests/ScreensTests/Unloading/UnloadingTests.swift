import StagecraftTestKit
import Testing

@testable import StagecraftScreens

@MainActor
@Suite("A view that is unloaded", .timeLimit(.minutes(3)))
struct UnloadingTests {
  let application = ScreenApplication(clock: ManualClock())

  @Test("is saved, released, and restored as the user left it")
  func roundTrip() throws {
    let library = Library(2)
    let page = library.pages[1]
    weak let old = page.viewIfLoaded
    try page.unloadView()
    #expect(old == nil)
    #expect(!page.isViewLoaded)
    #expect(page.log == ["save", "willUnload", "didUnload"])
    #expect(library.shelf.releasedViews == ["page 1"])
    library.shelf.select(1)
    #expect(page.log.dropFirst(3) == ["load", "restore"])
    #expect(page.view.text == "the user's page 1")
    #expect(page.field.text == "field")
  }

  @Test("resets the properties bound to it")
  func viewBounds() throws {
    let page = TextScreen("page", in: application)
    page.loadViewIfNeeded()
    weak let field = page.field
    try page.unloadView()
    #expect(page.$field == nil)
    #expect(field == nil)
  }

  @Test("existed before, or nothing happens")
  func withoutAView() throws {
    let page = TextScreen("page", in: application)
    let log = EventLog(application)
    try page.unloadView()
    #expect(page.log.isEmpty)
    #expect(log.events.isEmpty)
    #expect(page.unloadObstacle == nil)
  }

  @Test("keeps the first saved state, if it is unloaded again without having been loaded")
  func unloadedTwice() throws {
    let page = TextScreen("page", in: application)
    page.view.text = "mine"
    try page.unloadView()
    try page.unloadView()
    #expect(page.log == ["load", "save", "willUnload", "didUnload"])
    #expect(page.view.text == "mine")
  }

  @Test("keeps state that the screen has received and not yet restored")
  func pendingState() throws {
    let page = TextScreen("page", in: application)
    page.view.text = "from the last time"
    let state = page.collectState()
    let other = TextScreen("other", in: application)
    other.savedState = state
    try other.unloadView()
    application.unloadHiddenViews()
    #expect(other.log.isEmpty)
    #expect(other.view.text == "from the last time")
    try other.unloadView()
    #expect(other.view.text == "from the last time")
  }

  @Test("stays while it is visible, appearing or disappearing")
  func staysWhileVisible() {
    let page = TextScreen("page", in: application)
    let context = TransitionContext(.host)
    page.deliver(.willAppear, context)
    #expect(page.refusalByHand() == .isSeen)
    page.deliver(.didAppear, context)
    #expect(page.refusalByHand() == .isSeen)
    page.deliver(.willDisappear, context)
    #expect(page.refusalByHand() == .isSeen)
    #expect(application.unloadHiddenViews().entries.isEmpty)
    page.deliver(.didDisappear, context)
    #expect(page.refusalByHand() == nil)
  }

  @Test("stays while it is held, with the reason")
  func staysWhileHeld() throws {
    let library = Library(3)
    let page = library.pages[2]
    let edited = page.hold("text being edited")
    let asked = page.hold("a question")
    let log = EventLog(library.application)
    #expect(page.refusalByHand() == .isHeld(["text being edited", "a question"]))
    let report = library.application.unloadHiddenViews()
    #expect(report.unloaded == ["page 1"])
    #expect(report.reason("page 2") == .isHeld(["text being edited", "a question"]))
    #expect(log.refusals.count == 2)
    edited.release()
    #expect(page.refusalByHand() == .isHeld(["a question"]))
    asked.release()
    #expect(page.refusalByHand() == nil)
  }

  @Test("stays while its container is in a transition")
  func staysInTransition() {
    let library = Library(4)
    library.shelf.isMoving = true
    #expect(library.pages[3].refusalByHand() == .isInTransition)
    #expect(library.application.unloadHiddenViews().unloaded.isEmpty)
    library.shelf.isMoving = false
    #expect(library.pages[3].refusalByHand() == nil)
  }

  @Test("stays while a child has a view")
  func staysAroundOthers() throws {
    let library = Library(3)
    library.shelf.disappear()
    #expect(library.shelf.refusalByHand() == .hasLoadedChildren(3))
    try library.pages[0].unloadView()
    try library.pages[1].unloadView()
    #expect(library.shelf.refusalByHand() == .hasLoadedChildren(1))
    try library.pages[2].unloadView()
    #expect(library.shelf.refusalByHand() == nil)
    library.shelf.appear()
    #expect(library.pages[0].view.text == "the user's page 0")
    #expect(library.shelf.view.text == "initial")
  }

  @Test("stays if a part of its state would be lost")
  func staysIfStateIsLost() throws {
    let page = TextScreen("page", in: application)
    page.view.text = "mine"
    page.ballast = String(repeating: "x", count: 100_000)
    let reason = page.refusalByHand()
    guard case .losesState(let omissions) = reason else {
      Issue.record("It was unloaded, or stayed because \(reason.map { "\($0)" } ?? "of nothing").")
      return
    }
    #expect(omissions.map(\.key) == ["ballast"])
    #expect(page.view.text == "mine")
    #expect(page.log == ["load", "save"])
    page.ballast = ""
    #expect(page.refusalByHand() == nil)
    #expect(page.view.text == "mine")
  }

  @Test("stays during viewDidLoad: state that is not restored yet does not replace the saved state")
  func staysWhileFilled() throws {
    let page = TextScreen("page", in: application)
    page.view.text = "mine"
    try page.unloadView()
    var reasons: [AnyScreen.UnloadRefusal.Reason?] = []
    page.onLoad = { page in
      reasons.append(page.refusalByHand())
      page.application.unloadHiddenViews()
    }
    #expect(page.view.text == "mine")
    #expect(reasons == [.isBusy])
  }

  @Test("can be unloaded by hand even with the policy never")
  func policyNever() {
    let library = Library(3)
    library.pages[2].policy = .never
    let report = library.application.unloadHiddenViews()
    #expect(report.unloaded == ["page 1"])
    #expect(report.reason("page 2") == .isNeverUnloaded)
    #expect(library.pages[2].refusalByHand() == nil)
  }

  @Test("is unloaded as soon as it has disappeared, with the policy eager")
  func policyEager() async {
    let library = Library(3)
    library.pages[0].policy = .eager
    library.shelf.select(1)
    #expect(library.loaded == [1, 2])
    library.shelf.select(0)
    #expect(library.pages[0].view.text == "the user's page 0")
  }

  @Test("is unloaded eagerly in the next turn under a host, with its children")
  func eagerUnderAHost() async {
    let library = Library(3)
    library.shelf.policy = .eager
    library.pages[1].policy = .never
    library.shelf.disappear()
    #expect(library.loaded == [0, 1, 2])
    await Task { @MainActor in }.value
    #expect(library.loaded == [1])
    #expect(library.shelf.isViewLoaded)
    library.pages[1].policy = .automatic
    library.shelf.appear()
    library.shelf.disappear()
    library.shelf.appear()
    await Task { @MainActor in }.value
    #expect(library.loaded == [0, 1], "It was visible again before that turn.")
    library.shelf.disappear()
    await Task { @MainActor in }.value
    #expect(library.loaded.isEmpty && !library.shelf.isViewLoaded)
  }

  @Test("is reported with its bytes and its cause")
  func events() throws {
    let library = Library(2, bytes: 40)
    let log = EventLog(library.application)
    try library.pages[1].unloadView()
    library.shelf.select(1)
    library.application.unloadHiddenViews()
    let kinds = log.events.filter { $0.name != "shelf" }.map(\.kind)
    #expect(kinds.prefix(3) == [.savedState, .willUnload, .unloaded(bytes: 40, because: .byHand)])
    #expect(kinds.last == .unloaded(bytes: 40, because: .memory))
  }

  @Test("describes why it stays")
  func words() {
    let page = TextScreen("BranchScreen", in: application)
    page.loadViewIfNeeded()
    let hold = page.hold("text being edited")
    do {
      try page.unloadView()
      Issue.record("It went.")
    } catch {
      #expect("\(error)" == "BranchScreen keeps its view: it is held (text being edited).")
    }
    hold.release()
    #expect(
      "\(AnyScreen.UnloadRefusal.Reason.hasLoadedChildren(1))" == "a screen in it has a view")
    #expect(
      "\(AnyScreen.UnloadRefusal.Reason.hasLoadedChildren(2))" == "2 screens in it have views")
  }
}
