#if canImport(UIKit) && !os(watchOS)
public import StagecraftScreens
internal import StageFloor
public import UIKit

/// A view controller that shows a screen in any UIKit container.
///
/// Use it on a navigation stack, in a tab, as a page, in a sheet, or as a window's root.
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
/// UIKit decides when the screen appears and disappears and in which order; that order is passed on
/// unchanged. A step that is illegal in the screen's current state is not passed on: UIKit never
/// performs one, but a custom container may.
///
/// - The screen's view is the controller's view. It is loaded when UIKit first requests it. When
///   the screen's view is unloaded, the controller releases it too, and UIKit requests it again.
///   The view is not unloaded while it is in a window, regardless of what UIKit has reported. It is
///   also not unloaded while it is part of its container's view, such as on top of a stack in a
///   hidden tab, because UIKit would not request it again. Its heavy resources are released in any
///   case.
/// - The reason why the screen appears or disappears is determined as far as UIKit reveals it;
///   otherwise it is ``TransitionContext/Reason/host``. A cancelled transition is recognized by the
///   order of the steps, and reported to the screen.
/// - A screen is foreground while it is visible, its scene is active, and nothing is presented over
///   it except a search controller or a popover. UIKit has no notification for presentations: after
///   presenting a controller that is not a ``ScreenController``, call ``updateForeground()``.
/// - The first controller of an application links that application with UIKit; see
///   ``ScreenApplication/followUIKit(_:under:)``.
/// - The controller retains its screen; nothing in this module retains the controller. What the
///   screen has borrowed from a pool is returned when the screen is deinitialized; a
///   `LocalOwnedLease` can be returned from any thread.
///
/// Subclassing is not required. A subclass that overrides a method must call `super`, as with any
/// view controller.
open class ScreenController: UIViewController {
  /// The screen that the controller shows.
  public let screen: Screen<UIView>

  private let host: ScreenHost
  private var steps = HostedSteps()
  private var isLoadingView = false
  private weak var lastScene: UIScene?

  /// Creates a controller for a screen.
  ///
  /// - Parameter screen: A screen that is in no container and has no other controller.
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
      // Accessing `view` would load it, so `isViewLoaded` is checked first.
      if let self, isViewLoaded { view = nil }
    }
    host.onViewMade = { [weak self] in
      // While filling its view, the screen may access it through the controller; UIKit would load
      // it again.
      if let self, isLoadingView { view = self.screen.view }
    }
    SceneListener.shared.begin()
  }

  /// Unavailable: a screen cannot be created from a storyboard.
  @available(*, unavailable, message: "Create it with init(_:).")
  public required init?(coder: NSCoder) {
    misuse("A ScreenController cannot be created from a storyboard: use init(_:).")
  }

  /// Loads the screen's view and makes it the controller's view.
  open override func loadView() {
    isLoadingView = true
    defer { isLoadingView = false }
    host.loadView()
    // The view is already set, unless the screen's view was loaded before.
    if viewIfLoaded !== screen.view { view = screen.view }
  }

  /// Notifies the screen that it is about to appear.
  open override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    ControllerRegistry.shared.willAppear(self)
    host.willAppear(steps.will(isAppearing: true, context(isAppearing: true, animated)))
    // The screens that it covers resign foreground now, not at the end of the animation.
    Self.updateForeground()
  }

  /// Notifies the screen that its view is in the hierarchy and has its geometry.
  open override func viewIsAppearing(_ animated: Bool) {
    super.viewIsAppearing(animated)
    host.isAppearing(steps.during(isAppearing: true, context(isAppearing: true, animated)))
  }

  /// Notifies the screen that it has appeared.
  open override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    lastScene = view.window?.windowScene
    host.didAppear(steps.did(isAppearing: true, context(isAppearing: true, animated)))
    Self.updateForeground()
  }

  /// Notifies the screen that it is about to disappear.
  open override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    host.willDisappear(steps.will(isAppearing: false, context(isAppearing: false, animated)))
  }

  /// Notifies the screen that it has disappeared.
  open override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    host.didDisappear(steps.did(isAppearing: false, context(isAppearing: false, animated)))
    ControllerRegistry.shared.didDisappear(self)
    Self.updateForeground()
  }

  /// Notifies the screen's application, once per warning, regardless of the number of controllers.
  open override func didReceiveMemoryWarning() {
    super.didReceiveMemoryWarning()
    WarningCoalescer.shared.controllerWasWarned(of: screen.application)
  }

  /// Re-evaluates which hosted screens are foreground.
  ///
  /// It is called automatically whenever a ``ScreenController`` is about to appear, has appeared or
  /// has disappeared, and when a scene is activated or deactivated. It has no effect if nothing has
  /// changed.
  ///
  /// - Complexity: O(*n* log *n*) in the number of controllers that are visible, appearing or
  ///   disappearing.
  public static func updateForeground() {
    // Screens that resign foreground are notified first.
    let controllers = ControllerRegistry.shared.controllersOnScreen
    let (active, inactive) = controllers.reduce(
      into: ([ScreenController](), [ScreenController]())
    ) { result, controller in
      if controller.isInFront { result.0.append(controller) } else { result.1.append(controller) }
    }
    for controller in inactive { controller.host.isActive = false }
    for controller in active { controller.host.isActive = true }
  }

  /// A hidden container assumes that the views it shows are in place, and does not request them
  /// again when it is shown.
  private var isViewInContainer: Bool {
    guard let view = viewIfLoaded, let container = parent?.viewIfLoaded else { return false }
    return view.isDescendant(of: container)
  }

  // MARK: Scenes

  private var isInFront: Bool {
    if let scene = viewIfLoaded?.window?.windowScene, scene.activationState != .foregroundActive {
      return false
    }
    return !pathToWindow.contains { $0.isCovered }
  }

  /// As far as it is known while the controller is hidden.
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
  /// The view controller that shows this screen or its outermost container screen, or `nil`.
  ///
  /// A screen reaches its navigation controller through it:
  ///
  /// ```swift
  /// controller?.navigationController?.pushViewController(next, animated: true)
  /// ```
  public final var controller: ScreenController? { ControllerRegistry.shared.controller(of: root) }
}
#endif
