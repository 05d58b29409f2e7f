/// What a tree of screens shows, as data: the path of each stack, the selected tab, the open page,
/// and the screens presented in a window.
///
/// Read it with ``AnyScreen/navigation``, and show it with
/// ``ScreenWindow/show(_:catalog:animated:)``. It is a plain value: compare it, print it, encode
/// it, build it from a link.
///
/// ```swift
/// func navigation(for link: [String]) -> Navigation? {
///   guard link.count > 1, link[0] == "books", let number = Int(link[1]) else { return nil }
///   let book = Navigation.screen("book").with(number, for: .book)
///   let review = Navigation.screen("review").with(number, for: .book)
///   return .window(
///     .tab(0, .stack(.any, book)), sheets: link.last == "review" ? [review] : [])
/// }
/// ```
///
/// A screen is identified by its ``AnyScreen/restorationName`` and by what
/// ``AnyScreen/saveIdentity(into:)`` saves. There is no other state: to archive what the user has
/// done as well, use a ``ScreenArchive``.
public struct Navigation: Hashable, Sendable {
  /// The kind of a container.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// A ``NavigationScreen``.
    case stack
    /// A ``TabScreen``.
    case tabs
    /// A ``PageScreen``.
    case pages
    /// A ``ScreenWindow``.
    case window
  }

  /// The screen's ``AnyScreen/restorationName``; nil if it has none, or if any screen fits.
  public var name: String?
  /// What distinguishes the screen from others of its name.
  public var identity: ScreenArchive.Values
  /// Whether the screen that is already at this place is meant, with any name and identity.
  ///
  /// Always false in a navigation that was read from a container.
  public var isAny: Bool
  /// The kind of the container; nil if the screen is not a container, or need not be one.
  public var kind: Kind?
  /// The position of the topmost, selected or open child; nil if there is none.
  public var current: Int?
  /// The screens in the container, from the bottom or the first tab; of pages, the open one.
  public var children: [Navigation]
  /// The position in the container, counted from 0.
  public var position: Int
  /// Whether the screen is presented as a sheet, which leaves those below it visible.
  public var isSheet: Bool

  init(
    name: String? = nil, identity: ScreenArchive.Values = ScreenArchive.Values(),
    isAny: Bool = false, kind: Kind? = nil, current: Int? = nil, children: [Navigation] = [],
    position: Int = 0, isSheet: Bool = false
  ) {
    self.name = name
    self.identity = identity
    self.isAny = isAny
    self.kind = kind
    self.current = current
    self.children = children
    self.position = position
    self.isSheet = isSheet
  }
}

// MARK: Building

extension Navigation {
  /// The screen that is already at this place, unchanged.
  public static var any: Navigation { Navigation(isAny: true) }

  /// A screen that is found or created by its name.
  ///
  /// - Parameter name: The screen's ``AnyScreen/restorationName``.
  /// - Returns: The navigation of that screen.
  public static func screen(_ name: String) -> Navigation { Navigation(name: name) }

  /// A stack that shows these screens.
  ///
  /// - Parameter screens: The screens, from the bottom to the top; the first is often ``any``.
  ///   Without screens, the stack stays as it is.
  /// - Returns: The navigation of the stack that is at this place.
  public static func stack(_ screens: Navigation...) -> Navigation {
    Navigation(
      isAny: true, kind: .stack, current: screens.isEmpty ? nil : screens.count - 1,
      children: placed(screens))
  }

  /// Tabs of which one is selected; the others stay as they are.
  ///
  /// - Parameters:
  ///   - index: The index of the selected tab, counted from 0.
  ///   - content: What the tab shows.
  /// - Returns: The navigation of the tabs that are at this place.
  public static func tab(_ index: Int, _ content: Navigation = .any) -> Navigation {
    var content = content
    content.position = index
    return Navigation(isAny: true, kind: .tabs, current: index, children: [content])
  }

  /// Pages of which one is open; the others stay as they are.
  ///
  /// - Parameters:
  ///   - index: The position of the open page, counted from 0.
  ///   - content: What the page shows.
  /// - Returns: The navigation of the pages that are at this place.
  public static func page(_ index: Int, _ content: Navigation = .any) -> Navigation {
    var content = content
    content.position = index
    return Navigation(isAny: true, kind: .pages, current: index, children: [content])
  }

  /// A window, its root and the screens presented over it.
  ///
  /// - Parameters:
  ///   - root: What the root shows.
  ///   - screens: The screens presented over it that cover everything, from the bottom to the top.
  ///   - sheets: The sheets presented over these, from the bottom to the top.
  /// - Returns: The navigation of the window.
  public static func window(
    _ root: Navigation, presenting screens: [Navigation] = [], sheets: [Navigation] = []
  ) -> Navigation {
    let sheets = sheets.map { sheet in
      var sheet = sheet
      sheet.isSheet = true
      return sheet
    }
    let layers = placed([root] + screens + sheets)
    return Navigation(isAny: true, kind: .window, current: layers.count - 1, children: layers)
  }

  /// This navigation, with a value that distinguishes the screen from others of its name.
  ///
  /// - Parameters:
  ///   - value: The value, as the screen saves it in ``AnyScreen/saveIdentity(into:)``.
  ///   - key: The key of the value.
  /// - Returns: The navigation. A value that cannot be encoded is left out.
  public func with<Value>(_ value: Value, for key: ScreenStateKey<Value>) -> Navigation {
    var navigation = self
    try? navigation.identity.set(value, for: key)
    return navigation
  }

  /// This navigation, for a container that has a name.
  ///
  /// - Parameter name: The screen's ``AnyScreen/restorationName``.
  /// - Returns: The navigation.
  public func named(_ name: String) -> Navigation {
    var navigation = self
    navigation.name = name
    navigation.isAny = false
    return navigation
  }

  static func placed(_ screens: [Navigation]) -> [Navigation] {
    screens.enumerated().map { position, screen in
      var screen = screen
      screen.position = position
      return screen
    }
  }
}

// MARK: Reading

extension Navigation {
  /// The topmost, selected or open child.
  public var currentChild: Navigation? { children.first { $0.position == current } }

  /// This screen, its current child, the current child of that, and so on to the innermost.
  public var path: [Navigation] {
    var path = [self]
    while let next = path[path.count - 1].currentChild { path.append(next) }
    return path
  }
}

extension Navigation: CustomStringConvertible {
  /// The names of the screens, with those in containers in parentheses; the current one has a star,
  /// and a page its position.
  public var description: String {
    let own = name ?? (isAny && kind == nil ? "any" : kind?.rawValue ?? "screen")
    guard !children.isEmpty else { return own }
    let inner = children.map { child in
      let place = kind == .pages ? "\(child.position): " : child.isSheet ? "sheet " : ""
      return "\(place)\(child)\(child.position == current ? "*" : "")"
    }
    return "\(own)(\(inner.joined(separator: ", ")))"
  }
}
