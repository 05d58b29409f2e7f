import StagecraftTestKit
import Testing

@testable import StagecraftScreens

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct LifecycleRecorderTests {
  let application = ScreenApplication()

  private func tell(_ screen: AnyScreen, _ kinds: [ScreenEvent.Kind]) {
    for kind in kinds {
      application.notify(ScreenEvent(screen: screen.id, name: screen.name, kind: kind))
    }
  }

  @Test
  func theRecorderChecksTheRulesIndependently() {
    let recorder = LifecycleRecorder(application)
    let context = TransitionContext(.push)
    let conversations: [[ScreenEvent.Kind]] = [
      [.willAppear(context)],
      [.viewDidLoad],
      [.loadView, .willAppear(context)],
      [.loadView, .viewDidLoad, .didAppear(context)],
      [.loadView, .viewDidLoad, .willAppear(context), .willAppear(context)],
      [.loadView, .viewDidLoad, .willAppear(context), .loadView],
      [.loadView, .viewDidLoad, .becameForeground],
      [.resignedForeground],
      [.didMove(toParent: nil)],
      [.willMove(toParent: nil), .willMove(toParent: nil)],
      [.willMove(toParent: ScreenID(number: 1)), .didMove(toParent: nil)],
    ]
    for (index, kinds) in conversations.enumerated() {
      tell(NamedScreen("\(index)", in: application), kinds)
      #expect(recorder.illegalSteps.count == index + 1, "\(recorder.illegalSteps)")
      #expect(recorder.illegalSteps.last?.hasPrefix("\(index).") == true)
    }
  }

  @Test
  func aCancelledTransitionIsLegal() {
    let recorder = LifecycleRecorder(application, [.appearance, .flags])
    let screen = NamedScreen("A", in: application)
    let cancelled = TransitionContext(.pop, outcome: .cancelled)
    tell(
      screen,
      [
        .loadView, .viewDidLoad, .willAppear(TransitionContext(.pop, isEntering: true)),
        .willDisappear(cancelled), .didDisappear(cancelled),
      ])
    #expect(recorder.illegalSteps.isEmpty)
    #expect(
      recorder.takeLines() == [
        "A.willAppear(entering)", "A.willDisappear(cancelled)", "A.didDisappear(cancelled)",
      ])
    #expect(recorder.lines.isEmpty)
  }

  /// Screens that existed before the recorder start in their current state.
  @Test
  func theRecorderMayBeAddedLater() {
    let screen = NamedScreen("A", in: application)
    let window = ScreenWindow(root: screen, stage: RecorderStage(), in: application)
    window.open()
    let recorder = LifecycleRecorder(application)
    window.close()
    #expect(recorder.illegalSteps.isEmpty)
    #expect(recorder.lines.contains("A.willDisappear"))
  }

  /// A screen from another application may have its view already.
  @Test
  func aScreenFromAnotherApplicationStartsInItsCurrentState() {
    let stack = NavigationScreen(
      root: NamedScreen("A", in: application), stage: RecorderStage(), in: application)
    let window = ScreenWindow(root: stack, stage: RecorderStage(), in: application)
    window.open()
    for order in [TransitionOrder.uniform, .uikit] {
      window.transitionOrder = order
      let recorder = LifecycleRecorder(application)
      let stranger = NamedScreen("B", in: ScreenApplication())
      stranger.loadViewIfNeeded()
      stack.rootScreen.present(stranger)
      #expect(stranger.isForeground)
      stranger.dismiss()
      #expect(recorder.illegalSteps == [])
    }
  }
}
