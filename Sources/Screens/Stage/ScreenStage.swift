/// Shows the screens of one container: a toolkit's stack, carousel, tabs or window.
///
/// The container decides which screens are visible and notifies them. Its stage moves views, and
/// does not handle screens. A toolkit implements this protocol once for each kind of container.
///
/// The container calls ``connect(to:)`` once, and each time its view is loaded ``makeView()``,
/// ``insert(_:at:)`` for each screen, and ``arrange(_:)``. Then follow the transitions:
/// ``begin(_:)``; if the transition is interactive, any number of ``update(_:to:)`` and one
/// ``conclude(_:as:)``; and after the stage has called ``ScreenStageTransition/animationDidEnd()``,
/// ``remove(_:)`` for each screen that has left, ``insert(_:at:)`` for each that was added, and
/// ``arrange(_:)``. A change that is not visible is only the last three.
///
/// There is one transition at a time. If ``arrange(_:)`` is called at any other time, the stage
/// ends what is in progress and shows the given scene. A stage may make requests to its container
/// from inside any of these methods: they are executed when the method has returned. The stage is
/// destroyed on the main actor, wherever its container is.
@MainActor
public protocol ScreenStage<View>: AnyObject {
  /// The type of the views that the stage shows.
  associatedtype View: AnyObject

  /// Receives a way to make requests to the container, for keys, buttons and gestures.
  ///
  /// Called once, before ``makeView()``.
  ///
  /// - Parameter requests: What the stage may ask for. It does not retain the container.
  func connect(to requests: StageRequests)

  /// Creates the container's own view, empty.
  ///
  /// Called each time the container's view is loaded; ``ScreenStage/insert(_:at:)`` follows for all
  /// screens, so the stage forgets those of the previous view. It must not retain the view.
  ///
  /// - Returns: The view.
  func makeView() -> View

  /// Adds a screen to what the stage lists, such as the tabs of a bar.
  ///
  /// Called for each screen after ``makeView()``, and when a transition has ended, for each screen
  /// that it has added, in the order of the indices, after ``remove(_:)`` for those that have left.
  /// If the order of screens that stay has changed, all are removed and inserted again.
  ///
  /// - Parameters:
  ///   - item: The screen.
  ///   - index: Its index among the screens of the container.
  func insert(_ item: ScreenStageScene<View>.Item, at index: Int)

  /// Removes a screen that has left the container from what the stage lists.
  ///
  /// Called when the change has ended. If screens that stay have another order than before, all
  /// screens are removed, and inserted again.
  ///
  /// - Parameter screen: The identity of the screen.
  func remove(_ screen: ScreenID)

  /// Updates a screen whose title has changed, or whose view was created.
  ///
  /// Called before ``arrange(_:)``. During a transition of the container it waits for the end.
  ///
  /// - Parameters:
  ///   - item: The screen.
  ///   - index: Its index among the screens of the container.
  func refresh(_ item: ScreenStageScene<View>.Item, at index: Int)

  /// Shows the given scene and nothing else, at once, and releases all views that are not in it.
  ///
  /// Also called if only a title has changed, or the view of a hidden screen was loaded or
  /// unloaded, and sometimes with what is already shown: a ``PageScreen`` that loads pages ahead
  /// calls it up to three times for each turn with the same visible content. A stage that rebuilds
  /// its children should compare first. While the user drags the container's widget, its place is
  /// the user's: see ``ToolkitMoveTracker/isMoving``.
  ///
  /// - Parameter scene: The scene to show.
  func arrange(_ scene: ScreenStageScene<View>)

  /// Releases the view of a hidden screen, which is about to be unloaded.
  ///
  /// ``arrange(_:)`` follows: at once, or after all views of the same pass. If the view stays after
  /// all, ``refresh(_:at:)`` brings it back.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - screen: The identity of its screen.
  func letGo(_ view: View, of screen: ScreenID)

  /// Shows the window.
  ///
  /// Called between *will appear* and *did appear* of the screens in it, and only on the stage of a
  /// ``ScreenWindow``.
  func openWindow()

  /// Hides the window.
  ///
  /// Called between *will disappear* and *did disappear* of the screens in it, and only on the
  /// stage of a ``ScreenWindow``.
  func closeWindow()

  /// Called when ``ScreenWindow/isInFocus`` has changed, only on the stage of a ``ScreenWindow``.
  ///
  /// - Parameter isInFocus: Whether the user works with the window.
  func windowDidChangeFocus(_ isInFocus: Bool)

  /// Begins a transition from one scene to another.
  ///
  /// If the transition is not interactive, the stage animates to the end and then calls
  /// ``ScreenStageTransition/animationDidEnd()``, at once if nothing is animated. Until then, all
  /// requests to containers in the tree wait.
  ///
  /// - Parameter transition: The transition.
  func begin(_ transition: ScreenStageTransition<View>)

  /// Follows the progress of an interactive transition.
  ///
  /// The next call follows when this method has returned, even if the gesture ends from inside it.
  ///
  /// - Parameters:
  ///   - transition: An interactive transition.
  ///   - progress: The progress, from 0 to 1.
  func update(_ transition: ScreenStageTransition<View>, to progress: Double)

  /// Completes an interactive transition when the gesture has ended.
  ///
  /// The stage animates on to the end, or back, and then calls
  /// ``ScreenStageTransition/animationDidEnd()``.
  ///
  /// - Parameters:
  ///   - transition: An interactive transition.
  ///   - outcome: Whether the transition is completed or cancelled.
  func conclude(_ transition: ScreenStageTransition<View>, as outcome: TransitionContext.Outcome)
}

extension ScreenStage {
  /// Does nothing: for stages that make no requests.
  ///
  /// - Parameter requests: What the stage may ask for.
  public func connect(to requests: StageRequests) {}

  /// Does nothing: for stages that read the scene.
  ///
  /// - Parameters:
  ///   - item: The screen.
  ///   - index: Its index among the screens of the container.
  public func insert(_ item: ScreenStageScene<View>.Item, at index: Int) {}

  /// Does nothing: for stages that read the scene.
  ///
  /// - Parameter screen: The identity of the screen.
  public func remove(_ screen: ScreenID) {}

  /// Does nothing: for stages that read the scene.
  ///
  /// - Parameters:
  ///   - item: The screen.
  ///   - index: Its index among the screens of the container.
  public func refresh(_ item: ScreenStageScene<View>.Item, at index: Int) {}

  /// Does nothing.
  public func openWindow() {}

  /// Does nothing.
  public func closeWindow() {}

  /// Does nothing.
  ///
  /// - Parameter isInFocus: Whether the user works with the window.
  public func windowDidChangeFocus(_ isInFocus: Bool) {}

  /// Does nothing: for stages that keep only visible views.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - screen: The identity of its screen.
  public func letGo(_ view: View, of screen: ScreenID) {}

  /// Does nothing: for stages without interactive transitions.
  ///
  /// - Parameters:
  ///   - transition: An interactive transition.
  ///   - progress: The progress, from 0 to 1.
  public func update(_ transition: ScreenStageTransition<View>, to progress: Double) {}

  /// Ends the animation at once.
  ///
  /// - Parameters:
  ///   - transition: An interactive transition.
  ///   - outcome: Whether the transition is completed or cancelled.
  public func conclude(
    _ transition: ScreenStageTransition<View>, as outcome: TransitionContext.Outcome
  ) {
    transition.animationDidEnd()
  }
}
