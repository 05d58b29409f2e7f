#if GTK
public import StagecraftScreens

/// Shows a stack of screens: the top, and a bar with its title, its ``Widget/barActions``, and a
/// button that goes back.
///
/// ```swift
/// let catalogue = NavigationScreen(root: CatalogueScreen(), stage: StackStage())
/// ```
///
/// - In a ``WindowStage``, all this is in the bar of the window or of the sheet. A stack inside
///   another one, or on a page of a ``CarouselStage``, has a bar of its own.
/// - Pushed screens slide in, popped ones out, unless the user wants no animations.
/// - The back button and Alt+Left ask the container to go back, as often as they are used: each
///   click is one pop, in order.
/// - The widget that had the keyboard focus has it again when its screen returns, also if the view
///   was unloaded meanwhile.
/// - A gesture that the program begins is shown when it is finished. For swipes, use
///   ``LeafletStage``.
@MainActor
public final class StackStage: ScreenStage {
  private let showsBar: Bool
  private let course = Course<ScreenID>()
  private let focus = FocusMemory()
  private var requests: StageRequests?
  private weak var view: BackBarView?
  private weak var stack: StageStack?
  private var mounted = MountedViews()
  private var animation = StageStack.Animation.slideForward

  /// Creates a stage.
  ///
  /// - Parameter showsBar: Whether there is a bar.
  public init(showsBar: Bool = true) { self.showsBar = showsBar }

  /// Stores the requests.
  ///
  /// - Parameter requests: What the stage may ask for.
  public func connect(to requests: StageRequests) {
    self.requests = requests
    course.connect(to: requests, self)
  }

  /// Creates the bar and the stack.
  ///
  /// - Returns: The view.
  public func makeView() -> Widget {
    let stack = StageStack()
    let view = BackBarView(stack, showsBar: showsBar)
    view.onBack = { [weak self] in self?.requests?.back() }
    stack.onAnimationEnd = { [weak self] in self?.course.animationEnded() }
    self.view = view
    self.stack = stack
    mounted = MountedViews()
    course.viewMade()
    focus.watch(view)
    return view
  }

  /// Shows the top of the stack at once.
  ///
  /// - Parameter scene: The scene to show.
  public func arrange(_ scene: ScreenStageScene<Widget>) {
    guard let view, let stack else { return }
    let (items, current) = (scene.items, scene.currentItem)
    course.arrange(items, showing: current, in: stack, mounted, focus)
    view.show(scene)
    focus.didShow(current?.screen, current?.view, among: items)
  }

  /// Slides to the new top.
  ///
  /// - Parameter transition: The transition.
  public func begin(_ transition: ScreenStageTransition<Widget>) {
    if !transition.context.isInteractive { prepare(transition) }
    course.begin(transition, to: transition.after.currentItem?.screen)
  }

  /// Slides to the new top, if the gesture was finished.
  ///
  /// - Parameters:
  ///   - transition: The transition.
  ///   - outcome: Whether the transition is completed or cancelled.
  public func conclude(
    _ transition: ScreenStageTransition<Widget>, as outcome: TransitionContext.Outcome
  ) {
    if outcome == .completed { prepare(transition) }
    course.conclude(transition, to: transition.after.currentItem?.screen, as: outcome)
  }

  private func prepare(_ transition: ScreenStageTransition<Widget>) {
    guard let view, let stack else { return }
    focus.willChange()
    animation = transition.context.direction == .backward ? .slideBackward : .slideForward
    course.drive { mounted.add(transition.after.items, to: stack) }
    view.show(transition.after)
  }
}

extension StackStage: CourseWidget {
  var animated: Widget? { stack }

  func jump(to place: ScreenID) { stack?.show(mounted[place]) }

  func animate(to place: ScreenID) -> Bool {
    stack?.show(mounted[place], animation) ?? false
  }

  func move(to place: ScreenID) -> ToolkitMoveTracker.Move? { nil }
}
#endif
