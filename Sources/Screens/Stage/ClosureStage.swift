/// A stage made of two closures, for small toolkits and terminals: it shows each scene at once.
///
/// ```swift
/// let stage = ClosureStage(makeView: Pane.init) { pane, scene in
///   pane.parts = scene.visibleItems.compactMap(\.view)
/// }
/// let stack = NavigationScreen(root: ShelfScreen(), stage: stage)
/// ```
///
/// Transitions are not animated, and a gesture shows nothing before it ends. To go back, select or
/// turn for the user, call the methods of ``requests``.
@MainActor
public final class ClosureStage<View: AnyObject>: ScreenStage {
  /// What the stage may ask of its container; nil until the container's view is first loaded.
  public private(set) var requests: StageRequests?

  private let makeContainerView: @MainActor () -> View
  private let show: @MainActor (View, ScreenStageScene<View>) -> Void
  private weak var view: View?

  /// Creates a stage.
  ///
  /// - Parameters:
  ///   - makeView: Creates the container's own view, empty. The closure must not retain the view.
  ///   - show: Shows a scene in the container's view, and nothing else.
  public init(
    makeView: @escaping @MainActor () -> View,
    show: @escaping @MainActor (View, ScreenStageScene<View>) -> Void
  ) {
    makeContainerView = makeView
    self.show = show
  }

  /// Stores the requests.
  ///
  /// - Parameter requests: What the stage may ask for.
  public func connect(to requests: StageRequests) { self.requests = requests }

  /// Creates the container's view with the closure.
  ///
  /// - Returns: The view.
  public func makeView() -> View {
    let view = makeContainerView()
    self.view = view
    return view
  }

  /// Shows a scene with the closure.
  ///
  /// - Parameter scene: The scene to show.
  public func arrange(_ scene: ScreenStageScene<View>) {
    if let view { show(view, scene) }
  }

  /// Ends the transition at once, unless it follows a gesture.
  ///
  /// - Parameter transition: The transition.
  public func begin(_ transition: ScreenStageTransition<View>) {
    if !transition.context.isInteractive { transition.animationDidEnd() }
  }
}
