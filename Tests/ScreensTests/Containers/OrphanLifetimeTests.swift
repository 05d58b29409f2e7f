import StagecraftTestKit
import Testing

@testable import StagecraftScreens

/// A window is dropped without being closed, and its contents are still referenced.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct OrphanLifetimeTests {
  let application = ScreenApplication()
  let stage = RecorderStage(.byHand)
  let recorder: LifecycleRecorder
  let a: NamedScreen
  let b: NamedScreen
  let stack: NamedStack

  init() {
    recorder = LifecycleRecorder(application)
    a = NamedScreen("A", in: application)
    b = NamedScreen("B", in: application)
    stack = NamedStack("stack", root: a, stage: stage, in: application)
  }

  private func makeWindow() -> ScreenWindow<FakeView> {
    ScreenWindow(root: stack, stage: RecorderStage(), in: application)
  }

  private func expectNoViolations(_ comment: Comment) {
    #expect(recorder.illegalSteps == [], comment)
    #expect(stage.violations.isEmpty, comment)
    #expect(!stack.isTransitionInProgress && stack.busyCount == 0, comment)
    #expect(a.busyCount == 0 && b.busyCount == 0, comment)
    #expect(stack.isTreeIdle, comment)
  }

  /// Transitions in progress in the dropped window continue.
  @Test
  func duringAnAnimation() async {
    var window: ScreenWindow<FakeView>? = makeWindow()
    window?.open()
    let push = stack.push(b)
    let waiting = stack.pop()
    window = nil
    #expect(!push.isOver)
    #expect(waiting.outcomeIfOver == .refused(.containerIsGone))
    let pop = stack.pop()
    stage.finishAnimation()
    #expect(push.outcomeIfOver == .completed && !pop.isOver)
    stage.finishAnimation()
    #expect(await pop.outcome == .completed)
    #expect(!a.isForeground && b.appearance == .gone)
    expectNoViolations("")
  }

  @Test
  func duringAGesture() {
    var window: ScreenWindow<FakeView>? = makeWindow()
    window?.open()
    stack.push(b)
    stage.finishAnimation()
    let pop = try? stack.beginPop()
    window = nil
    pop?.update(0.5)
    #expect(stage.progress == 0.5)
    pop?.finish()
    stage.finishAnimation()
    #expect(pop?.request.outcomeIfOver == .completed && stack.topScreen === a)
    expectNoViolations("")
  }

  @Test(arguments: NamedScreen.Moment.inAStack, RecorderStageAnimation.allCases)
  func fromInside(moment: NamedScreen.Moment, animation: RecorderStageAnimation) {
    stage.animation = animation
    var window: ScreenWindow<FakeView>? = makeWindow()
    window?.open()
    b.acts[moment] = { _ in window = nil }
    let push = stack.push(b)
    stage.finishAnimation()
    let pop = stack.pop()
    stage.finishAnimation()
    #expect(window == nil)
    #expect(push.outcomeIfOver == .completed && pop.outcomeIfOver == .completed)
    #expect(b.appearance == .gone && a.appearance == .visible)
    expectNoViolations("\(moment) \(animation)")
  }
}
