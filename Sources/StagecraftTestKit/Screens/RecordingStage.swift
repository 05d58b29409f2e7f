public import StagecraftScreens

/// A stage without a display that records its calls, for views of your own.
///
/// It records the same calls as a ``RecorderStage``, which is for ``FakeView``:
///
/// ```swift
/// let stage = RecordingStage(.byHand, makeView: Pane.init) { pane, items in
///   pane.parts = items.filter(\.isVisible).compactMap(\.view)
/// }
/// let stack = NavigationScreen(root: ShelfScreen(), stage: stage, in: application)
/// ```
///
/// Animations end immediately or when the test ends them. Any call that a container should not make
/// is added to ``violations``, except that it cannot be known here whether a view is in another
/// container. Give each container in a test its own stage.
@MainActor
public final class RecordingStage<View: AnyObject>: ScreenStage, StageRecording {
  /// When the next animation ends.
  public var animation: RecorderStage.Animation
  /// The calls to the stage, in order.
  public internal(set) var calls: [RecorderStage.Call] = []
  /// The calls that violated a rule.
  public internal(set) var violations: [RecorderStageViolation] = []
  /// The progress of the current interactive transition.
  public internal(set) var progress = 0.0

  /// The container's view, which alone retains the views of the screens.
  public internal(set) weak var view: View?

  var transition: ScreenStageTransition<View>?
  var isFollowing = false
  /// The visible screens of the scene that was last shown.
  var shown: [ScreenID] = []

  private let makeContainerView: @MainActor () -> View
  private let show: @MainActor (View, [ScreenStageScene<View>.Item]) -> Void

  /// Creates a stage.
  ///
  /// - Parameters:
  ///   - animation: When animations end.
  ///   - makeView: Creates the container's own view, empty. The closure must not retain the view.
  ///   - show: Shows items in the container's view: during a transition all that take part in it,
  ///     otherwise the scene. By default, nothing is shown.
  public init(
    _ animation: RecorderStage.Animation = .atOnce, makeView: @escaping @MainActor () -> View,
    show: @escaping @MainActor (View, [ScreenStageScene<View>.Item]) -> Void = { _, _ in }
  ) {
    self.animation = animation
    makeContainerView = makeView
    self.show = show
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
  public func makeView() -> View { recordView(makeContainerView()) }

  /// Adds views to the container's view.
  ///
  /// - Parameter scene: The scene to show.
  public func arrange(_ scene: ScreenStageScene<View>) { recordScene(scene) }

  /// Begins a transition, which ends immediately or when the test ends it.
  ///
  /// - Parameter transition: The transition.
  public func begin(_ transition: ScreenStageTransition<View>) {
    recordBeginning(of: transition)
  }

  /// Records the progress of an interactive transition.
  ///
  /// - Parameters:
  ///   - transition: The running transition.
  ///   - progress: A value from 0 to 1.
  public func update(_ transition: ScreenStageTransition<View>, to progress: Double) {
    recordProgress(progress, of: transition)
  }

  /// Concludes an interactive transition, which ends immediately or when the test ends it.
  ///
  /// - Parameters:
  ///   - transition: The running transition.
  ///   - outcome: Whether the transition is completed or cancelled.
  public func conclude(
    _ transition: ScreenStageTransition<View>, as outcome: TransitionContext.Outcome
  ) {
    recordConclusion(outcome, of: transition)
  }

  func mount(_ items: [ScreenStageScene<View>.Item], in view: View) { show(view, items) }

  func isElsewhere(_ view: View, than container: View) -> Bool { false }
}
