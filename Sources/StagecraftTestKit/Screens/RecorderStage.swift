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
public final class RecorderStage: ScreenStage {
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
  @exclusivity(unchecked) public private(set) var calls: [Call] = []
  /// The calls that violated a rule.
  public internal(set) var violations: [RecorderStageViolation] = []
  /// The progress of the current interactive transition.
  public private(set) var progress = 0.0

  /// The container's view, which alone retains the views of the screens.
  public private(set) weak var view: FakeView?

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

  /// Creates the container's view.
  ///
  /// - Returns: The view.
  public func makeView() -> FakeView {
    calls.append(.makeView)
    let view = FakeView("stage")
    self.view = view
    shown = []
    return view
  }

  /// Adds views to the container's view.
  ///
  /// - Parameter scene: The scene to show.
  public func arrange(_ scene: ScreenStageScene<FakeView>) {
    transition = nil
    isFollowing = false
    let (view, items) = (view, scene.items)
    check(items, current: scene.current, count: scene.count, in: view)
    shown = visible(in: items)
    calls.append(.arrange(visible: shown, count: items.count))
    mount(items, in: view)
  }

  /// Begins a transition, which ends immediately or when the test ends it.
  ///
  /// - Parameter transition: The transition.
  public func begin(_ transition: ScreenStageTransition<FakeView>) {
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
      if let known = isSamePlace ? index : items.firstPlace(of: screen) {
        if isVisible && !items[known].isVisible { items[known].isVisible = true }
      } else {
        items.append(after[index])
      }
    }
    mount(items, in: view)
    if !isFollowing && animation == .atOnce { finishAnimation() }
  }

  /// Records the progress of an interactive transition.
  ///
  /// - Parameters:
  ///   - transition: The running transition.
  ///   - progress: A value from 0 to 1.
  public func update(_ transition: ScreenStageTransition<FakeView>, to progress: Double) {
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
    _ transition: ScreenStageTransition<FakeView>, as outcome: TransitionContext.Outcome
  ) {
    calls.append(.conclude(outcome))
    if transition !== self.transition || !isFollowing {
      note(.followsOne, "The gesture ended, but no transition is interactive.")
    }
    isFollowing = false
    if animation == .atOnce { finishAnimation() }
  }

  private func mount(_ items: [ScreenStageScene<FakeView>.Item], in view: FakeView?) {
    guard let view else { return }
    var views: [FakeView] = []
    views.reserveCapacity(items.count)
    for place in items.indices {
      guard let view = items[place].view else { continue }
      view.isShown = items[place].isVisible
      views.append(view)
    }
    view.setSubviews(views)
  }

  func visible(in items: [ScreenStageScene<FakeView>.Item]) -> [ScreenID] {
    var screens: [ScreenID] = []
    for place in items.indices where items[place].isVisible { screens.append(items[place].screen) }
    return screens
  }
}

extension [ScreenStageScene<FakeView>.Item] {
  fileprivate func firstPlace(of screen: ScreenID) -> Int? {
    for index in indices where self[index].screen == screen { return index }
    return nil
  }
}
