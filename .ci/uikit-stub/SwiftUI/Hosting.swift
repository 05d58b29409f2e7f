public import UIKit

@MainActor @preconcurrency
open class UIHostingController<Content: View>: UIViewController {
  public init(rootView: Content) {
    self.rootView = rootView
    super.init(nibName: nil, bundle: nil)
  }
  public required dynamic init?(coder aDecoder: NSCoder) { fatalError() }
  public var rootView: Content
}
