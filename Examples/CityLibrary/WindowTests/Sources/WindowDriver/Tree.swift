/// What a program says of its windows, at one moment.
struct Tree: Sendable, CustomStringConvertible {
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

    /// Where what is in it can be seen: GTK keeps unused rows beside those that are shown.
    func clip(_ frame: Frame, _ outer: Frame?) -> Frame {
      guard let outer else { return frame }
      return [.scrolled, .table, .list].contains(role) ? frame.intersection(outer) : outer
    }

    static let root = Item(
      path: rootPath, parent: "", index: 0, childCount: .max, isPlaced: false, name: "",
      role: Role(rawValue: 75), states: [])
  }

  let windows: [Element]

  /// Creates a tree of what has a size.
  ///
  /// - Parameters:
  ///   - items: The widgets by the path of their parent.
  ///   - frames: Where they are, for those that have a place of their own.
  init(_ items: [String: [Item]], _ frames: [String: Frame]) {
    func elements(_ parent: String, in clip: Frame?) -> [Element] {
      items[parent, default: []].sorted { $0.index < $1.index }.flatMap { item -> [Element] in
        guard item.isPlaced else { return elements(item.path, in: clip) }
        guard let frame = frames[item.path], frame.meets(clip ?? frame) else { return [] }
        return [
          Element(
            path: item.path, role: item.role, name: item.name, states: item.states, frame: frame,
            children: elements(item.path, in: item.clip(frame, clip)))
        ]
      }
    }
    windows = elements(Self.rootPath, in: nil)
  }

  /// Creates a tree without windows.
  init() { windows = [] }

  /// The window that receives keys.
  var active: Element? {
    windows.first { $0.states.contains(.active) }
      // Windows without a role of GTK say only that they have the focus.
      ?? windows.last { $0.shown.contains { $0.states.contains(.focused) } }
  }

  /// What is shown in all windows, depth first.
  var shown: [Element] { windows.flatMap(\.shown) }

  /// What has the focus, also in menus.
  var focusedAnywhere: [Element] { shown.filter { $0.states.contains(.focused) } }

  /// What has the focus in the active window.
  var focused: Element? { active?.shown.last { $0.states.contains(.focused) } }

  var description: String {
    windows.map { $0.outline("") }.joined()
  }
}

/// A widget.
struct Element: Sendable, Hashable {
  let path: String
  let role: Role
  let name: String
  let states: States
  /// In the window.
  let frame: Frame
  let children: [Element]

  static func == (left: Element, right: Element) -> Bool { left.path == right.path }
  func hash(into hasher: inout Hasher) { hasher.combine(path) }

  /// This and what is in it, depth first.
  var shown: [Element] { [self] + children.flatMap(\.shown) }

  /// Whether a user can act on it now.
  var isSensitive: Bool { states.contains(.sensitive) }

  /// Whether it has a name; libadwaita 1.2 says that of a button in a dialog twice.
  func isNamed(_ name: String) -> Bool { self.name == name || self.name == "\(name) \(name)" }

  fileprivate func outline(_ indent: String) -> String {
    let focus = states.contains(.focused) ? " (focused)" : isSensitive ? "" : " (insensitive)"
    return "\(indent)\(role) “\(name)”\(focus)\n"
      + children.map { $0.outline(indent + "  ") }.joined()
  }
}

/// Where a widget is in its window.
struct Frame: Sendable, Hashable {
  var x = 0
  var y = 0
  var width = 0
  var height = 0

  var isEmpty: Bool { width <= 0 || height <= 0 }

  func intersection(_ other: Frame) -> Frame {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return Frame(
      x: left, y: top, width: min(x + width, other.x + other.width) - left,
      height: min(y + height, other.y + other.height) - top)
  }

  /// Whether its middle is inside another one.
  func isCentered(in other: Frame) -> Bool {
    Frame(x: x + width / 2, y: y + height / 2, width: 1, height: 1).meets(other)
  }

  /// Whether a part of it is inside another one.
  func meets(_ other: Frame) -> Bool { !intersection(other).isEmpty }
}
