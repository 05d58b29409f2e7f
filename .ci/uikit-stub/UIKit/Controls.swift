@MainActor open class UILabel: UIView {
  open var text: String?
  open var font: UIFont!
  open var textColor: UIColor!
  open var textAlignment: NSTextAlignment = .natural
  open var numberOfLines = 1
  open var adjustsFontForContentSizeCategory = false
}

public enum NSTextAlignment: Int, Sendable {
  case left
  case center
  case right
  case justified
  case natural
}

@MainActor open class UIControl: UIView {
  public struct Event: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static var touchUpInside: UIControl.Event { Event(rawValue: 64) }
    public static var valueChanged: UIControl.Event { Event(rawValue: 4096) }
    public static var primaryActionTriggered: UIControl.Event { Event(rawValue: 8192) }
    public static var editingChanged: UIControl.Event { Event(rawValue: 131072) }
    public static var editingDidBegin: UIControl.Event { Event(rawValue: 65536) }
    public static var editingDidEnd: UIControl.Event { Event(rawValue: 262144) }
  }

  open var isEnabled = true
  open func addAction(_ action: UIAction, for controlEvents: UIControl.Event) {}
}

@MainActor open class UIButton: UIControl {
  public struct Configuration {
    public static func plain() -> UIButton.Configuration { Configuration() }
    public static func bordered() -> UIButton.Configuration { Configuration() }
    public static func filled() -> UIButton.Configuration { Configuration() }
    public var title: String?
    public var image: UIImage?
  }

  public convenience init(
    configuration: UIButton.Configuration, primaryAction: UIAction? = nil
  ) { self.init(frame: .zero) }
  public convenience init(primaryAction: UIAction?) { self.init(frame: .zero) }
  open var configuration: UIButton.Configuration?
}

@MainActor open class UITextField: UIControl {
  public enum BorderStyle: Int, Sendable {
    case none
    case line
    case bezel
    case roundedRect
  }

  open var text: String?
  open var placeholder: String?
  open var borderStyle: UITextField.BorderStyle = .none
  open var isEditing: Bool { false }
}

@MainActor open class UISwitch: UIControl {
  open var isOn = false
}

@MainActor open class UIMenuElement: NSObject {
  public struct Attributes: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static var destructive: UIMenuElement.Attributes { Attributes(rawValue: 2) }
  }

  open var title: String { "" }
}

@MainActor open class UIAction: UIMenuElement {
  public struct Identifier: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  public convenience init(
    title: String = "", image: UIImage? = nil, identifier: UIAction.Identifier? = nil,
    attributes: UIMenuElement.Attributes = [], handler: @escaping UIActionHandler
  ) { self.init() }
}

public typealias UIActionHandler = (UIAction) -> Void

@MainActor open class UIBarItem: NSObject {
  open var title: String?
  open var image: UIImage?
  open var isEnabled = true
}

@MainActor open class UIBarButtonItem: UIBarItem {
  public enum SystemItem: Int, Sendable {
    case done
    case cancel
    case edit
    case save
    case add
  }

  public convenience init(
    title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil
  ) { self.init() }
  public convenience init(
    systemItem: UIBarButtonItem.SystemItem, primaryAction: UIAction? = nil
  ) { self.init() }
}

@MainActor open class UITabBarItem: UIBarItem {
  public convenience init(title: String?, image: UIImage?, selectedImage: UIImage?) { self.init() }
  public convenience init(title: String?, image: UIImage?, tag: Int) { self.init() }
  open var badgeValue: String?
}

@MainActor open class UINavigationItem: NSObject {
  public init(title: String) { super.init() }
  open var title: String?
  open var rightBarButtonItem: UIBarButtonItem?
  open var leftBarButtonItem: UIBarButtonItem?
  open var rightBarButtonItems: [UIBarButtonItem]?
}
