internal import StagecraftScreens
internal import StagecraftTestKit

/// A stage that shows nothing and notes nothing, and ends every transition at once.
@MainActor
final class IdleStage: Stage {
  func makeView() -> FakeView { FakeView("idle") }
  func arrange(_ scene: StageScene<FakeView>) {}
  func begin(_ transition: StageTransition<FakeView>) { transition.animationDidEnd() }
}
