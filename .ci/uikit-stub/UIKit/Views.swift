@MainActor open class UIView: UIResponder {
  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static var flexibleWidth: UIView.AutoresizingMask { AutoresizingMask(rawValue: 2) }
    public static var flexibleHeight: UIView.AutoresizingMask { AutoresizingMask(rawValue: 16) }
  }

  public init(frame: CGRect) { super.init() }
  public required init?(coder: NSCoder) { super.init() }
  public convenience override init() { self.init(frame: .zero) }

  open var superview: UIView? { nil }
  open var subviews: [UIView] { [] }
  open var window: UIWindow? { nil }
  open func addSubview(_ view: UIView) {}
  open func insertSubview(_ view: UIView, at index: Int) {}
  open func removeFromSuperview() {}
  open func didMoveToWindow() {}
  open func isDescendant(of view: UIView) -> Bool { false }

  open var frame: CGRect = .zero
  open var bounds: CGRect = .zero
  open var center: CGPoint = .zero
  open var autoresizingMask: UIView.AutoresizingMask = []
  open var translatesAutoresizingMaskIntoConstraints = true
  open func setNeedsLayout() {}
  open func layoutIfNeeded() {}
  open func layoutSubviews() {}

  open var backgroundColor: UIColor?
  open var tintColor: UIColor!
  open var alpha: CGFloat = 1
  open var isHidden = false
  open var isUserInteractionEnabled = true
  open var tag = 0
  open var accessibilityLabel: String?
  open var accessibilityIdentifier: String?

  open var leadingAnchor: NSLayoutXAxisAnchor { fatalError() }
  open var trailingAnchor: NSLayoutXAxisAnchor { fatalError() }
  open var topAnchor: NSLayoutYAxisAnchor { fatalError() }
  open var bottomAnchor: NSLayoutYAxisAnchor { fatalError() }
  open var widthAnchor: NSLayoutDimension { fatalError() }
  open var heightAnchor: NSLayoutDimension { fatalError() }
  open var centerXAnchor: NSLayoutXAxisAnchor { fatalError() }
  open var centerYAnchor: NSLayoutYAxisAnchor { fatalError() }
  open var safeAreaLayoutGuide: UILayoutGuide { fatalError() }
  open var layoutMarginsGuide: UILayoutGuide { fatalError() }

  open class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {}
  open class func animate(withDuration duration: TimeInterval, animations: @escaping () -> Void) {}
}

@MainActor open class UIWindow: UIView {
  public init(windowScene: UIWindowScene) { super.init(frame: .zero) }
  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }
  open weak var windowScene: UIWindowScene?
  open var rootViewController: UIViewController?
  open var isKeyWindow: Bool { false }
  open func makeKeyAndVisible() {}
}

open class UIColor: NSObject, @unchecked Sendable {
  public init(white: CGFloat, alpha: CGFloat) { super.init() }
  open class var systemBackground: UIColor { UIColor(white: 1, alpha: 1) }
  open class var secondarySystemBackground: UIColor { UIColor(white: 1, alpha: 1) }
  open class var secondaryLabel: UIColor { UIColor(white: 1, alpha: 1) }
  open class var systemGreen: UIColor { UIColor(white: 1, alpha: 1) }
  open class var systemOrange: UIColor { UIColor(white: 1, alpha: 1) }
}

open class UIImage: NSObject, @unchecked Sendable {
  public convenience init?(systemName name: String) { nil }
}

open class UIFont: NSObject, @unchecked Sendable {
  public struct TextStyle: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let largeTitle = TextStyle(rawValue: "")
    public static let title1 = TextStyle(rawValue: "")
    public static let headline = TextStyle(rawValue: "")
    public static let body = TextStyle(rawValue: "")
    public static let footnote = TextStyle(rawValue: "")
  }

  open class func preferredFont(forTextStyle style: UIFont.TextStyle) -> UIFont { UIFont() }
}
