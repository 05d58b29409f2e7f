internal import StagecraftScreens

/// What stages that record have in common, for views of any type: which calls they have
/// received, and which of these violate a rule.
///
/// The optimizer makes a function of its own for each stage that is not generic.
@MainActor
protocol StageRecording: AnyObject {
  associatedtype View: AnyObject

  var animation: RecorderStage.Animation { get }
  var calls: [RecorderStage.Call] { get set }
  var violations: [RecorderStageViolation] { get set }
  var progress: Double { get set }
  var view: View? { get set }
  var transition: ScreenStageTransition<View>? { get set }
  /// Whether the transition follows a gesture.
  var isFollowing: Bool { get set }
  /// The visible screens of the scene that was last shown.
  var shown: [ScreenID] { get set }

  /// Shows items in the container's view.
  func mount(_ items: [ScreenStageScene<View>.Item], in view: View)

  /// Whether a view has a superview other than the container's view.
  func isElsewhere(_ view: View, than container: View) -> Bool
}

extension StageRecording {
  var hasAnimation: Bool { transition != nil && !isFollowing }

  func endAnimation() -> Bool {
    guard hasAnimation, let transition else { return false }
    self.transition = nil
    transition.animationDidEnd()
    return true
  }

  func recordView(_ view: View) -> View {
    calls.append(.makeView)
    self.view = view
    shown = []
    return view
  }

  func recordScene(_ scene: ScreenStageScene<View>) {
    transition = nil
    isFollowing = false
    let (view, items) = (view, scene.items)
    check(items, current: scene.current, count: scene.count, in: view)
    shown = visible(in: items)
    calls.append(.arrange(visible: shown, count: items.count))
    if let view { mount(items, in: view) }
  }

  func recordBeginning(of transition: ScreenStageTransition<View>) {
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
    if let view { mount(items, in: view) }
    // Showing views may have ended this transition, and begun the next one.
    if self.transition === transition, animation == .atOnce { _ = endAnimation() }
  }

  func recordProgress(_ progress: Double, of transition: ScreenStageTransition<View>) {
    calls.append(.update(progress))
    if transition !== self.transition || !isFollowing {
      note(.followsOne, "Progress changed, but no transition is interactive.")
    }
    self.progress = progress
  }

  func recordConclusion(
    _ outcome: TransitionContext.Outcome, of transition: ScreenStageTransition<View>
  ) {
    calls.append(.conclude(outcome))
    if transition !== self.transition || !isFollowing {
      note(.followsOne, "The gesture ended, but no transition is interactive.")
    }
    isFollowing = false
    if animation == .atOnce { _ = endAnimation() }
  }

  func visible(in items: [ScreenStageScene<View>.Item]) -> [ScreenID] {
    var screens: [ScreenID] = []
    for place in items.indices where items[place].isVisible { screens.append(items[place].screen) }
    return screens
  }

  private func firstPlace(
    of screen: ScreenID, in items: [ScreenStageScene<View>.Item]
  ) -> Int? {
    for index in items.indices where items[index].screen == screen { return index }
    return nil
  }
}
