import StagecraftTestKit
import Testing

@testable import StagecraftScreens

/// Our containers inside of a toolkit's own.
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

  private func come() {
    host.willAppear(context)
    host.didAppear(context)
  }

  private func takeLines() -> [String] {
    let name = stack.name
    return recorder.takeLines().map { line in
      line.hasPrefix(name) ? "Stack" + line.dropFirst(name.count) : line
    }
  }

  private func expectLawful() {
    #expect(recorder.illegalSteps == [])
    #expect(stage.violations.isEmpty)
  }

  @Test
  func theTopComesAndGoesWithIt() {
    come()
    #expect(first.isForeground)
    host.willDisappear(context)
    host.didDisappear(context)
    #expect(
      takeLines() == [
        "Stack.willAppear", "First.willAppear", "First.didAppear", "Stack.didAppear",
        "Stack.willDisappear", "First.willDisappear", "First.didDisappear", "Stack.didDisappear",
      ])
    expectLawful()
  }

  @Test
  func whatIsAskedForOnTheWayInWaits() {
    host.willAppear(context)
    let push = stack.push(second)
    #expect(!push.isOver)
    #expect(stack.ownDirector?.waitingCount == 1)
    #expect(takeLines() == ["Stack.willAppear", "First.willAppear"])
    host.didAppear(context)
    #expect(push.outcomeIfOver == .completed)
    #expect(
      takeLines() == [
        "First.didAppear", "Stack.didAppear",
        "First.willDisappear", "Second.willAppear", "First.didDisappear", "Second.didAppear",
      ])
    #expect(second.isForeground)
    expectLawful()
  }

  @Test
  func whatIsAskedForOnTheWayOutWaits() {
    come()
    host.willDisappear(context)
    let push = stack.push(second)
    #expect(!push.isOver)
    host.didDisappear(context)
    #expect(push.outcomeIfOver == .completed)
    #expect(second.appearance == .gone)
    _ = takeLines()
    come()
    #expect(
      takeLines() == [
        "Stack.willAppear", "Second.willAppear", "Second.didAppear", "Stack.didAppear",
      ])
    expectLawful()
  }

  @Test
  func whatIsAskedForInACallOfTheWayInWaits() {
    first.onWillAppear = { [stack, second] in stack.push(second) }
    host.willAppear(context)
    #expect(second.parent == nil)
    host.didAppear(context)
    #expect(second.appearance == .visible)
    expectLawful()
  }

  @Test
  func whatIsUnderWayEndsBeforeItDisappears() {
    stage.animation = .byHand
    come()
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
    expectLawful()
  }

  @Test
  func whatFollowsAFingerIsCalledOffBeforeItDisappears() {
    come()
    stack.push(second)
    stage.animation = .byHand
    let pop = stack.beginPop()
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
    expectLawful()
  }

  /// A screen in our stack is called for a push, and has the toolkit take the whole stack away.
  @Test
  func theToolkitTakesItAwayFromInsideATransition() {
    come()
    stage.animation = .byHand
    second.onWillAppear = { [host, context, stack] in
      host.willDisappear(context)
      host.didDisappear(context)
      // Not in the middle of the push.
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
    come()
    #expect(second.isForeground)
    expectLawful()
  }

  /// The same, with only the first half from inside.
  @Test
  func theToolkitBeginsToTakeItAwayFromInsideATransition() {
    come()
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
    come()
    #expect(first.isForeground)
    expectLawful()
  }

  @Test
  func theOrderOfAskingIsKept() {
    host.willAppear(context)
    let requests = [stack.push(second), stack.pop(), stack.pop()]
    host.didAppear(context)
    #expect(requests.map(\.outcomeIfOver) == [.completed, .completed, .refused(.isLast)])
    expectLawful()
  }

  @Test
  func aHostThatIsDroppedOnTheWayLetsGo() {
    var host: ScreenHost? = host
    let other = NavigationScreen(root: second, stage: RecorderStage(), in: application)
    host = ScreenHost(other)
    host?.willAppear(context)
    #expect(other.ownDirector?.isIdle == true)
    let request = other.pop()
    #expect(!request.isOver)
    host = nil
    #expect(request.isOver)
  }
}
