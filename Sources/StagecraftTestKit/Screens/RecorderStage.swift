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
/// Any call that a container should not make is added to ``violations``.
///
/// By default, the views are of type ``FakeView``. They are nested as a toolkit would nest them, so
/// ``FakeView/shownNames`` of a window's view lists what a user would see. For views of your own,
/// say how the container's view is created and how it shows the others:
///
/// ```swift
/// let stage = RecorderStage(.byHand, makeView: Pane.init) { pane, items in
///   pane.parts = items.filter(\.isVisible).compactMap(\.view)
/// }
/// let stack = NavigationScreen(root: ShelfScreen(), stage: stage, in: application)
/// ```
@MainActor
public final class RecorderStage<View: AnyObject>: ScreenStage {
  /// When the next animation ends.
  public var animation: RecorderStageAnimation
  /// The calls to the stage, in order.
  @exclusivity(unchecked) public internal(set) var calls: [RecorderStageCall] = []
  /// The calls that violated a rule.
  public internal(set) var violations: [RecorderStageViolation] = []
  /// The progress of the current interactive transition.
  public internal(set) var progress = 0.0

  /// The container's view, which alone retains the views of the screens.
  public internal(set) weak var view: View?

  @exclusivity(unchecked) var transition: ScreenStageTransition<View>?
  @exclusivity(unchecked) var isFollowing = false
  /// The visible screens of the scene that was last shown.
  @exclusivity(unchecked) var shown: [ScreenID] = []

  private let makeContainerView: @MainActor () -> View
  private let show: @MainActor (View, [ScreenStageScene<View>.Item]) -> Void
  /// Whether the first view has a superview other than the second one.
  let isElsewhere: @MainActor (View, View) -> Bool

  /// Creates a stage for fake views.
  ///
  /// - Parameter animation: When animations end.
  public convenience init(_ animation: RecorderStageAnimation = .atOnce) where View == FakeView {
    self.init(
      animation, makeView: { FakeView("stage") }, show: { $0.show($1) },
      isElsewhere: { $0.isElsewhere(than: $1) })
  }

  /// Creates a stage for views of any type.
  ///
  /// It cannot report that a view is still in another container.
  ///
  /// - Parameters:
  ///   - animation: When animations end.
  ///   - makeView: Creates the container's own view, empty. The closure must not retain the view.
  ///   - show: Shows items in the container's view: during a transition all that take part in it,
  ///     otherwise the scene. By default, nothing is shown.
  public convenience init(
    _ animation: RecorderStageAnimation = .atOnce, makeView: @escaping @MainActor () -> View,
    show: @escaping @MainActor (View, [ScreenStageScene<View>.Item]) -> Void = { _, _ in }
  ) {
    self.init(animation, makeView: makeView, show: show, isElsewhere: { _, _ in false })
  }

  private init(
    _ animation: RecorderStageAnimation, makeView: @escaping @MainActor () -> View,
    show: @escaping @MainActor (View, [ScreenStageScene<View>.Item]) -> Void,
    isElsewhere: @escaping @MainActor (View, View) -> Bool
  ) {
    self.animation = animation
    makeContainerView = makeView
    self.show = show
    self.isElsewhere = isElsewhere
  }

  /// Whether a transition is running that ends with ``finishAnimation()``.
  public var isAnimating: Bool { transition != nil && !isFollowing }

  /// Ends the running animation, if there is one.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func finishAnimation() -> Bool {
    guard isAnimating, let transition else { return false }
    self.transition = nil
    transition.animationDidEnd()
    return true
  }

  /// Removes the recorded calls.
  public func clearCalls() { calls.removeAll(keepingCapacity: true) }

  // MARK: Calls from a container
  // Without specialization, a push takes twice as long: arrays of items would be generic code.

  /// Creates the container's view.
  ///
  /// - Returns: The view.
  public func makeView() -> View {
    calls.append(.makeView)
    let view = makeContainerView()
    self.view = view
    shown = []
    return view
  }

  /// Adds views to the container's view.
  ///
  /// - Parameter scene: The scene to show.
  @_specialize(where View == FakeView)
  public func arrange(_ scene: ScreenStageScene<View>) {
    transition = nil
    isFollowing = false
    let (view, items) = (view, scene.items)
    check(items, current: scene.current, count: scene.count, in: view)
    shown = visible(in: items)
    calls.append(.arrange(visible: shown, count: items.count))
    if let view { show(view, items) }
  }

  /// Begins a transition, which ends immediately or when the test ends it.
  ///
  /// - Parameter transition: The transition.
  @_specialize(where View == FakeView)
  public func begin(_ transition: ScreenStageTransition<View>) {
    calls.append(.begin(transition.context))
    let view = view
    var items = transition.before.items
    let after = transition.after.items
    check(beginning: transition, from: items, to: after, in: view)
    self.transition = transition
    isFollowing = transition.context.isInteractive
    progress = 0
    // During a transition, all participating views are shown.
    for index in after.indices {
      let (screen, isVisible) = (after[index].screen, after[index].isVisible)
      let isSamePlace = index < items.count && items[index].screen == screen
      if let known = isSamePlace ? index : firstPlace(of: screen, in: items) {
        if isVisible && !items[known].isVisible { items[known].isVisible = true }
      } else {
        items.append(after[index])
      }
    }
    if let view { show(view, items) }
    // Showing views may have ended this transition, and begun the next one.
    if self.transition === transition, animation == .atOnce { finishAnimation() }
  }

  /// Records the progress of an interactive transition.
  ///
  /// - Parameters:
  ///   - transition: The running transition.
  ///   - progress: A value from 0 to 1.
  public func update(_ transition: ScreenStageTransition<View>, to progress: Double) {
    calls.append(.update(progress))
    if transition !== self.transition || !isFollowing {
      note(.followsOne, "Progress changed, but no transition is interactive.")
    }
    self.progress = progress
  }

  /// Concludes an interactive transition, which ends immediately or when the test ends it.
  ///
  /// - Parameters:
  ///   - transition: The running transition.
  ///   - outcome: Whether the transition is completed or cancelled.
  public func conclude(
    _ transition: ScreenStageTransition<View>, as outcome: TransitionContext.Outcome
  ) {
    calls.append(.conclude(outcome))
    if transition !== self.transition || !isFollowing {
      note(.followsOne, "The gesture ended, but no transition is interactive.")
    }
    isFollowing = false
    if animation == .atOnce { finishAnimation() }
  }

  private func firstPlace(of screen: ScreenID, in items: [ScreenStageScene<View>.Item]) -> Int? {
    for index in items.indices where items[index].screen == screen { return index }
    return nil
  }
}
