@MainActor open class UIScrollView: UIView {
  open var contentOffset: CGPoint = .zero
  open var isTracking: Bool { false }
  open var isDragging: Bool { false }
}

@MainActor public protocol UIScrollViewDelegate: NSObjectProtocol {
  func scrollViewDidScroll(_ scrollView: UIScrollView)
}

extension UIScrollViewDelegate {
  public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
}

extension IndexPath {
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
  public var section: Int {
    get { self[0] }
    set { self[0] = newValue }
  }
  public var row: Int {
    get { self[1] }
    set { self[1] = newValue }
  }
  public var item: Int {
    get { self[1] }
    set { self[1] = newValue }
  }
}

@MainActor public protocol UIDragSession: NSObjectProtocol {
  var items: [UIDragItem] { get }
  var localContext: Any? { get set }
}

@MainActor open class UIDragItem: NSObject {
  public init(itemProvider: NSItemProvider) { super.init() }
  open var itemProvider: NSItemProvider { fatalError() }
  open var localObject: Any?
}

/// Belongs to Foundation, which lacks it on Linux.
open class NSItemProvider: NSObject, @unchecked Sendable {}

@MainActor public protocol UIContentConfiguration {}

public struct UIListContentConfiguration: UIContentConfiguration {
  public struct TextProperties {
    public var font: UIFont = UIFont()
    public var color: UIColor = UIColor(white: 0, alpha: 1)
  }

  public static func cell() -> UIListContentConfiguration { UIListContentConfiguration() }
  public static func subtitleCell() -> UIListContentConfiguration { UIListContentConfiguration() }
  public static func valueCell() -> UIListContentConfiguration { UIListContentConfiguration() }
  public var text: String?
  public var secondaryText: String?
  public var image: UIImage?
  public var textProperties = TextProperties()
  public var secondaryTextProperties = TextProperties()
}

@MainActor open class UISwipeActionsConfiguration: NSObject {
  public convenience init(actions: [UIContextualAction]) { self.init() }
  open var actions: [UIContextualAction] { [] }
  open var performsFirstActionWithFullSwipe = true
}

@MainActor open class UIContextualAction: NSObject {
  public typealias Handler = (UIContextualAction, UIView, @escaping (Bool) -> Void) -> Void
  public enum Style: Int, Sendable {
    case normal
    case destructive
  }

  public convenience init(
    style: UIContextualAction.Style, title: String?, handler: @escaping UIContextualAction.Handler
  ) { self.init() }
  open var title: String?
  open var image: UIImage?
}
