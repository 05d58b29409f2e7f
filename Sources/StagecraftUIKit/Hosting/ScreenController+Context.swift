#if canImport(UIKit) && !os(watchOS)
internal import Screens
internal import UIKit

extension ScreenController {
  /// Why and how the screen comes or goes at this moment, as far as UIKit knows.
  func context(isAppearing: Bool, _ isAnimated: Bool) -> TransitionContext {
    var context = TransitionContext(
      pathToWindow.map { HostLevel($0, isAppearing: isAppearing) }, isAppearing: isAppearing)
    context.isAnimated = isAnimated
    context.isInteractive = transitionCoordinator?.initiallyInteractive ?? false
    context.isEntering = isMovingToParent || isBeingPresented
    context.isLeaving = isMovingFromParent || isBeingDismissed
    return context
  }
}

extension UIViewController {
  /// This controller, the container that it is in, the one around that, and so on.
  var pathToWindow: [UIViewController] {
    Array(sequence(first: self) { $0.parent })
  }
}

extension HostLevel {
  /// What a controller says of itself while a screen in it comes or goes.
  @MainActor
  init(_ controller: UIViewController, isAppearing: Bool) {
    let presented = controller.presentedViewController
    self.init(
      container: Container(controller.parent),
      isPresentation: controller.isBeingPresented || presented?.isBeingPresented == true,
      isDismissal: controller.isBeingDismissed || presented?.isBeingDismissed == true,
      isEntering: controller.isMovingToParent,
      isLeaving: controller.isMovingFromParent)
    let coordinator = controller.transitionCoordinator
    isUncoveredOrCovered =
      coordinator?.viewController(forKey: isAppearing ? .to : .from) === controller
  }
}

extension HostLevel.Container {
  @MainActor
  fileprivate init(_ parent: UIViewController?) {
    switch parent {
    case nil: self = .none
    case is UINavigationController: self = .navigation
    case is UITabBarController: self = .tabs
    case is UIPageViewController: self = .pages
    default: self = .other
    }
  }
}
#endif
