/// Shows the screens of one container: a toolkit's stack, carousel, tabs or window.
///
/// The container decides which screens are visible and notifies them. Its stage moves views, and
/// does not handle screens. A toolkit implements this protocol once for each kind of container.
///
/// The container calls ``connect(to:)`` and ``makeView()``, then ``insert(_:at:)`` for each screen
/// and ``arrange(_:)``, then the methods for transitions:
/// ``begin(_:)``; if the transition is interactive, any number of ``update(_:to:)`` and one
/// ``conclude(_:as:)``; and after the stage has called ``ScreenStageTransition/animationDidEnd()``,
/// ``arrange(_:)``. There is one transition at a time. If ``arrange(_:)`` is called at any other
/// time, the stage ends what is in progress and shows the given scene. A stage may make requests to
/// its container from inside any of these methods: they are executed when the method has returned.
/// The stage is destroyed on the main actor, wherever its container is.
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
  /// Called each time the container's view is loaded. The stage must not retain the view.
  ///
  /// - Returns: The view.
  func makeView() -> View

  /// A screen has come: a bar of tabs gets another tab.
  ///
  /// Called for each screen after ``makeView()``, when the stage has none. Then called for each
  /// that is added: when the change has ended, after all calls of ``remove(_:)`` and before
  /// ``arrange(_:)``, in ascending order of the indices.
  ///
  /// - Parameters:
  ///   - item: The screen.
  ///   - index: Its index among the screens of the container.
  func insert(_ item: ScreenStageScene<View>.Item, at index: Int)

  /// A screen has left.
  ///
  /// Called when the change has ended. If screens that stay have another order than before, all
  /// screens are removed, and inserted again.
  ///
  /// - Parameter screen: The identity of the screen.
  func remove(_ screen: ScreenID)

  /// The title of a screen has changed, or its view was created.
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

  /// The window opens: the toolkit shows it. Only the stage of a ``ScreenWindow`` is asked.
  func openWindow()

  /// The window closes: the toolkit hides it. Only the stage of a ``ScreenWindow`` is asked.
  func closeWindow()

  /// ``ScreenWindow/isInFocus`` has changed. Only the stage of a ``ScreenWindow`` is called, while
  /// the window's view is loaded.
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
