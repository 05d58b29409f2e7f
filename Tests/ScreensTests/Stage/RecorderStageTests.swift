import StagecraftTestKit
import Testing

@testable import StagecraftScreens

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct RecorderStageTests {
  let a = ScreenID(number: 1)
  let b = ScreenID(number: 2)
  let stage = RecorderStage(.byHand)

  private func item(
    _ screen: ScreenID, at position: Int = 0, view: FakeView?, isVisible: Bool = true
  ) -> ScreenStageScene<FakeView>.Item {
    ScreenStageScene.Item(
      screen: screen, title: "", position: position, view: view, isVisible: isVisible,
      isOpaque: true)
  }

  private func rules(_ scene: ScreenStageScene<FakeView>) -> [RecorderStageViolation.Rule] {
    let view = stage.makeView()
    withExtendedLifetime(view) { stage.arrange(scene) }
    return stage.violations.map(\.rule)
  }

  @Test
  func aVisibleScreenNeedsAView() {
    let items = [item(a, view: nil)]
    #expect(rules(ScreenStageScene(items: items, current: 0, count: 1)) == [.visibleHasView])
  }

  @Test
  func everyScreenAndViewHasOnePlace() {
    let view = FakeView()
    let twice = [item(a, view: view), item(b, at: 1, view: view, isVisible: false)]
    #expect(rules(ScreenStageScene(items: twice, current: 0, count: 2)) == [.onePlaceEach])
    let falling = [item(a, at: 1, view: nil, isVisible: false), item(b, view: FakeView())]
    #expect(
      rules(ScreenStageScene(items: falling, current: 1, count: 2)) == [
        .onePlaceEach, .onePlaceEach,
      ])
  }

  @Test
  func theCurrentOneIsVisible() {
    let hidden = [item(a, view: FakeView(), isVisible: false)]
    #expect(rules(ScreenStageScene(items: hidden, current: 0, count: 1)) == [.currentIsVisible])
    #expect(rules(ScreenStageScene(items: hidden, current: nil, count: 1)).count == 2)
    #expect(rules(ScreenStageScene(items: hidden, current: 1, count: 1)).count == 3)
  }

  @Test
  func aViewIsInOneContainer() {
    let (view, other) = (FakeView(), RecorderStage())
    let container = other.makeView()
    let scene = ScreenStageScene(items: [item(a, view: view)], current: 0, count: 1)
    withExtendedLifetime(container) {
      other.arrange(scene)
      #expect(rules(scene) == [.oneContainerEach])
    }
  }

  @Test
  func nothingIsShownBeforeThereIsAView() {
    stage.arrange(ScreenStageScene(items: [], current: nil, count: 0))
    #expect(stage.violations.map(\.rule) == [.viewFirst])
  }

  @Test
  func theStageRecordsItsCalls() {
    let theatre = Theatre()
    let stack = NamedStack(
      "stack", root: theatre.a, stage: stage, in: theatre.application)
    theatre.show(stack)
    stage.clearCalls()
    stack.push(theatre.b)
    #expect(stage.isAnimating && stage.finishAnimation() && !stage.finishAnimation())
    let transition = try? stack.beginPop()
    #expect(!stage.isAnimating && !stage.finishAnimation(), "It is interactive.")
    transition?.update(0.25)
    transition?.cancel()
    stage.finishAnimation()
    let both = [theatre.a.id, theatre.b.id]
    let push = TransitionContext(
      .push, direction: .forward, isAnimated: true, outcome: .completed)
    let pop = TransitionContext(.pop, direction: .backward, isAnimated: true, isInteractive: true)
    #expect(
      stage.calls == [
        .begin(push), .arrange(visible: [both[1]], count: 2), .begin(pop), .update(0.25),
        .conclude(.cancelled), .arrange(visible: [both[1]], count: 2),
      ])
    #expect(stage.violations.isEmpty)
  }
}
