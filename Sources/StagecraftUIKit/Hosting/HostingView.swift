#if canImport(UIKit) && !os(watchOS)
internal import UIKit

/// The view of a ``HostingScreen``.
///
/// A screen's view is the view of its ``ScreenController``, and UIKit does not allow a view to
/// belong to two controllers. Therefore the hosting controller's view is a subview.
final class HostingView: UIView {
  private weak var child: HostedChild?

  init(_ child: HostedChild) {
    self.child = child
    super.init(frame: .zero)
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { nil }

  /// Adds the child to the controller around this view, which may be another one than before.
  override func didMoveToWindow() {
    super.didMoveToWindow()
    guard window != nil, let controller = nextController else { return }
    child?.join(controller, in: self)
  }

  /// The innermost controller whose view contains this view.
  private var nextController: UIViewController? {
    for responder in sequence(first: self as UIResponder, next: \.next) {
      if let controller = responder as? UIViewController { return controller }
    }
    return nil
  }
}

/// A controller that is a child of the controller that shows a screen, until it is deinitialized.
///
/// The screen retains it together with its view, and releases it on the main actor.
@MainActor
final class HostedChild {
  let controller: UIViewController

  init(_ controller: UIViewController) { self.controller = controller }

  deinit { MainActor.assumeIsolated { leave() } }

  /// Makes the controller a child of `parent`, with its view in `view`.
  func join(_ parent: UIViewController, in view: UIView) {
    guard controller.parent !== parent else { return }
    leave()
    parent.addChild(controller)
    let content: UIView = controller.view
    content.frame = view.bounds
    content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.addSubview(content)
    controller.didMove(toParent: parent)
  }

  private func leave() {
    guard controller.parent != nil else { return }
    controller.willMove(toParent: nil)
    controller.view.removeFromSuperview()
    controller.removeFromParent()
  }
}
#endif
