import StagecraftTestKit
import Testing

@testable import StagecraftScreens

/// Containers of this module inside those of a toolkit.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct HostedContainerTests {
  final class Page: Screen<FakeView> {
    let label: String
    var onWillAppear: () -> Void = {}

    init(_ label: String, in application: ScreenApplication) {
      self.label = label
      super.init(in: application)
    }

    override var name: String { label }
    override func loadView() -> FakeView { FakeView(label) }
    override func viewWillAppear(_ context: TransitionContext) { onWillAppear() }
  }

  let application = ScreenApplication()
  let stage = RecorderStage()
  let context = TransitionContext(.host)
  let first: Page
  let second: Page
  let stack: NavigationScreen<FakeView>
  let host: ScreenHost
  let recorder: LifecycleRecorder

  init() {
    first = Page("First", in: application)
    second = Page("Second", in: application)
    stack = NavigationScreen(root: first, stage: stage, in: application)
    host = ScreenHost(stack)
    recorder = LifecycleRecorder(application, .appearance)
  }

  private func appear() {
    host.willAppear(context)
    host.didAppear(context)
  }

  private func takeLines() -> [String] {
    let name = stack.name
    return recorder.takeLines().map { line in
      line.hasPrefix(name) ? "Stack" + line.dropFirst(name.count) : line
    }
  }

  private func expectLegal() {
    #expect(recorder.illegalSteps == [])
    #expect(stage.violations.isEmpty)
  }

  @Test
  func theTopAppearsAndDisappearsWithTheStack() {
    appear()
    #expect(first.isForeground)
    host.willDisappear(context)
    host.didDisappear(context)
    #expect(
      takeLines() == [
        "Stack.willAppear", "First.willAppear", "First.didAppear", "Stack.didAppear",
        "Stack.willDisappear", "First.willDisappear", "First.didDisappear", "Stack.didDisappear",
      ])
    expectLegal()
  }

  @Test
  func requestsWhileAppearingWait() {
    host.willAppear(context)
    let push = stack.push(second)
    #expect(!push.isOver)
    #expect(stack.waitingRequestCount == 1)
    #expect(takeLines() == ["Stack.willAppear", "First.willAppear"])
    host.didAppear(context)
    #expect(push.outcomeIfOver == .completed)
    #expect(
      takeLines() == [
        "First.didAppear", "Stack.didAppear",
        "First.willDisappear", "Second.willAppear", "First.didDisappear", "Second.didAppear",
      ])
    #expect(second.isForeground)
    expectLegal()
  }

  @Test
  func requestsWhileDisappearingWait() {
    appear()
    host.willDisappear(context)
    let push = stack.push(second)
    #expect(!push.isOver)
    host.didDisappear(context)
    #expect(push.outcomeIfOver == .completed)
    #expect(second.appearance == .gone)
    _ = takeLines()
    appear()
    #expect(
      takeLines() == [
        "Stack.willAppear", "Second.willAppear", "Second.didAppear", "Stack.didAppear",
      ])
    expectLegal()
  }

  @Test
  func requestsFromInsideAppearanceStepsWait() {
    first.onWillAppear = { [stack, second] in stack.push(second) }
    host.willAppear(context)
    #expect(second.parent == nil)
    host.didAppear(context)
    #expect(second.appearance == .visible)
    expectLegal()
  }

  @Test
  func aTransitionInProgressEndsBeforeTheStackDisappears() {
    stage.animation = .byHand
    appear()
    let push = stack.push(second)
    #expect(!push.isOver)
    _ = takeLines()
    host.willDisappear(context)
    #expect(push.outcomeIfOver == .completed)
    host.didDisappear(context)
    #expect(
      takeLines() == [
        "First.didDisappear", "Second.didAppear", "Stack.willDisappear", "Second.willDisappear",
        "Second.didDisappear", "Stack.didDisappear",
      ])
    expectLegal()
  }

  @Test
  func anInteractiveTransitionIsCancelledBeforeTheStackDisappears() {
    appear()
    stack.push(second)
    stage.animation = .byHand
    let pop = try? stack.beginPop()
    #expect(pop != nil)
    _ = takeLines()
    host.willDisappear(context)
    host.willAppear(context)
    host.didAppear(context)
    #expect(second.appearance == .visible)
    #expect(first.appearance == .gone)
    #expect(second.isForeground)
    pop?.finish()
    #expect(second.appearance == .visible)
    expectLegal()
  }

  /// During a push, a callback of a screen makes the toolkit remove the whole stack.
  @Test
  func theToolkitRemovesTheStackDuringATransition() {
    appear()
    stage.animation = .byHand
    second.onWillAppear = { [host, context, stack] in
      host.willDisappear(context)
      host.didDisappear(context)
      // Not during the push.
      #expect(stack.appearance == .visible)
    }
    _ = takeLines()
    let push = stack.push(second)
    #expect(push.outcomeIfOver == .completed)
    #expect(
      takeLines() == [
        "First.willDisappear", "Second.willAppear", "First.didDisappear", "Second.didAppear",
        "Stack.willDisappear", "Second.willDisappear", "Second.didDisappear",
        "Stack.didDisappear",
      ])
    #expect(stack.appearance == .gone)
    second.onWillAppear = {}
    appear()
    #expect(second.isForeground)
    expectLegal()
  }

  /// The same, with only the first step from inside.
  @Test
  func theToolkitBeginsToRemoveTheStackDuringATransition() {
    appear()
    var pop: TransitionRequest?
    second.onWillAppear = { [host, context, stack] in
      host.willDisappear(context)
      pop = stack.pop()
    }
    stack.push(second)
    #expect(stack.appearance == .disappearing)
    #expect(pop?.isOver == false)
    host.didDisappear(context)
    #expect(stack.appearance == .gone)
    #expect(pop?.outcomeIfOver == .completed)
    #expect(second.parent == nil)
    appear()
    #expect(first.isForeground)
    expectLegal()
  }

  @Test
  func theOrderOfRequestsIsKept() {
    host.willAppear(context)
    let requests = [stack.push(second), stack.pop(), stack.pop()]
    host.didAppear(context)
    #expect(requests.map(\.outcomeIfOver) == [.completed, .completed, .refused(.isLast)])
    expectLegal()
  }

  @Test
  func aHostReleasedWhileAppearingEndsWaitingRequests() {
    var host: ScreenHost? = host
    let other = NavigationScreen(root: second, stage: RecorderStage(), in: application)
    host = ScreenHost(other)
    host?.willAppear(context)
    #expect(other.isTreeIdle == true)
    let request = other.pop()
    #expect(!request.isOver)
    host = nil
    #expect(request.isOver)
  }
}
