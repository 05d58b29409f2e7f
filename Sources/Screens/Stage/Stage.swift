/// Shows the screens of one container: a toolkit's stack, carousel, tabs or window.
///
/// The container decides who is to be seen and who hears of it. Its stage moves views, and knows
/// nothing of screens. A toolkit implements it once for each kind of container.
///
/// The container calls in this order: ``makeView()``, ``arrange(_:)``, then transitions:
/// ``begin(_:)``, if it is interactive any number of ``update(_:to:)`` and one ``conclude(_:as:)``,
/// and after the stage has said ``StageTransition/animationDidEnd()``, ``arrange(_:)``. There is one
/// transition at a time. An ``arrange(_:)`` at any other time is an order too: the stage ends what is
/// under way and shows what it is told. A stage may ask its container for something from inside any
/// of these: that is done when it has returned. It ends on the main actor, wherever its container does.
@MainActor
public protocol Stage<View>: AnyObject {
  /// What is shown.
  associatedtype View: AnyObject

  /// Makes the container's own view, empty. The stage must not keep it alive.
  ///
  /// Called each time that the container's view is loaded.
  func makeView() -> View

  /// Shows this and nothing else, at once, and lets go of all views that are not in it.
  ///
  /// Also called if only a title has changed, or a view in the background has come or gone, and
  /// sometimes with what is shown already: a ``PageScreen`` that makes pages ahead calls it up to three
  /// times for each turn with the same visible content. A stage that rebuilds its children compares
  /// first.
  func arrange(_ scene: StageScene<View>)

  /// Begins to move from one view to another.
  ///
  /// If the transition is not interactive, the stage moves to the end, and then says
  /// ``StageTransition/animationDidEnd()``, at once if nothing is animated. Until it has, all that is
  /// asked of the containers in the tree waits.
  func begin(_ transition: StageTransition<View>)

  /// Follows the user's finger.
  ///
  /// The next order comes when this has returned, also if the finger is lifted from inside.
  ///
  /// - Parameters:
  ///   - transition: an interactive one.
  ///   - progress: from 0 to 1.
  func update(_ transition: StageTransition<View>, to progress: Double)

  /// The finger was lifted: moves on to the end, or back, and then says
  /// ``StageTransition/animationDidEnd()``.
  func conclude(_ transition: StageTransition<View>, as outcome: TransitionContext.Outcome)
}

extension Stage {
  /// Does nothing: for stages that do not follow a finger.
  public func update(_ transition: StageTransition<View>, to progress: Double) {}

  /// Ends the animation at once.
  public func conclude(_ transition: StageTransition<View>, as outcome: TransitionContext.Outcome) {
    transition.animationDidEnd()
  }
}
