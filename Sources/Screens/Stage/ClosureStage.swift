/// A stage made of two closures, for small toolkits and terminals: it shows each scene at once.
///
/// ```swift
/// let stage = ClosureStage(makeView: Pane.init) { pane, scene in
///   pane.parts = scene.visibleItems.compactMap(\.view)
/// }
/// let stack = NavigationScreen(root: ShelfScreen(), stage: stage)
/// ```
///
/// Transitions are not animated, and a gesture shows nothing before it ends. What the user asks for
/// is requested through ``requests``.
@MainActor
public final class ClosureStage<View: AnyObject>: ScreenStage {
  /// What the stage may ask of its container; nil until it has one.
  public private(set) var requests: StageRequests?

  private let makeContainerView: @MainActor () -> View
  private let show: @MainActor (View, ScreenStageScene<View>) -> Void
  private weak var view: View?

  /// Creates a stage.
  ///
  /// - Parameters:
  ///   - makeView: Creates the container's own view, empty. It must not be retained here.
  ///   - show: Shows a scene in the container's view, and nothing else.
  public init(
    makeView: @escaping @MainActor () -> View,
    show: @escaping @MainActor (View, ScreenStageScene<View>) -> Void
  ) {
    makeContainerView = makeView
    self.show = show
  }

  /// Keeps the requests.
  ///
  /// - Parameter requests: What the stage may ask for.
  public func connect(to requests: StageRequests) { self.requests = requests }

  /// Creates the container's own view.
  ///
  /// - Returns: The view.
  public func makeView() -> View {
    let view = makeContainerView()
    self.view = view
    return view
  }

  /// Shows a scene.
  ///
  /// - Parameter scene: The scene to show.
  public func arrange(_ scene: ScreenStageScene<View>) {
    if let view { show(view, scene) }
  }

  /// Ends the transition at once, unless a gesture drives it.
  ///
  /// - Parameter transition: The transition.
  public func begin(_ transition: ScreenStageTransition<View>) {
    if !transition.context.isInteractive { transition.animationDidEnd() }
  }
}
