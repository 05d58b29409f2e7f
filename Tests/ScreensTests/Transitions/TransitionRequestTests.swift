import StagecraftTestKit
import Testing

@testable import StagecraftScreens

/// One transition at a time, in the order of the requests.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct TransitionRequestTests {
  let theatre = Theatre()
  let stage: RecorderStage<FakeView>
  let stack: NamedStack

  init() {
    stage = theatre.stage(.byHand)
    stack = NamedStack("stack", root: theatre.a, stage: stage, in: theatre.application)
  }

  private func names() -> [String] { stack.screens.map(\.name) }

  @Test
  func requestsDuringATransitionWait() {
    theatre.show(stack)
    theatre.recorder.clear()
    let requests = [stack.push(theatre.b), stack.push(theatre.c), stack.pop(), stack.popToRoot()]
    #expect(requests.map(\.isOver) == [false, false, false, false])
    #expect(names() == ["A", "B"])
    stage.finishAnimation()
    #expect(requests.map(\.isOver) == [true, false, false, false])
    #expect(names() == ["A", "B", "C"])
    stage.finishAnimation()
    stage.finishAnimation()
    #expect(requests.map(\.isOver) == [true, true, true, false])
    #expect(!stack.settleIsNeeded || stage.isAnimating)
    stage.finishAnimation()
    #expect(requests.map(\.outcomeIfOver) == Array(repeating: .completed, count: 4))
    #expect(names() == ["A"])
    theatre.check()
  }

  /// A request from inside any callback of a screen waits until that transition is over.
  @Test(arguments: NamedScreen.Moment.inAStack, RecorderStageAnimation.allCases)
  func requestsFromInside(moment: NamedScreen.Moment, animation: RecorderStageAnimation) {
    stage.animation = animation
    theatre.show(stack)
    var inner: TransitionRequest?
    var wasOverAtOnce: Bool?
    // B resigns and disappears because of its pop.
    let isOnTheWayOut = [.willDisappear, .didDisappear, .resignedForeground].contains(moment)
    let ask: (NamedScreen) -> Void = { [stack, theatre] screen in
      screen.acts = [:]
      inner = stack.push(theatre.c)
      wasOverAtOnce = inner?.isOver
    }
    if !isOnTheWayOut { theatre.b.acts[moment] = ask }
    let push = stack.push(theatre.b)
    stage.finishAnimation()
    #expect(push.outcomeIfOver == .completed)
    if isOnTheWayOut {
      theatre.b.acts[moment] = ask
      let pop = stack.pop()
      stage.finishAnimation()
      #expect(pop.outcomeIfOver == .completed)
    }
    stage.finishAnimation()
    #expect(wasOverAtOnce == false)
    #expect(inner?.outcomeIfOver == .completed)
    #expect(names() == (isOnTheWayOut ? ["A", "C"] : ["A", "B", "C"]))
    theatre.check()
  }

  /// A chain of requests, each from inside the end of the one before, runs in one loop.
  @Test
  func aThousandRequestsEachFromInsideTheOneBefore() {
    stage.animation = .atOnce
    theatre.show(stack)
    var left = 1000
    theatre.b.acts[.didAppear] = { [stack] _ in stack.pop() }
    theatre.a.acts[.didAppear] = { [stack, theatre] _ in
      left -= 1
      if left > 0 { stack.push(theatre.b) }
    }
    stack.push(theatre.b)
    #expect(left == 0 && names() == ["A"])
    theatre.check()
  }

  @Test
  func aStageThatNeverEndsIsSettled() {
    theatre.show(stack)
    let push = stack.push(theatre.b)
    stack.settle()
    #expect(push.outcomeIfOver == .completed && theatre.b.appearance == .visible)
    #expect(!stage.finishAnimation())
    let transition = try? stack.beginPop()
    stack.settle()
    #expect(transition?.request.outcomeIfOver == .cancelled)
    #expect(transition?.isOpen == false)
    transition?.update(0.5)
    transition?.finish()
    #expect(names() == ["A", "B"] && theatre.b.appearance == .visible)
    stack.settle()
    theatre.check()
  }

  /// From inside the first steps, the transition cannot end before all of them are complete.
  @Test(arguments: [NamedScreen.Moment.willMove, .loadView, .viewDidLoad, .willAppear, .didAppear])
  func settledFromInside(moment: NamedScreen.Moment) {
    theatre.show(stack)
    theatre.b.acts[moment] = { [stack] _ in stack.settle() }
    let push = stack.push(theatre.b)
    stack.settle()
    #expect(push.outcomeIfOver == .completed)
    theatre.check()
  }

  @Test
  func obsoleteRequestsAreRefused() {
    let tabs = TabScreen([stack, theatre.c], stage: theatre.stage(.byHand))
    let window = theatre.show(tabs, on: theatre.stage(.byHand))
    stack.push(theatre.b)
    let queued = [
      stack.pop(to: theatre.b),
      stack.pop(),
      stack.pop(to: theatre.b),
      stack.pop(),
      tabs.remove(theatre.c),
      tabs.select(theatre.c),
      tabs.select(1),
      theatre.b.present(NamedScreen("sheet")),
      stack.push(tabs.screens[0] === stack ? theatre.a : theatre.b),
      theatre.a.dismiss(),
    ]
    while theatre.stages.contains(where: { $0.finishAnimation() }) {}
    let outcomes: [TransitionRequest.Outcome?] = [
      .completed, .completed, .refused(.isUnknown), .refused(.isLast), .completed,
      .refused(.isUnknown), .refused(.noSuchPosition), .refused(.containerIsGone),
      .refused(.isTaken), .refused(.nothingPresented),
    ]
    #expect(queued.map(\.outcomeIfOver) == outcomes)
    #expect(window.presentedScreens.isEmpty && names() == ["A"])
    theatre.check()
  }

  @Test
  func aRequestNeedNotBeRetained() {
    theatre.show(stack)
    stack.push(theatre.b)
    stack.push(theatre.c)
    stage.finishAnimation()
    stage.finishAnimation()
    #expect(names() == ["A", "B", "C"])
    theatre.check()
  }

  // MARK: Waiting

  @Test
  func manyTasksWaitForOneRequest() async {
    theatre.show(stack)
    let request = stack.push(theatre.b)
    let tasks = (0..<8).map { _ in Task { await request.outcome } }
    let cancelled = Task { await request.outcome }
    cancelled.cancel()
    #expect(await cancelled.value == nil)
    stage.finishAnimation()
    for task in tasks { #expect(await task.value == .completed) }
    #expect(await request.outcome == .completed)
  }

  @Test
  func aTaskThatIsCancelledBeforeItWaits() async {
    theatre.show(stack)
    let request = stack.push(theatre.b)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await request.outcome
    }
    #expect(await task.value == nil)
    stage.finishAnimation()
    #expect(request.outcomeIfOver == .completed)
  }

  /// The tree is released during a transition, while requests wait: each waiter is notified.
  @Test
  func aReleasedTreeEndsItsRequests() async {
    var requests: [TransitionRequest] = []
    weak var gone: ScreenWindow<FakeView>?
    do {
      let stack = NamedStack("stack", root: NamedScreen("root"), stage: stage)
      let window = ScreenWindow(root: stack, stage: RecorderStage())
      window.open()
      requests = [stack.push(NamedScreen("book")), stack.pop(), stack.pop()]
      gone = window
    }
    #expect(gone == nil)
    #expect(
      requests.map(\.outcomeIfOver) == [
        .cancelled, .refused(.containerIsGone), .refused(.containerIsGone),
      ])
    for request in requests { #expect(await request.outcome != nil) }
    stage.finishAnimation()
  }

  // MARK: Interactive transitions

  @Test
  func oneInteractiveTransitionAtATime() {
    let stage = theatre.stage(.byHand)
    let tabs = TabScreen([stack], stage: theatre.stage())
    let window = theatre.show(tabs, on: stage)
    stack.push(theatre.b)
    #expect((try? stack.beginPop()) == nil, "A push is in progress.")
    self.stage.finishAnimation()
    let first = try? stack.beginPop()
    #expect(first != nil && (try? stack.beginPop()) == nil)
    let queued = theatre.b.present(theatre.c, as: .sheet)
    first?.update(2)
    #expect(self.stage.progress == 1)
    first?.update(.nan)
    first?.cancel()
    #expect(first?.isOpen == false && first?.request.isOver == false)
    first?.finish()
    self.stage.finishAnimation()
    #expect(first?.request.outcomeIfOver == .cancelled)
    #expect(!queued.isOver)
    stage.finishAnimation()
    #expect(queued.outcomeIfOver == .completed && window.presentedScreens.count == 1)
    #expect((try? stack.beginPop()) != nil, "A screen under a sheet is still visible.")
    theatre.window?.settle()
    theatre.check()
  }

  @Test
  func anImpossibleGestureBeginsNothing() {
    #expect((try? stack.beginPop()) == nil, "The stack is not visible.")
    theatre.show(stack)
    #expect((try? stack.beginPop()) == nil, "It is the last.")
    #expect((try? theatre.a.beginDismissal()) == nil, "It is not presented.")
    #expect((try? theatre.c.beginDismissal()) == nil, "It is in no window.")
    theatre.check()
  }

  @Test
  func aReleasedTransitionIsCancelled() async {
    theatre.show(stack)
    stack.push(theatre.b)
    stage.finishAnimation()
    stage.animation = .atOnce
    let request = (try? stack.beginPop())?.request
    #expect(await request?.outcome == .cancelled)
    #expect(names() == ["A", "B"] && theatre.b.isForeground)
    theatre.check()
  }

  // MARK: Moving between trees

  /// A container that is removed keeps its pending requests.
  @Test
  func aContainerIsRemovedWhileItsRequestsWait() {
    let inner = NamedStack(
      "inner", root: theatre.b, stage: theatre.stage(), in: theatre.application)
    let tabs = TabScreen([stack, inner], stage: theatre.stage())
    theatre.show(tabs)
    stack.push(theatre.c)
    let removal = tabs.remove(inner)
    let push = inner.push(NamedScreen("book"))
    let later = stack.pop()
    #expect(!removal.isOver && !push.isOver)
    stage.finishAnimation()
    #expect(removal.outcomeIfOver == .completed && push.outcomeIfOver == .completed)
    #expect(inner.screens.count == 2 && inner.parent == nil)
    #expect(!later.isOver)
    stage.finishAnimation()
    #expect(later.outcomeIfOver == .completed)
    #expect(inner.pop().outcomeIfOver == .completed)
    theatre.check()
  }

  /// A container that is added keeps its pending requests; a transition in progress ends first.
  @Test
  func aContainerIsAddedFromInsideItsOwnChange() {
    theatre.show(stack)
    stage.animation = .atOnce
    let inner = NamedStack(
      "inner", root: theatre.b, stage: theatre.stage(), in: theatre.application)
    var outer: TransitionRequest?
    var wasOverAtOnce: Bool?
    theatre.c.acts[.willMove] = { [stack] screen in
      screen.acts = [:]
      outer = stack.push(inner)
      wasOverAtOnce = outer?.isOver
      inner.push(NamedScreen("D", in: screen.application), animated: true)
    }
    let push = inner.push(theatre.c)
    #expect(push.outcomeIfOver == .completed)
    #expect(wasOverAtOnce == false && outer?.outcomeIfOver == .completed)
    #expect(inner.parent === stack && inner.screens.map(\.name) == ["B", "C", "D"])
    #expect(inner.topScreen.appearance == .visible)
    theatre.check()
  }

  @Test
  func aWindowIsCreatedFromInsideAChangeOfItsRoot() {
    var window: ScreenWindow<FakeView>?
    theatre.b.acts[.willMove] = { [stack, theatre] screen in
      screen.acts = [:]
      window = theatre.show(stack)
      stack.push(theatre.c)
    }
    stack.push(theatre.b)
    #expect(window?.isOpen == true)
    stage.finishAnimation()
    #expect(names() == ["A", "B", "C"] && theatre.c.isForeground)
    theatre.check()
  }

  @Test
  func twoContainersThatAreToBeInEachOther() {
    let tabs = TabScreen([theatre.b], stage: theatre.stage(), in: theatre.application)
    var refused: TransitionRequest?
    theatre.c.acts[.didMove] = { [stack] _ in
      stack.push(tabs)
      refused = tabs.add(stack)
    }
    stack.push(theatre.c)
    #expect(stack.topScreen === tabs)
    #expect(refused?.outcomeIfOver == .refused(.isAncestor))
  }

  /// A toolkit shows it: until its host is destroyed, it cannot be in a container.
  @Test
  func aScreenThatIsHosted() {
    theatre.show(stack)
    stage.animation = .atOnce
    var host: ScreenHost? = ScreenHost(theatre.b)
    #expect(stack.push(theatre.b).outcomeIfOver == .refused(.isTaken))
    host?.willAppear(TransitionContext(.host))
    host?.willDisappear(TransitionContext(.host))
    host?.didDisappear(TransitionContext(.host))
    #expect(host?.screen === theatre.b && theatre.b.parent == nil)
    host = nil
    #expect(stack.push(theatre.b).outcomeIfOver == .completed)
    theatre.check()
  }
}

extension NamedStack {
  var settleIsNeeded: Bool { isTransitionInProgress }
}
