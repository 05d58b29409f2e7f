// A stage for a carousel that the user drags before anything is asked.
// snippet.hide
import StagecraftScreens

@MainActor
class Widget {
  var parts: [Widget] = []
}

/// The toolkit's carousel: it moves with the finger, and reports afterwards.
@MainActor
final class Carousel: Widget {
  private(set) var position: Int?
  var onDragBegan: ((Int) -> Void)?
  var onDragEnded: ((Bool) -> Void)?

  func setPages(_ pages: [(position: Int, view: Widget?)]) { parts = pages.compactMap(\.view) }
  func jump(to position: Int?) { self.position = position }
  func scroll(to position: Int?, then end: () -> Void) {
    self.position = position
    end()
  }

  /// What the user does.
  func drag(to goal: Int, andLetGo isThere: Bool) {
    onDragBegan?(goal)
    if isThere { position = goal }
    onDragEnded?(isThere)
  }
}

final class BranchScreen: Screen<Widget> {
  override func loadView() -> Widget { Widget() }
}

// snippet.show
@MainActor
final class CarouselStage: ScreenStage {
  private weak var carousel: Carousel?
  private var tracker: ToolkitMoveTracker?

  func connect(to requests: StageRequests) { tracker = ToolkitMoveTracker(requests) }

  func makeView() -> Widget {
    let carousel = Carousel()
    carousel.onDragBegan = { [weak self] goal in self?.tracker?.moveBegan(.turn(to: goal)) }
    carousel.onDragEnded = { [weak self] isThere in self?.tracker?.moveEnded(atGoal: isThere) }
    self.carousel = carousel
    return carousel
  }

  func arrange(_ scene: ScreenStageScene<Widget>) {
    carousel?.setPages(scene.items.map { ($0.position, $0.view) })
    if tracker?.isMoving == true { return }  // the finger decides where the carousel is
    carousel?.jump(to: scene.currentItem?.position)
  }

  func begin(_ transition: ScreenStageTransition<Widget>) {
    let goal = transition.after.currentItem?.position
    let isShown = carousel?.position == goal
    if tracker?.takesBegin(of: transition, isShown: isShown) == true { return }
    carousel?.scroll(to: goal) { transition.animationDidEnd() }
  }

  func conclude(
    _ transition: ScreenStageTransition<Widget>, as outcome: TransitionContext.Outcome
  ) {
    if tracker?.takesConclusion(of: transition) == true { return }
    transition.animationDidEnd()
  }
}
// snippet.hide

let branches = PageScreen(count: 3, stage: CarouselStage()) { _ in BranchScreen() }
let frame = ClosureStage(makeView: Widget.init) { widget, scene in
  widget.parts = scene.visibleItems.compactMap(\.view)
}
let window = ScreenWindow(root: branches, stage: frame)
window.open()
(branches.view as? Carousel)?.drag(to: 1, andLetGo: true)
(branches.view as? Carousel)?.drag(to: 2, andLetGo: false)
print("Page \(branches.openPosition ?? -1) is open.")
