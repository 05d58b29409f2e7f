internal import StagecraftScreens
internal import StagecraftTestKit

/// A screen that does as little as possible, because its own work is not measured.
class BranchScreen: Screen<FakeView> {
  private(set) var steps = 0

  override func loadView() -> FakeView { FakeView("branch") }
  override func viewWillAppear(_ context: TransitionContext) { steps &+= 1 }
  override func viewDidAppear(_ context: TransitionContext) { steps &+= 1 }
  override func viewWillDisappear(_ context: TransitionContext) { steps &+= 1 }
  override func viewDidDisappear(_ context: TransitionContext) { steps &+= 1 }
  override func didReceiveMemoryWarning() { steps &+= 1 }
  override var estimatedViewBytes: Int { 4096 }
}
