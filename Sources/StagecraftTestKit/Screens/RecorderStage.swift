public import StagecraftScreens

/// A stage without a screen: it notes what it is told, and ends animations at once or when the test
/// says so.
///
/// Give each container in a test one of its own.
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
/// expect(request.outcome == .completed)
/// expect(stage.violations.isEmpty)
/// ```
///
/// It believes nothing: whatever a container should never ask of a stage becomes one of
/// ``violations``. Views are put into each other as a toolkit would do it, so ``FakeView/shownNames``
/// of a window's view tells what a user would see.
@MainActor
public final class RecorderStage: Stage {
  /// When animations end.
  public enum Animation: Hashable, Sendable, CaseIterable {
    /// While the stage is told to begin, or to conclude.
    case atOnce
    /// With ``RecorderStage/finishAnimation()``.
    case byHand
  }

  /// Something that the stage was told.
  public enum Order: Hashable, Sendable {
    /// To make the container's view.
    case makeView
    /// To show these, of so many.
    case arrange(visible: [ScreenID], count: Int)
    /// To begin.
    case begin(TransitionContext)
    /// To follow the finger.
    case update(Double)
    /// To move on, or back.
    case conclude(TransitionContext.Outcome)
  }

  /// When the next animation ends.
  public var animation: Animation
  /// What it was told, in order.
  @exclusivity(unchecked) public private(set) var orders: [Order] = []
  /// What it should not have been told.
  public internal(set) var violations: [RecorderStageViolation] = []
  /// How far the finger has come in the transition under way.
  public private(set) var progress = 0.0

  /// The view of the container, which alone keeps the views of the screens.
  public private(set) weak var view: FakeView?

  /// The transition under way.
  @exclusivity(unchecked) var transition: StageTransition<FakeView>?
  /// Whether the transition under way follows a finger.
  @exclusivity(unchecked) var isFollowing = false
  /// Who was visible in the scene that was last shown.
  @exclusivity(unchecked) var shown: [ScreenID] = []

  /// A stage that shows nothing yet.
  ///
  /// - Parameter animation: when animations end.
  public init(_ animation: Animation = .atOnce) {
    self.animation = animation
  }

  /// Whether a transition is under way that ends with ``finishAnimation()``.
  public var isAnimating: Bool { transition != nil && !isFollowing }

  /// Ends the animation under way, if there is one.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  public func finishAnimation() -> Bool {
    guard isAnimating, let transition else { return false }
    self.transition = nil
    transition.animationDidEnd()
    return true
  }

  /// Forgets what it was told.
  public func forgetOrders() { orders.removeAll(keepingCapacity: true) }

  // MARK: What a container tells it

  /// Makes the container's view, as a container asks for.
  public func makeView() -> FakeView {
    orders.append(.makeView)
    let view = FakeView("stage")
    self.view = view
    shown = []
    return view
  }

  /// Puts views into the container's, as a container asks for.
  ///
  /// - Parameter scene: what is shown from now on.
  public func arrange(_ scene: StageScene<FakeView>) {
    transition = nil
    isFollowing = false
    let view = view
    check(scene, in: view)
    shown = visible(in: scene)
    orders.append(.arrange(visible: shown, count: scene.items.count))
    mount(scene.items, in: view)
  }

  /// Begins, as a container asks for; ends at once, or by hand.
  ///
  /// - Parameter transition: what begins.
  public func begin(_ transition: StageTransition<FakeView>) {
    orders.append(.begin(transition.context))
    let view = view
    check(beginning: transition, in: view)
    self.transition = transition
    isFollowing = transition.context.isInteractive
    progress = 0
    // In the midst of it, all that take part are shown.
    var items = transition.before.items
    let after = transition.after.items
    for index in after.indices {
      let (screen, isVisible) = (after[index].screen, after[index].isVisible)
      let isThere = index < items.count && items[index].screen == screen
      if let known = isThere ? index : items.firstPlace(of: screen) {
        if isVisible && !items[known].isVisible { items[known].isVisible = true }
      } else {
        items.append(after[index])
      }
    }
    mount(items, in: view)
    if !isFollowing && animation == .atOnce { finishAnimation() }
  }

  /// Notes how far the finger has come.
  ///
  /// - Parameters:
  ///   - transition: the one that is under way.
  ///   - progress: from 0 to 1.
  public func update(_ transition: StageTransition<FakeView>, to progress: Double) {
    orders.append(.update(progress))
    if transition !== self.transition || !isFollowing {
      note(.followsOne, "The finger moves, and no transition follows it.")
    }
    self.progress = progress
  }

  /// Ends at once, or by hand, after the finger was lifted.
  ///
  /// - Parameters:
  ///   - transition: the one that is under way.
  ///   - outcome: whether it moves on, or back.
  public func conclude(
    _ transition: StageTransition<FakeView>, as outcome: TransitionContext.Outcome
  ) {
    orders.append(.conclude(outcome))
    if transition !== self.transition || !isFollowing {
      note(.followsOne, "The finger is lifted, and no transition follows it.")
    }
    isFollowing = false
    if animation == .atOnce { finishAnimation() }
  }

  private func mount(_ items: [StageScene<FakeView>.Item], in view: FakeView?) {
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

  func visible(in scene: StageScene<FakeView>) -> [ScreenID] {
    var screens: [ScreenID] = []
    for place in scene.items.indices where scene.items[place].isVisible {
      screens.append(scene.items[place].screen)
    }
    return screens
  }
}

extension [StageScene<FakeView>.Item] {
  fileprivate func firstPlace(of screen: ScreenID) -> Int? {
    for index in indices where self[index].screen == screen { return index }
    return nil
  }
}
