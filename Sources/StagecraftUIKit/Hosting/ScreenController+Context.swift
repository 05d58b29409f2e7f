#if canImport(UIKit) && !os(watchOS)
internal import StagecraftScreens
internal import UIKit

extension ScreenController {
  func context(isAppearing: Bool, _ isAnimated: Bool) -> TransitionContext {
    let levels = pathToWindow.map { HostLevel($0, isAppearing: isAppearing) }
    var context = TransitionContext(levels, isAppearing: isAppearing)
    context.isAnimated = isAnimated
    context.isInteractive = transitionCoordinator?.initiallyInteractive ?? false
    context.isEntering = levels[0].entersByItself || isBeingPresented
    context.isLeaving = isMovingFromParent || isBeingDismissed
    return context
  }
}

extension UIViewController {
  var pathToWindow: [UIViewController] {
    Array(sequence(first: self) { $0.parent })
  }

  fileprivate var navigationParent: UINavigationController? { parent as? UINavigationController }

  var isCovered: Bool {
    let presented = sequence(first: self) { $0.presentedViewController }.dropFirst()
    return presented.map { PresentedLevel($0) }.takeForeground
  }
}

extension HostLevel {
  @MainActor
  init(_ controller: UIViewController, isAppearing: Bool) {
    let presented = controller.presentedViewController
    self.init(
      container: Container(controller.parent),
      isPresentation: controller.isBeingPresented || presented?.isBeingPresented == true,
      isDismissal: controller.isBeingDismissed || presented?.isBeingDismissed == true,
      isEntering: controller.isMovingToParent,
      isAtBottom: controller.navigationParent?.viewControllers.first === controller,
      isLeaving: controller.isMovingFromParent)
    let coordinator = controller.transitionCoordinator
    isUncoveredOrCovered =
      coordinator?.viewController(forKey: isAppearing ? .to : .from) === controller
  }
}

extension PresentedLevel {
  @MainActor
  fileprivate init(_ controller: UIViewController) {
    self.init(
      isBeingDismissed: controller.isBeingDismissed,
      isSearch: controller is UISearchController)
    #if !os(tvOS)
    // Where there is not enough space, a popover becomes a sheet or covers the whole screen.
    isPopover =
      controller.modalPresentationStyle == .popover
      && controller.presentationController?.adaptivePresentationStyle(
        for: controller.traitCollection) == UIModalPresentationStyle.none
    #endif
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
