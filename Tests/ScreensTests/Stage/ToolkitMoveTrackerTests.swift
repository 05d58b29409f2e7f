import StagecraftTestKit
import Testing

@testable import StagecraftScreens

/// A widget that moves by itself, and a container that follows.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct ToolkitMoveTrackerTests {
  /// A screen that may refuse to leave.
  final class AskedScreen: Screen<FakeView> {
    private let ownName: String
    var mayLeave = true
    private(set) var askCount = 0
    var steps: [String] = []

    init(_ name: String, in application: ScreenApplication) {
      ownName = name
      super.init(in: application)
    }

    override var name: String { ownName }
    override func loadView() -> FakeView { FakeView(ownName) }
    override func shouldPop() -> Bool { answer() }
    override func shouldDismiss() -> Bool { answer() }
    override func viewWillDisappear(_ context: TransitionContext) {
      steps.append(context.isInteractive ? "will disappear, interactively" : "will disappear")
    }
    override func viewDidDisappear(_ context: TransitionContext) { steps.append("gone") }
    override func viewDidAppear(_ context: TransitionContext) { steps.append("back") }

    private func answer() -> Bool {
      askCount += 1
      return mayLeave
    }
  }

  let application = ScreenApplication()
  let stage = SelfMovingStage()
  let a: AskedScreen
  let b: AskedScreen
  let c: AskedScreen

  init() {
    a = AskedScreen("A", in: application)
    b = AskedScreen("B", in: application)
    c = AskedScreen("C", in: application)
  }

  private func window(_ root: AnyScreen) -> ScreenWindow<FakeView> {
    let window = ScreenWindow(root: root, stage: RecorderStage(), in: application)
    window.open()
    return window
  }

  /// An open window with a stack of the screens.
  private func stack(_ screens: AskedScreen...) -> (
    NavigationScreen<FakeView>, ScreenWindow<FakeView>
  ) {
    let stack = NavigationScreen(root: screens[0], stage: stage, in: application)
    for screen in screens.dropFirst() { stack.push(screen) }
    let window = window(stack)
    _ = stage.takeCalls()
    for screen in screens { screen.steps = [] }
    return (stack, window)
  }

  private func names(_ stack: NavigationScreen<FakeView>) -> [String] { stack.screens.map(\.name) }

  // MARK: Alone

  @Test
  func aMoveThatArrives() {
    let (stack, window) = stack(a, b)
    stage.begin(.back)
    #expect(stage.tracker?.isMoving == true && window.isTransitionInProgress)
    #expect(names(stack) == ["A", "B"] && b.steps == ["will disappear, interactively"])
    stage.end(at: a)
    #expect(stage.takeCalls() == ["taken", "ended", "arrange"])
    #expect(names(stack) == ["A"] && b.steps.last == "gone" && a.steps.last == "back")
    #expect(stage.tracker?.isMoving == false && window.isTreeIdle)
  }

  @Test
  func aMoveThatIsCalledOff() {
    let (stack, window) = stack(a, b)
    stage.begin(.back)
    stage.end(at: nil)
    #expect(stage.takeCalls() == ["taken", "ended", "arrange"])
    #expect(names(stack) == ["A", "B"] && b.steps.last == "back" && window.isTreeIdle)
    #expect(stage.place == b.id)
  }

  @Test
  func aWidgetThatHasPoppedAlready() {
    let (stack, window) = stack(a, b)
    stage.jump(.back, to: a)
    #expect(stage.takeCalls() == ["taken", "ended", "arrange"])
    #expect(names(stack) == ["A"] && stage.place == a.id && window.isTreeIdle)
    #expect(b.steps == ["will disappear, interactively", "gone"])
  }

  @Test
  func aScreenThatRefuses() {
    let (stack, window) = stack(a, b)
    b.mayLeave = false
    stage.begin(.back)
    #expect(stage.takeCalls() == ["arrange"] && b.askCount == 1)
    #expect(stage.tracker?.isMoving == false, "It was put back.")
    stage.end(at: nil)
    #expect(stage.takeCalls().isEmpty)
    stage.begin(.back)
    stage.end(at: a)
    #expect(stage.takeCalls() == ["arrange", "put back"], "It could not be stopped.")
    stage.jump(.back, to: a)
    #expect(stage.takeCalls() == ["put back"])
    #expect(names(stack) == ["A", "B"] && stage.place == b.id)
    #expect(b.steps.isEmpty && b.askCount == 3 && window.isTreeIdle)
  }

  @Test
  func nothingToGoBackTo() {
    let (stack, window) = stack(a)
    stage.jump(.back, to: b)
    #expect(stage.takeCalls() == ["put back"] && stage.place == a.id)
    #expect(names(stack) == ["A"] && window.isTreeIdle)
  }

  @Test
  func twoFastBacks() {
    let (stack, window) = stack(a, b, c)
    stage.begin(.back)
    stage.end(at: b)
    stage.begin(.back)
    stage.end(at: a)
    #expect(names(stack) == ["A"] && window.isTreeIdle)
    stack.setScreens([a, b, c])
    _ = stage.takeCalls()
    stage.jump(.back, to: b)
    stage.jump(.back, to: a)
    #expect(stage.takeCalls() == ["taken", "ended", "arrange", "taken", "ended", "arrange"])
    #expect(names(stack) == ["A"] && stage.place == a.id && window.isTreeIdle)
  }

  // MARK: While the container is busy

  @Test
  func aMoveWhileTheContainerIsBusy() {
    let (stack, window) = stack(a, b)
    stage.isByHand = true
    stack.push(c)
    stage.begin(.back)
    #expect(stage.tracker?.isMoving == true && stage.tracker?.isWaiting == false)
    stage.end(at: b)
    #expect(stage.tracker?.isMoving == false && stage.tracker?.isWaiting == true)
    stage.endAnimation()
    #expect(names(stack) == ["A", "B"], "The back button of the widget is a request.")
    stage.endAnimation()
    #expect(stage.place == b.id && stage.tracker?.isWaiting == false && window.isTreeIdle)
    #expect(c.steps.contains("will disappear"), "It was not interactive.")
  }

  @Test
  func aMoveThatIsCalledOffWhileTheContainerIsBusy() {
    let (stack, window) = stack(a, b)
    stage.isByHand = true
    stack.push(c)
    stage.begin(.back)
    stage.endAnimation()
    #expect(stage.takeCalls() == ["animate", "arrange, moving"])
    stage.end(at: nil)
    #expect(stage.takeCalls() == ["arrange"])
    #expect(names(stack) == ["A", "B", "C"] && stage.place == c.id && window.isTreeIdle)
  }

  @Test
  func aRefusalAfterTheContainerWasBusy() {
    let (stack, window) = stack(a, b)
    b.mayLeave = false
    let sheets = window.stage as? RecorderStage<FakeView>
    sheets?.animation = .byHand
    stack.present(c, as: .sheet)
    stage.jump(.back, to: a)
    #expect(stage.tracker?.isWaiting == true && b.askCount == 0)
    sheets?.finishAnimation()
    #expect(b.askCount == 1 && stage.tracker?.isWaiting == false)
    #expect(stage.takeCalls() == ["put back"] && stage.place == b.id)
    #expect(names(stack) == ["A", "B"] && window.isTreeIdle)
  }

  @Test
  func twoBacksWhileTheContainerIsBusy() {
    let (stack, window) = stack(a, b, c)
    let sheets = window.stage as? RecorderStage<FakeView>
    sheets?.animation = .byHand
    let sheet = AskedScreen("sheet", in: application)
    stack.present(sheet, as: .sheet)
    stage.jump(.back, to: b)
    stage.jump(.back, to: a)
    sheets?.finishAnimation()
    #expect(names(stack) == ["A"] && stage.place == a.id && window.isTreeIdle)
  }

  @Test
  func aContainerThatIsNotVisible() {
    let (stack, window) = stack(a, b)
    window.close()
    stage.jump(.back, to: a)
    #expect(names(stack) == ["A"] && stage.place == a.id)
  }

  // MARK: Endings from outside

  @Test
  func aTransitionThatTheProgramEnds() {
    let (stack, window) = stack(a, b)
    stage.begin(.back)
    window.settle()
    #expect(stage.takeCalls() == ["taken", "arrange, moving"] && window.isTreeIdle)
    stage.end(at: nil)
    #expect(stage.takeCalls() == ["arrange"] && names(stack) == ["A", "B"])
    stage.begin(.back)
    window.settle()
    stage.end(at: a)
    #expect(names(stack) == ["A"] && stage.place == a.id, "The user has arrived nevertheless.")
    #expect(window.isTreeIdle)
  }

  @Test
  func aTransitionThatTheProgramEndsWhileScreensAreCalled() {
    let (stack, window) = stack(a, b)
    final class Impatient: Screen<FakeView> {
      override func loadView() -> FakeView { FakeView() }
      override func viewWillDisappear(_ context: TransitionContext) { root.settleForTest() }
    }
    let top = Impatient(in: application)
    stack.push(top)
    stage.jump(.back, to: b)
    #expect(stage.tracker?.isMoving == false && window.isTreeIdle)
    #expect(stage.place == stack.topScreen.id)
  }

  @Test
  func lifetimeOfAContainerThatIsDestroyedHalfWay() {
    var pair: (NavigationScreen<FakeView>, ScreenWindow<FakeView>)? = stack(a, b)
    weak let stack = pair?.0
    stage.begin(.back)
    pair?.1.close()
    pair = nil
    #expect(stack == nil)
    stage.end(at: a)
    stage.begin(.back)
    stage.end(at: a)
    #expect(stage.tracker?.isMoving == false && stage.tracker?.isWaiting == false)
  }

  @Test
  func lifetimeOfATrackerThatIsReleasedHalfWay() async throws {
    let (stack, window) = stack(a, b)
    var requests: StageRequests? = StageRequests(stack)
    var tracker: ToolkitMoveTracker? = requests.map { ToolkitMoveTracker($0) }
    tracker?.moveBegan(.back)
    weak let leak = tracker
    (tracker, requests) = (nil, nil)
    #expect(leak == nil)
    let end = stack.push(c)
    // Cancelled in a later turn; then the push is executed.
    _ = await end.outcome
    #expect(names(stack) == ["A", "B", "C"] && window.isTreeIdle)
  }

  // MARK: Pages, tabs, sheets

  @Test
  func aDragThatTurnsRound() {
    let pages = PageScreen(count: 3, open: 1, stage: stage, in: application) { position in
      [a, b, c][position]
    }
    let window = window(pages)
    _ = stage.takeCalls()
    stage.begin(.turn(to: 0))
    stage.begin(.turn(to: 2))
    #expect(
      stage.takeCalls().filter { $0 != "arrange, moving" } == ["taken", "ended", "taken"])
    #expect(window.isTransitionInProgress && stage.tracker?.isMoving == true)
    stage.end(at: c)
    #expect(pages.openPosition == 2 && stage.place == c.id && window.isTreeIdle)
    #expect(a.steps.suffix(1) == ["gone"])
  }

  @Test
  func aSwitcherThatIsAhead() {
    let tabs = TabScreen([a, b, c], stage: stage, in: application)
    let window = window(tabs)
    stage.isByHand = true
    tabs.select(2, animated: true)
    stage.jump(.selection(of: b.id), to: b)
    #expect(tabs.selectedScreen === c && stage.tracker?.isWaiting == true)
    stage.endAnimation()
    stage.endAnimation()
    #expect(tabs.selectedScreen === b && stage.place == b.id)
    stage.jump(.selection(of: a.id), to: a)
    #expect(tabs.selectedScreen === a && stage.tracker?.isWaiting == false && window.isTreeIdle)
  }

  @Test
  func aSheetThatTheUserPullsDown() {
    let window = ScreenWindow(root: a, stage: stage, in: application)
    window.open()
    a.present(b, as: .sheet)
    stage.begin(.dismissal(of: b.id))
    stage.end(at: a)
    #expect(window.presentedScreens.isEmpty && stage.place == a.id && b.askCount == 1)
    a.present(c, as: .sheet)
    c.mayLeave = false
    stage.jump(.dismissal(of: c.id), to: a)
    #expect(window.presentedScreens.count == 1 && stage.place == c.id && c.askCount == 1)
    #expect(window.isTreeIdle)
  }

  // MARK: Transitions of the program

  @Test
  func theProgramAnimatesAsAlways() throws {
    let (stack, window) = stack(a)
    stack.push(b)
    let pop = try stack.beginPop()
    pop.update(0.5)
    pop.finish()
    #expect(
      stage.takeCalls() == ["animate", "arrange", "follow", "conclude", "arrange"])
    #expect(names(stack) == ["A"] && window.isTreeIdle)
  }
}

extension AnyScreen {
  fileprivate func settleForTest() { (self as? ContainerScreen<FakeView>)?.settle() }
}
