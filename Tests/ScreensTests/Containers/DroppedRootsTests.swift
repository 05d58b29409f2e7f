import StageFloor
import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftScreens

/// Roots that are dropped, also on another thread, while something in their trees goes on.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct DroppedRootsTests {
  final class Parcel: @unchecked Sendable {  // guard: one thread at a time owns it
    private var content: AnyObject?

    init(_ content: AnyObject) { self.content = content }

    func drop() { content = nil }
  }

  let application = ScreenApplication()

  private func makeStack(
    _ root: AnyScreen, _ stage: RecorderStage<FakeView> = RecorderStage()
  ) -> NamedStack {
    NamedStack("stack", root: root, stage: stage, in: application)
  }

  private func named(_ name: String) -> NamedScreen { NamedScreen(name, in: application) }

  /// The window loses the focus outside any turn, so the pop is executed at once.
  @Test
  func aScreenThatIsPoppedByItsOwnForegroundCallback() {
    let stack = makeStack(named("A"))
    let window = ScreenWindow(root: stack, stage: RecorderStage(), in: application)
    window.open()
    weak var popped: NamedScreen?
    var isAliveInside = false
    do {
      let screen = named("B")
      popped = screen
      screen.acts[.resignedForeground] = { [unowned stack] screen in
        screen.acts = [:]
        stack.pop(animated: false)
        isAliveInside = popped != nil
      }
      stack.push(screen, animated: false)
    }
    window.isInFocus = false
    #expect(isAliveInside && popped == nil)
    #expect(stack.screens.count == 1)
  }

  /// The window is being destroyed on another thread when the stage ends its animation.
  @Test
  func aTransitionGoesOnWithoutItsRoot() async throws {
    for _ in 0..<50 {
      let stage = RecorderStage(.byHand)
      let stack = makeStack(named("A"), stage)
      let parcel: Parcel
      let push: TransitionRequest
      do {
        let window = ScreenWindow(root: stack, stage: RecorderStage(), in: application)
        window.open()
        push = stack.push(named("B"))
        parcel = Parcel(window)
      }
      try await onThread { parcel.drop() }
      stage.finishAnimation()
      #expect(push.outcomeIfOver == .completed)
      stage.animation = .atOnce
      #expect(stack.pop().outcomeIfOver == .completed)
    }
  }

  @Test
  func aChildOfADestroyedContainerIsFree() async throws {
    let child = named("A")
    let parcel = Parcel(TabScreen([child], stage: RecorderStage(), in: application))
    try await onThread { parcel.drop() }
    let stack = makeStack(named("B"))
    #expect(child.parent == nil)
    #expect(stack.push(child).outcomeIfOver == .completed)
  }

  /// A container is created around a stack in its turn, and dropped at once.
  @Test
  func aTurnGoesOnWithoutAContainerCreatedAroundIt() {
    let stack = makeStack(named("A"))
    let screen = named("B")
    screen.acts[.willMove] = { [application] screen in
      screen.acts = [:]
      _ = TabScreen([stack], stage: RecorderStage(), in: application)
    }
    #expect(stack.push(screen).outcomeIfOver == .completed)
    #expect(stack.pop().outcomeIfOver == .completed)
    #expect(stack.isTreeIdle && stack.parent == nil)
  }

  /// The window is created around a stack in its turn, and dropped while a screen of it is called:
  /// it lives until its own turn ends.
  @Test(arguments: [NamedScreen.Moment.loadView, .viewDidLoad, .willAppear, .didAppear])
  func aWindowCreatedInATurnAndDroppedInACallback(moment: NamedScreen.Moment) {
    let busyCount = ScreenTrees.shared.machine.allBusyCount
    let stack = makeStack(named("A"))
    let pushed = named("B")
    var window: ScreenWindow<FakeView>?
    weak var dropped: ScreenWindow<FakeView>?
    weak var screen: NamedScreen?
    var isAlive = false
    pushed.acts[.willMove] = { [application] pushed in
      pushed.acts = [:]
      let first = NamedScreen("C", in: application)
      first.acts[moment] = { first in
        first.acts = [:]
        window = nil
        isAlive = dropped != nil
      }
      screen = first
      let tabs = TabScreen([first, stack], stage: RecorderStage(), in: application)
      window = ScreenWindow(root: tabs, stage: RecorderStage(), in: application)
      dropped = window
      window?.open()
    }
    stack.push(pushed)
    #expect(isAlive && dropped == nil && screen == nil)
    #expect(ScreenTrees.shared.machine.allBusyCount == busyCount)
    #expect(stack.isTreeIdle && stack.parent == nil && stack.screens.count == 2)
  }

  /// Two stacks are in a turn when a container is created around both.
  @Test(arguments: [true, false], [true, false])
  func theTurnsOfTwoStacksGoOnInAContainerCreatedAroundThem(
    isOuterFirst: Bool, isDropped: Bool
  ) {
    let (outer, inner) = (makeStack(named("A")), makeStack(named("B")))
    let (x, y) = (named("X"), named("Y"))
    var tabs: TabScreen<FakeView>?
    var requests: [TransitionRequest] = []
    y.acts[.willMove] = { [application] y in
      y.acts = [:]
      tabs = TabScreen(
        isOuterFirst ? [outer, inner] : [inner, outer], stage: RecorderStage(), in: application)
      if isDropped { tabs = nil }
      requests = [outer.pop(), inner.pop()]
      withExtendedLifetime(tabs) {}
      #expect(requests.allSatisfy { !$0.isOver })
    }
    x.acts[.willMove] = { x in
      x.acts = [:]
      inner.push(y)
      #expect(!requests[0].isOver)
    }
    x.acts[.didMove] = { _ in #expect(requests.count == 2 && !requests[0].isOver) }
    outer.push(x)
    #expect(requests.map(\.outcomeIfOver) == [.completed, .completed])
    #expect(outer.screens.count == 1 && inner.screens.count == 1)
    #expect(x.parent == nil && y.parent == nil)
    #expect(outer.isTreeIdle && inner.isTreeIdle)
    #expect(outer.busyCount == 0 && inner.busyCount == 0)
    #expect((outer.parent == nil) == isDropped)
  }

  @Test
  func aSuspendedTreeIsResumedAfterItsHost() async throws {
    let stack = makeStack(named("A"))
    let parcel: Parcel
    do {
      let host = ScreenHost(stack)
      host.willAppear(TransitionContext(.host))
      parcel = Parcel(host)
    }
    try await onThread { parcel.drop() }
    let next = ScreenHost(stack)
    next.didAppear(TransitionContext(.host))
    let push = stack.push(named("B"), animated: false)
    #expect(await push.outcome == .completed)
  }

  @Test
  func aWindowThatPresentsIsNotRetainedByItsRequest() {
    weak var gone: ScreenWindow<FakeView>?
    var request: TransitionRequest?
    do {
      let window = ScreenWindow(
        root: named("A"), stage: RecorderStage(.byHand), in: application)
      window.open()
      request = window.present(named("B"))
      gone = window
    }
    #expect(gone == nil && request?.outcomeIfOver == .cancelled)
  }
}
