@MainActor open class UIAlertController: UIViewController {
  public enum Style: Int, Sendable {
    case actionSheet
    case alert
  }

  public convenience init(
    title: String?, message: String?, preferredStyle: UIAlertController.Style
  ) { self.init(nibName: nil, bundle: nil) }
  open func addAction(_ action: UIAlertAction) {}
  open var actions: [UIAlertAction] { [] }
  open var preferredAction: UIAlertAction?
  open var message: String?
  open var preferredStyle: UIAlertController.Style { .alert }
}

@MainActor open class UIAlertAction: NSObject {
  public enum Style: Int, Sendable {
    case `default`
    case cancel
    case destructive
  }

  public convenience init(
    title: String?, style: UIAlertAction.Style, handler: ((UIAlertAction) -> Void)? = nil
  ) { self.init() }
  open var title: String? { nil }
  open var style: UIAlertAction.Style { .default }
  open var isEnabled = true
}
