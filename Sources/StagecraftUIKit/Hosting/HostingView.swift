#if canImport(UIKit) && !os(watchOS)
internal import UIKit

/// A screen's view is that of its ``ScreenController``, and UIKit does not allow a view to belong
/// to two controllers.
///
/// Therefore the hosting controller's view is a subview.
final class HostingView: UIView {
  private weak var child: HostedChild?

  init(_ child: HostedChild) {
    self.child = child
    super.init(frame: .zero)
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { nil }

  /// The controller around this view may be another one than before.
  override func didMoveToWindow() {
    super.didMoveToWindow()
    guard window != nil, let controller = nextController else { return }
    child?.join(controller, in: self)
  }

  private var nextController: UIViewController? {
    for responder in sequence(first: self as UIResponder, next: \.next) {
      if let controller = responder as? UIViewController { return controller }
    }
    return nil
  }
}

/// Retained by the screen together with its view, and released on the main actor.
@MainActor
final class HostedChild {
  let controller: UIViewController

  init(_ controller: UIViewController) { self.controller = controller }

  deinit { MainActor.assumeIsolated { leave() } }

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
