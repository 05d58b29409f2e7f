import StagecraftTestKit
import Testing

@testable import StagecraftScreens

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct NavigationScreenTests {
  @Test
  func aPushAndAPop() {
    let application = ScreenApplication()
    let a = NamedScreen("A", in: application)
    let b = NamedScreen("B")
    let stage = RecorderStage()
    let stack = NavigationScreen(root: a, stage: stage, in: application)
    let window = ScreenWindow(root: stack, stage: RecorderStage(), in: application)
    window.open()
    #expect(a.isForeground)
    let recorder = LifecycleRecorder(application)
    let push = stack.push(b)
    #expect(push.outcomeIfOver == .completed)
    #expect(
      recorder.takeLines() == [
        "B.willMove(toParent: \(stack.name))", "B.loadView", "B.viewDidLoad",
        "A.willDisappear", "B.willAppear", "A.didDisappear", "B.didAppear",
        "B.didMove(toParent: \(stack.name))",
      ])
    #expect(b.isForeground && !a.isForeground)
    #expect(window.view.shownNames == ["stage", "stage", "B"])
    #expect(stack.pop().outcomeIfOver == .completed)
    #expect(
      recorder.takeLines() == [
        "B.willMove(toParent: nil)", "B.willDisappear", "A.willAppear", "B.didDisappear",
        "A.didAppear", "B.didMove(toParent: nil)",
      ])
    #expect(b.parent == nil && a.isForeground)
    #expect(stack.pop().outcomeIfOver == .refused(.isLast))
    #expect(recorder.illegalSteps.isEmpty && stage.violations.isEmpty)
  }
}
