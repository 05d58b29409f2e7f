import StagecraftTestKit
import Testing

@testable import StagecraftScreens

/// What a stage may ask of its container.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct StageRequestsTests {
  typealias Outcome = TransitionRequest.Outcome

  /// A stage that keeps what it receives.
  final class AskingStage: ScreenStage {
    private(set) var requests: StageRequests?
    private(set) var calls: [String] = []
    /// What it does from inside a call.
    var acts: [String: @MainActor (StageRequests) -> Void] = [:]
    var isByHand = false
    private(set) var transition: ScreenStageTransition<FakeView>?

    func connect(to requests: StageRequests) {
      self.requests = requests
      note("connect")
    }
    func makeView() -> FakeView {
      note("makeView")
      return FakeView()
    }
    func arrange(_ scene: ScreenStageScene<FakeView>) { note("arrange") }
    func begin(_ transition: ScreenStageTransition<FakeView>) {
      self.transition = transition
      if !isByHand && !transition.context.isInteractive { transition.animationDidEnd() }
    }
    func openWindow() { note("open") }
    func closeWindow() { note("close") }
    func windowDidChangeFocus(_ isInFocus: Bool) { note("focus \(isInFocus)") }

    func takeCalls() -> [String] {
      defer { calls = [] }
      return calls
    }

    private func note(_ call: String) {
      calls.append(call)
      if let requests { acts[call]?(requests) }
    }
  }

  let application = ScreenApplication()
  let stage = AskingStage()
  let a: NamedScreen
  let b: NamedScreen
  let c: NamedScreen

  init() {
    a = NamedScreen("A", in: application)
    b = NamedScreen("B", in: application)
    c = NamedScreen("C", in: application)
  }

  private func open(_ root: AnyScreen) -> ScreenWindow<FakeView> {
    let window = ScreenWindow(root: root, stage: RecorderStage(), in: application)
    window.open()
    return window
  }

  private var requests: StageRequests {
    get throws { try #require(stage.requests) }
  }

  /// The error with which a gesture does not begin.
  private func error(_ begin: () throws(ScreenError) -> InteractiveTransition) -> ScreenError? {
    do throws(ScreenError) {
      let transition = try begin()
      transition.cancel()
      return nil
    } catch {
      return error
    }
  }

  @Test
  func aStageIsConnectedOnceAndFirst() throws {
    let stack = NavigationScreen(root: a, stage: stage, in: application)
    #expect(stage.calls.isEmpty)
    let window = open(stack)
    #expect(stage.takeCalls().prefix(2) == ["connect", "makeView"])
    window.close()
    try a.unloadView()
    try stack.unloadView()
    window.open()
    #expect(stage.takeCalls().contains("makeView"))
    #expect(stage.calls.filter { $0 == "connect" }.isEmpty)
  }

  @Test
  func back() throws {
    let stack = NavigationScreen(root: a, stage: stage, in: application)
    let window = open(stack)
    stack.push(b)
    #expect(try requests.back(animated: false).outcomeIfOver == .completed)
    #expect(stack.topScreen === a)
    #expect(try requests.back().outcomeIfOver == .refused(.isLast))
    #expect(window.isTreeIdle)
  }

  @Test
  func backInAWindowDismissesTheTopmostLayer() throws {
    let window = ScreenWindow(root: a, stage: stage, in: application)
    window.open()
    a.present(b, as: .sheet)
    b.isDismissible = false
    #expect(try requests.back().outcomeIfOver == .refused(.isRefused))
    b.isDismissible = true
    #expect(try requests.back().outcomeIfOver == .completed)
    #expect(try requests.back().outcomeIfOver == .refused(.isLast))
    #expect(window.presentedScreens.isEmpty)
  }

  @Test
  func whyAGestureDoesNotBegin() throws {
    let stack = NavigationScreen(root: a, stage: stage, in: application)
    let window = open(stack)
    let requests = try requests
    #expect(error(requests.beginBack) == .isLast)
    stack.push(b)
    window.close()
    #expect(error(requests.beginBack) == .isUnseen)
    window.open()
    stage.isByHand = true
    stack.push(c)
    #expect(error(requests.beginBack) == .isBusy)
    stage.transition?.animationDidEnd()
    let pop = try requests.beginBack()
    pop.finish()
    stage.transition?.animationDidEnd()
    #expect(stack.topScreen === b && window.isTreeIdle)
  }

  @Test
  func whyADismissalDoesNotBegin() throws {
    let window = ScreenWindow(root: a, stage: stage, in: application)
    window.open()
    a.present(b, as: .sheet)
    let requests = try requests
    #expect(error { () throws(ScreenError) in try requests.beginDismissal(of: c.id) } == .isUnknown)
    #expect(error { () throws(ScreenError) in try requests.beginDismissal(of: a.id) } == .isUnknown)
    b.isDismissible = false
    #expect(error { () throws(ScreenError) in try requests.beginDismissal(of: b.id) } == .isRefused)
    b.isDismissible = true
    try requests.beginDismissal(of: b.id).finish()
    #expect(window.presentedScreens.isEmpty)
  }

  @Test
  func selectingTabs() throws {
    let tabs = TabScreen([a, b], stage: stage, in: application)
    let window = open(tabs)
    #expect(try requests.select(b.id).outcomeIfOver == .completed)
    #expect(tabs.selectedScreen === b)
    #expect(try requests.select(c.id).outcomeIfOver == .refused(.isUnknown))
    #expect(try requests.turn(to: 0).outcomeIfOver == .refused(.noSuchPosition))
    #expect(try requests.back().outcomeIfOver == .refused(.isLast))
    #expect(try requests.dismiss(b.id).outcomeIfOver == .refused(.isUnknown))
    #expect(tabs.screens.count == 2 && tabs.selectedScreen === b && window.isTreeIdle)
  }

  @Test
  func turningPages() throws {
    let pages = PageScreen(count: 3, stage: stage, in: application) { [a, b, c][$0] }
    let window = open(pages)
    let requests = try requests
    #expect(requests.turn(to: 2).outcomeIfOver == .completed)
    #expect(requests.turn(to: 3).outcomeIfOver == .refused(.noSuchPosition))
    #expect(requests.turn(to: -1).outcomeIfOver == .refused(.noSuchPosition))
    #expect(requests.select(a.id).outcomeIfOver == .completed)
    #expect(pages.openPage === a)
    #expect(error { () throws(ScreenError) in try requests.beginTurn(to: 3) } == .noSuchPosition)
    #expect(error { () throws(ScreenError) in try requests.beginTurn(to: 0) } == .isLast)
    try requests.beginTurn(to: 1).cancel()
    #expect(pages.openPage === a && window.isTreeIdle)
  }

  /// Requests that only another kind of container understands change nothing.
  @Test
  func requestsOfAnotherKindOfContainer() throws {
    let stack = NavigationScreen(root: a, stage: stage, in: application)
    let window = open(stack)
    stack.push(b)
    let requests = try requests
    #expect(requests.select(a.id).outcomeIfOver == .refused(.isUnknown))
    #expect(requests.turn(to: 0).outcomeIfOver == .refused(.noSuchPosition))
    #expect(requests.dismiss(b.id).outcomeIfOver == .refused(.isUnknown))
    #expect(error { () throws(ScreenError) in try requests.beginTurn(to: 0) } == .noSuchPosition)
    #expect(error { () throws(ScreenError) in try requests.beginDismissal(of: b.id) } == .isUnknown)
    #expect(stack.screens.count == 2 && stack.topScreen === b && window.isTreeIdle)
  }

  @Test
  func closing() throws {
    let stack = NavigationScreen(root: a, stage: stage, in: application)
    let window = open(stack)
    let requests = try requests
    #expect(requests.close().outcomeIfOver == .completed, "The window that the stack is in.")
    #expect(!window.isOpen)
    #expect(requests.close().outcomeIfOver == .refused(.isInWrongState))
    let alone = NavigationScreen(root: b, stage: RecorderStage(), in: application)
    #expect(StageRequests(alone).close().outcomeIfOver == .refused(.containerIsGone))
    let host = ScreenHost(alone)
    #expect(StageRequests(alone).close().outcomeIfOver == .refused(.isHosted))
    withExtendedLifetime(host) {}
  }

  @Test
  func arrangingAgain() throws {
    let stack = NavigationScreen(root: a, stage: stage, in: application)
    let window = open(stack)
    _ = stage.takeCalls()
    #expect(try requests.arrange().outcomeIfOver == .completed)
    #expect(stage.takeCalls() == ["arrange"])
    stage.isByHand = true
    stack.push(b)
    let again = try requests.arrange()
    #expect(!again.isOver && stage.takeCalls().isEmpty)
    stage.transition?.animationDidEnd()
    #expect(again.isOver && window.isTreeIdle)
    #expect(stage.takeCalls() == ["arrange", "arrange"])
  }

  @Test
  func lifetimeOfAContainerThatIsGone() throws {
    let requests: StageRequests
    weak let container: AnyScreen?
    do {
      let stack = NavigationScreen(root: a, stage: stage, in: application)
      stack.loadViewIfNeeded()
      requests = try self.requests
      container = stack
    }
    #expect(container == nil, "Nothing is retained.")
    let gone = Outcome.refused(.containerIsGone)
    #expect(requests.back().outcomeIfOver == gone)
    #expect(requests.select(a.id).outcomeIfOver == gone)
    #expect(requests.turn(to: 0).outcomeIfOver == gone)
    #expect(requests.dismiss(a.id).outcomeIfOver == gone)
    #expect(requests.close().outcomeIfOver == gone)
    #expect(requests.arrange().outcomeIfOver == gone)
    #expect(error(requests.beginBack) == .containerIsGone)
    #expect(error { () throws(ScreenError) in try requests.beginTurn(to: 0) } == .containerIsGone)
    #expect(
      error { () throws(ScreenError) in try requests.beginDismissal(of: a.id) } == .containerIsGone)
  }

  /// The slot of a container that was destroyed may be another one's.
  @Test
  func anotherContainerInTheSamePlace() throws {
    var stack: NavigationScreen? = NavigationScreen(root: a, stage: stage, in: application)
    stack?.loadViewIfNeeded()
    let requests = try requests
    stack = nil
    var others: [NavigationScreen<FakeView>] = []
    for _ in 0..<8 {
      let other = NavigationScreen(
        root: NamedScreen("root", in: application), stage: RecorderStage(), in: application)
      other.push(NamedScreen("top", in: application))
      others.append(other)
    }
    #expect(requests.back().outcomeIfOver == .refused(.containerIsGone))
    #expect(others.allSatisfy { $0.screens.count == 2 })
  }

  // MARK: Windows

  @Test
  func aWindowIsOpenedClosedAndFocused() throws {
    let window = ScreenWindow(root: a, stage: stage, in: application)
    window.isInFocus = false
    window.isInFocus = true
    #expect(stage.calls.isEmpty, "There is no view yet.")
    window.open()
    #expect(stage.takeCalls().filter { $0 != "arrange" } == ["connect", "makeView", "open"])
    window.isInFocus = false
    window.isInFocus = false
    #expect(!a.isForeground && a.appearance == .visible)
    window.isInFocus = true
    #expect(a.isForeground && stage.takeCalls() == ["focus false", "focus true"])
    window.close()
    window.open()
    #expect(stage.takeCalls() == ["close", "open"])
    #expect(try requests.close().outcomeIfOver == .completed)
    #expect(stage.takeCalls() == ["close"])
  }

  @Test
  func theStageOfAWindowReportsTheFocus() throws {
    let stack = NavigationScreen(root: a, stage: RecorderStage(), in: application)
    let window = ScreenWindow(root: stack, stage: stage, in: application)
    window.open()
    try requests.reportFocus(false)
    #expect(!window.isInFocus && !window.isActive && window.isOpen && !a.isForeground)
    try requests.reportFocus(false)
    // In the middle of a transition of the window as well.
    stage.isByHand = true
    window.setRoot(b, animated: true)
    try requests.reportFocus(true)
    #expect(window.isInFocus)
    stage.transition?.animationDidEnd()
    #expect(b.isForeground)
    // Only the window itself has the focus.
    let other = AskingStage()
    let inner = NavigationScreen(root: c, stage: other, in: application)
    window.setRoot(inner, animated: false)
    stage.transition?.animationDidEnd()
    try #require(other.requests).reportFocus(false)
    #expect(window.isInFocus && c.isForeground)
  }

  @Test
  func reportingTheFocusOfAWindowThatIsGoneHasNoEffect() throws {
    do {
      let window = ScreenWindow(root: a, stage: stage, in: application)
      window.open()
      window.close()
    }
    try requests.reportFocus(false)
    #expect(a.appearance == .gone)
  }

  @Test
  func onlyTheStageOfAWindowIsAsked() {
    let stack = NavigationScreen(root: a, stage: stage, in: application)
    let window = open(stack)
    window.isInFocus = false
    window.close()
    #expect(stage.calls.filter { $0 != "arrange" } == ["connect", "makeView"])
  }

  /// The window is visible to the screens when it has opened, and no longer when it closes.
  @Test
  func theWindowOpensBetweenTheSteps() {
    let window = ScreenWindow(root: a, stage: stage, in: application)
    var seen: [String] = []
    a.acts = [
      .willAppear: { [stage] _ in seen += stage.takeCalls() + ["will appear"] },
      .didAppear: { [stage] _ in seen += stage.takeCalls() + ["did appear"] },
      .willDisappear: { [stage] _ in seen += stage.takeCalls() + ["will disappear"] },
      .didDisappear: { [stage] _ in seen += stage.takeCalls() + ["did disappear"] },
    ]
    window.open()
    window.close()
    #expect(
      seen.filter { !["connect", "makeView", "arrange"].contains($0) } == [
        "will appear", "open", "did appear", "will disappear", "close", "did disappear",
      ])
  }

  /// From inside each call, requests wait until it has returned.
  @Test(arguments: ["arrange", "open", "close", "focus false"])
  func requestsFromInsideACall(call: String) throws {
    let window = ScreenWindow(root: a, stage: stage, in: application)
    window.open()
    a.present(b, as: .sheet)
    if call == "open" { window.close() }
    var wasOverAtOnce: Bool?
    stage.acts[call] = { [stage] requests in
      stage.acts = [:]
      wasOverAtOnce = requests.back(animated: false).isOver
    }
    switch call {
    case "arrange": a.title = "A2"
    case "open": window.open()
    case "close": window.close()
    default: window.isInFocus = false
    }
    #expect(wasOverAtOnce == false)
    #expect(window.presentedScreens.isEmpty && window.isTreeIdle)
  }
}
