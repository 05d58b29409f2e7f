/// What a program says of its windows, at one moment.
public struct Tree: Sendable, CustomStringConvertible {
  static let rootPath = "/org/a11y/atspi/accessible/root"

  /// A widget as the bus describes it.
  struct Item: Sendable {
    var path: String
    var parent: String
    var index: Int
    var childCount: Int
    var isPlaced: Bool
    var name: String
    var role: Role
    var states: States

    static let root = Item(
      path: rootPath, parent: "", index: 0, childCount: .max, isPlaced: false, name: "",
      role: Role(rawValue: 75), states: [])
  }

  public let windows: [Element]

  /// Creates a tree of what has a size.
  ///
  /// - Parameters:
  ///   - items: The widgets by the path of their parent.
  ///   - frames: Where they are, for those that have a place of their own.
  init(_ items: [String: [Item]], _ frames: [String: Frame]) {
    func elements(_ parent: String, in window: Frame?) -> [Element] {
      items[parent, default: []].sorted { $0.index < $1.index }.flatMap { item -> [Element] in
        let window = window ?? frames[item.path]
        guard item.isPlaced else { return elements(item.path, in: window) }
        guard let frame = frames[item.path], let window, frame.meets(window) else { return [] }
        return [
          Element(
            path: item.path, role: item.role, name: item.name, states: item.states, frame: frame,
            children: elements(item.path, in: window))
        ]
      }
    }
    windows = elements(Self.rootPath, in: nil)
  }

  /// Creates a tree without windows.
  init() { windows = [] }

  /// The window that receives keys.
  public var active: Element? {
    windows.first { $0.states.contains(.active) }
      // Windows without a role of GTK say only that they have the focus.
      ?? windows.last { $0.shown.contains { $0.states.contains(.focused) } }
  }

  /// What is shown in all windows, depth first.
  public var shown: [Element] { windows.flatMap(\.shown) }

  /// What has the focus, also in menus.
  public var focusedAnywhere: [Element] { shown.filter { $0.states.contains(.focused) } }

  /// What has the focus in the active window.
  public var focused: Element? { active?.shown.last { $0.states.contains(.focused) } }

  public var description: String {
    windows.map { $0.outline("") }.joined()
  }
}

/// A widget.
public struct Element: Sendable, Hashable {
  public let path: String
  public let role: Role
  public let name: String
  public let states: States
  /// In the window.
  public let frame: Frame
  public let children: [Element]

  public static func == (left: Element, right: Element) -> Bool { left.path == right.path }
  public func hash(into hasher: inout Hasher) { hasher.combine(path) }

  /// This and what is in it, depth first.
  public var shown: [Element] { [self] + children.flatMap(\.shown) }

  /// Whether a user can act on it now.
  public var isSensitive: Bool { states.contains(.sensitive) }

  /// Whether it has a name; libadwaita 1.2 says that of a button in a dialog twice.
  func isNamed(_ name: String) -> Bool { self.name == name || self.name == "\(name) \(name)" }

  fileprivate func outline(_ indent: String) -> String {
    let focus = states.contains(.focused) ? " (focused)" : isSensitive ? "" : " (insensitive)"
    return "\(indent)\(role) “\(name)”\(focus)\n"
      + children.map { $0.outline(indent + "  ") }.joined()
  }
}

/// Where a widget is in its window.
public struct Frame: Sendable, Hashable {
  public var x = 0
  public var y = 0
  public var width = 0
  public var height = 0

  var isEmpty: Bool { width <= 0 || height <= 0 }

  /// Whether a part of it is inside another one.
  func meets(_ other: Frame) -> Bool {
    !isEmpty && x < other.x + other.width && x + width > other.x && y < other.y + other.height
      && y + height > other.y
  }
}
