internal import StagecraftScreens
internal import StagecraftTestKit

/// A stage that shows and records nothing, and ends every transition at once.
@MainActor
final class IdleStage: ScreenStage {
  func makeView() -> FakeView { FakeView("idle") }
  func arrange(_ scene: ScreenStageScene<FakeView>) {}
  func begin(_ transition: ScreenStageTransition<FakeView>) { transition.animationDidEnd() }
}
