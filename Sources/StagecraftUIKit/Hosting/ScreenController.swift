#if canImport(UIKit) && !os(watchOS)
public import StagecraftScreens
internal import StageFloor
public import UIKit

/// Shows a screen as a view controller, wherever UIKit wants one: on a navigation stack, in a tab, as
/// a page, in a sheet, as a window's root.
///
/// ```swift
/// final class BranchScreen: Screen<UIView> {
///   @ViewBound private var label: UILabel
///
///   override func loadView() -> UIView {
///     label = UILabel()
///     return label
///   }
/// }
///
/// navigation.pushViewController(ScreenController(BranchScreen()), animated: true)
/// ```
///
/// UIKit decides when the screen appears and disappears, and in which order; that order is passed on
/// as it is. What UIKit never does to a screen, but a careless container may, is kept from it:
/// a step that is illegal where the screen is does not reach it.
///
/// - The screen's view is the controller's view. It is made when UIKit first asks for it. When the
///   screen's view is unloaded, the controller lets go of it too, and UIKit asks anew. While the view
///   is in a window it stays, whatever UIKit has or has not said. It also stays while it is a part of
///   its container's view, as on the top of a stack that is in a hidden tab: UIKit would not ask for
///   it again. What is heavy in it goes then all the same.
/// - Why the screen comes and goes is read from UIKit as far as UIKit knows it; the reason is
///   ``TransitionContext/Reason/host`` where it does not. A transition that is called off shows in
///   the order, and the screen is told so.
/// - A screen is foreground while it is visible, its scene is active, and nothing is presented over
///   it but a search controller or a popover. UIKit has no notification of a presentation: after you
///   presented what is no ``ScreenController``, call ``updateForeground()``.
/// - The first controller of an application links that application with UIKit; see
///   ``ScreenApplication/followUIKit(_:under:)``.
/// - The controller keeps its screen, and nothing in here keeps the controller. What the screen has
///   borrowed from a pool goes back when the screen ends: with a `LocalSharedLease` from any thread.
///
/// There is no need to inherit from this. A subclass that overrides a method calls `super`, as with
/// any view controller.
open class ScreenController: UIViewController {
  /// What is shown.
  public let screen: Screen<UIView>

  private let host: ScreenHost
  private var steps = HostedSteps()
  /// Whether UIKit has asked for the view, and has not got it yet.
  private var isLoadingView = false
  /// The scene in which it was last seen.
  private weak var lastScene: UIScene?

  /// Shows a screen.
  ///
  /// - Parameter screen: one that is in no container and has no other controller.
  public init(_ screen: Screen<UIView>) {
    self.screen = screen
    host = ScreenHost(screen)
    super.init(nibName: nil, bundle: nil)
    screen.application.followUIKitUnlessChosen()
    ControllerRegistry.shared.add(self)
    title = screen.title.isEmpty ? nil : screen.title
    host.onTitleChange = { [weak self] title in self?.title = title }
    host.isShowingView = { [weak self] in self?.viewIfLoaded?.window != nil }
    host.isKeepingView = { [weak self] in self?.isViewInContainer ?? false }
    host.onViewWillUnload = { [weak self] in
      // Asked for its view, a controller makes one.
      if let self, isViewLoaded { view = nil }
    }
    host.onViewMade = { [weak self] in
      // The screen may ask its controller for the view while it fills it. UIKit would load it again.
      if let self, isLoadingView { view = self.screen.view }
    }
    SceneListener.shared.begin()
  }

  /// A screen is not written to a storyboard.
  @available(*, unavailable, message: "Make it with init(_:).")
  public required init?(coder: NSCoder) {
    misuse("A ScreenController is made with init(_:), and not from a storyboard.")
  }

  /// Makes the screen's view, and shows it.
  open override func loadView() {
    isLoadingView = true
    defer { isLoadingView = false }
    host.loadView()
    // It is there already, unless the screen had its view before.
    if viewIfLoaded !== screen.view { view = screen.view }
  }

  /// Tells the screen that it is about to appear.
  open override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    ControllerRegistry.shared.comes(self)
    host.willAppear(steps.will(isAppearing: true, context(isAppearing: true, animated)))
    // What it covers resigns now, and not when the animation has ended.
    Self.updateForeground()
  }

  /// Tells the screen that it has appeared.
  open override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    lastScene = view.window?.windowScene
    host.didAppear(steps.did(isAppearing: true, context(isAppearing: true, animated)))
    Self.updateForeground()
  }

  /// Tells the screen that it is about to disappear.
  open override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    host.willDisappear(steps.will(isAppearing: false, context(isAppearing: false, animated)))
  }

  /// Tells the screen that it has disappeared.
  open override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    host.didDisappear(steps.did(isAppearing: false, context(isAppearing: false, animated)))
    ControllerRegistry.shared.isGone(self)
    Self.updateForeground()
  }

  /// Tells the application of the screen, once for each warning, however many controllers hear it.
  open override func didReceiveMemoryWarning() {
    super.didReceiveMemoryWarning()
    WarningRounds.shared.controllerWasWarned(of: screen.application)
  }

  /// Finds out anew which hosted screens are foreground.
  ///
  /// It is called by itself whenever a ``ScreenController`` is about to appear, has appeared or has
  /// disappeared, and when a scene becomes active or ceases to be it. Called when nothing has changed, it
  /// does nothing.
  ///
  /// - Complexity: O(*n* log *n*) in the number of controllers that are seen, or coming, or going.
  public static func updateForeground() {
    // Those that resign come first.
    let controllers = ControllerRegistry.shared.seenControllers
    let (active, inactive) = controllers.reduce(
      into: ([ScreenController](), [ScreenController]())
    ) { result, controller in
      if controller.isInFront { result.0.append(controller) } else { result.1.append(controller) }
    }
    for controller in inactive { controller.host.isActive = false }
    for controller in active { controller.host.isActive = true }
  }

  /// Whether the view is a part of that of the container around.
  ///
  /// While a container is hidden itself, it takes what it shows to be in place, and does not ask for it
  /// again when it is shown.
  private var isViewInContainer: Bool {
    guard let view = viewIfLoaded, let container = parent?.viewIfLoaded else { return false }
    return view.isDescendant(of: container)
  }

  // MARK: Scenes

  /// Whether the user works with the scene, and nothing that takes the user's work is presented over the
  /// controller.
  private var isInFront: Bool {
    if let scene = viewIfLoaded?.window?.windowScene, scene.activationState != .foregroundActive {
      return false
    }
    return !pathToWindow.contains { $0.isCovered }
  }

  /// The scene that the controller belongs to, as far as that is known while it is not seen.
  var scene: UIScene? {
    for controller in pathToWindow {
      if let scene = controller.viewIfLoaded?.window?.windowScene { return scene }
    }
    return lastScene
  }

  func sceneDidEnterBackground() { host.enterBackground() }

  func sceneWillEnterForeground() { host.enterForeground() }

  func sceneWillDeactivate() { host.isActive = false }
}

extension AnyScreen {
  /// The view controller that shows this screen, or the one around it; nil if none does.
  ///
  /// This is how a screen gets to its navigation controller:
  ///
  /// ```swift
  /// controller?.navigationController?.pushViewController(next, animated: true)
  /// ```
  public final var controller: ScreenController? { ControllerRegistry.shared.controller(of: root) }
}
#endif
