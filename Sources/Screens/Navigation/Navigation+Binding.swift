extension Navigation: Identifiable {
  /// What distinguishes a screen from others at the same place.
  public struct ID: Hashable, Sendable {
    let name: String?
    let identity: ScreenArchive.Values
    let kind: Kind?
  }

  /// The name, the identity and the kind, without what the screen contains.
  public var id: ID { ID(name: name, identity: identity, kind: kind) }

  /// The screens above the lowest one of the current stack, from the bottom to the top.
  ///
  /// It can be bound to the path of a `NavigationStack` of SwiftUI. The stack is the outermost one
  /// on the way from the root to its selected or open child; sheets are not searched. Without a
  /// stack, the path is empty, and setting it does nothing.
  ///
  /// ```swift
  /// NavigationStack(path: $navigation.pushed) {
  ///   CatalogView()
  ///     .navigationDestination(for: Navigation.self) { screen in view(of: screen) }
  /// }
  /// .sheet(item: $navigation.sheet) { screen in view(of: screen) }
  /// ```
  ///
  /// What is set is also what is read: the screens have no position of their own.
  public var pushed: [Navigation] {
    get {
      guard kind != .stack else { return children.dropFirst().map(\.unplaced) }
      return contentIndex.map { children[$0].pushed } ?? []
    }
    set {
      guard kind == .stack else {
        if let contentIndex { children[contentIndex].pushed = newValue }
        return
      }
      setChildren([children.first ?? .any] + newValue.map(\.unplaced))
    }
  }

  /// The lowest sheet of a window; nil if there is none.
  ///
  /// It can be bound with `sheet(item:)` of SwiftUI. Setting it replaces all sheets of the window.
  /// If this is not the navigation of a window, setting a sheet makes it one, with this as its root.
  public var sheet: Navigation? {
    get { kind == .window ? children.first(where: \.isSheet)?.unplaced : nil }
    set {
      if kind != .window {
        guard newValue != nil else { return }
        self = .window(self)
      }
      var layers = children.filter { !$0.isSheet }
      if var sheet = newValue?.unplaced {
        sheet.isSheet = true
        layers.append(sheet)
      }
      setChildren(layers)
    }
  }

  /// Of a window the topmost layer that is not a sheet, otherwise the current child.
  private var contentIndex: Int? {
    kind == .window
      ? children.lastIndex { !$0.isSheet } : children.firstIndex { $0.position == current }
  }

  private var unplaced: Navigation {
    var navigation = self
    navigation.position = 0
    navigation.isSheet = false
    return navigation
  }

  private mutating func setChildren(_ screens: [Navigation]) {
    children = Self.placed(screens)
    current = children.isEmpty ? nil : children.count - 1
  }
}
