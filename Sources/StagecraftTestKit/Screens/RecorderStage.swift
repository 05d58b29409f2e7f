public import StagecraftScreens

/// A stage without a display that records its calls.
///
/// Animations end immediately or when the test ends them. Give each container in a test its own
/// stage.
///
/// ```swift
/// let stage = RecorderStage(.byHand)
/// let stack = NavigationScreen(root: CatalogueScreen(), stage: stage, in: application)
/// let window = ScreenWindow(root: stack, stage: RecorderStage(), in: application)
/// window.open()
///
/// let request = stack.push(BookScreen())
/// expect(!request.isOver && stage.isAnimating)
/// stage.finishAnimation()
/// expect(request.outcomeIfOver == .completed)
/// expect(stage.violations.isEmpty)
/// ```
///
/// Any call that a container should not make is added to ``violations``. Views are nested as a
/// toolkit would nest them, so ``FakeView/shownNames`` of a window's view lists what a user would
/// see.
@MainActor
public final class RecorderStage: ScreenStage, StageRecording {
  /// The views of the screens.
  public typealias View = FakeView

  /// When animations end.
  public enum Animation: Hashable, Sendable, CaseIterable {
    /// Immediately, during the call to `begin` or `conclude`.
    case atOnce
    /// When ``RecorderStage/finishAnimation()`` is called.
    case byHand
  }

  /// A call to the stage.
  public enum Call: Hashable, Sendable {
    /// The container's view is created.
    case makeView
    /// These screens are shown, out of `count` items.
    case arrange(visible: [ScreenID], count: Int)
    /// A transition begins.
    case begin(TransitionContext)
    /// The transition follows the finger.
    case update(Double)
    /// The transition is completed or cancelled.
    case conclude(TransitionContext.Outcome)
  }

  /// When the next animation ends.
  public var animation: Animation
  /// The calls to the stage, in order.
  @exclusivity(unchecked) public internal(set) var calls: [Call] = []
  /// The calls that violated a rule.
  public internal(set) var violations: [RecorderStageViolation] = []
  /// The progress of the current interactive transition.
  public internal(set) var progress = 0.0

  /// The container's view, which alone retains the views of the screens.
  public internal(set) weak var view: FakeView?

  @exclusivity(unchecked) var transition: ScreenStageTransition<FakeView>?
  @exclusivity(unchecked) var isFollowing = false
  /// The visible screens of the scene that was last shown.
  @exclusivity(unchecked) var shown: [ScreenID] = []

  /// Creates a stage that shows nothing.
  ///
  /// - Parameter animation: When animations end.
  public init(_ animation: Animation = .atOnce) {
    self.animation = animation
  }

  /// Whether a transition is running that ends with ``finishAnimation()``.
  public var isAnimating: Bool { hasAnimation }

  /// Ends the running animation, if there is one.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func finishAnimation() -> Bool { endAnimation() }

  /// Removes the recorded calls.
  public func clearCalls() { calls.removeAll(keepingCapacity: true) }

  // MARK: Calls from a container

  /// Creates the container's view.
  ///
  /// - Returns: The view.
  public func makeView() -> FakeView { recordView(FakeView("stage")) }

  /// Adds views to the container's view.
  ///
  /// - Parameter scene: The scene to show.
  public func arrange(_ scene: ScreenStageScene<FakeView>) { recordScene(scene) }

  /// Begins a transition, which ends immediately or when the test ends it.
  ///
  /// - Parameter transition: The transition.
  public func begin(_ transition: ScreenStageTransition<FakeView>) {
    recordBeginning(of: transition)
  }

  /// Records the progress of an interactive transition.
  ///
  /// - Parameters:
  ///   - transition: The running transition.
  ///   - progress: A value from 0 to 1.
  public func update(_ transition: ScreenStageTransition<FakeView>, to progress: Double) {
    recordProgress(progress, of: transition)
  }

  /// Concludes an interactive transition, which ends immediately or when the test ends it.
  ///
  /// - Parameters:
  ///   - transition: The running transition.
  ///   - outcome: Whether the transition is completed or cancelled.
  public func conclude(
    _ transition: ScreenStageTransition<FakeView>, as outcome: TransitionContext.Outcome
  ) {
    recordConclusion(outcome, of: transition)
  }

  func mount(_ items: [ScreenStageScene<FakeView>.Item], in view: FakeView) {
    var views: [FakeView] = []
    views.reserveCapacity(items.count)
    for place in items.indices {
      guard let view = items[place].view else { continue }
      view.isShown = items[place].isVisible
      views.append(view)
    }
    view.setSubviews(views)
  }

  func isElsewhere(_ view: FakeView, than container: FakeView) -> Bool {
    view.isElsewhere(than: container)
  }
}
