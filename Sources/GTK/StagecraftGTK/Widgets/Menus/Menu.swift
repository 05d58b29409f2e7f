#if GTK
internal import CGTK
internal import CStageGTK

/// The content of a menu: items with closures, switches, choices, sections and submenus.
///
/// ```swift
/// let menu = Menu()
/// let renew = menu.addItem("Renew All") { [weak self] in self?.renewAll() }
/// menu.addToggle("Only Late Ones", isActive: false) { [weak self] in self?.showsOnlyLate = $0 }
/// let order = menu.addSection("Order")
/// order.addChoice(["By Title", "By Due Date"], selected: 0) { [weak self] in self?.sort(by: $0) }
/// menu.addSection().addItem("Preferences", action: "app.preferences")
/// bar.addAtEnd(MenuButton(icon: "open-menu-symbolic", label: "Main menu", menu: menu))
/// renew.isEnabled = !loans.isEmpty
/// ```
///
/// A ``MenuButton`` or ``SplitButton`` retains its menu. Closures must not retain the button.
/// ``Widget/addContextMenu(_:)`` opens one anywhere.
@MainActor
public final class Menu {
  let model: ObjectReference
  let actions: MenuActions
  private var entries: [AnyObject] = []

  /// Creates an empty menu.
  public convenience init() { self.init(MenuActions()) }

  private init(_ actions: MenuActions, isSection: Bool = false) {
    self.actions = actions
    let menu = UnsafeMutableRawPointer(g_menu_new()!)
    model = ObjectReference(menu)
    g_object_unref(menu)
    // Each popover of GTK 4.8 leaks a reference to each section, which is empty then.
    if !isSection { WidgetCensus.shared.made(menu) }
  }

  isolated deinit { withMenu { g_menu_remove_all($0) } }

  /// The number of entries, without those of sections and submenus.
  public var count: Int {
    withModel { Int(g_menu_model_get_n_items($0)) }
  }

  /// Adds an item.
  ///
  /// - Parameters:
  ///   - title: The text.
  ///   - onActivate: Called when the user chooses it.
  /// - Returns: The item, which can be disabled.
  @discardableResult
  public func addItem(_ title: String, onActivate: @escaping @MainActor () -> Void) -> MenuItem {
    let item = MenuItem(actions, isActive: nil) { _ in onActivate() }
    append(title, item.name, item)
    return item
  }

  /// Adds an item for an action that is installed elsewhere, such as one of the application.
  ///
  /// - Parameters:
  ///   - title: The text.
  ///   - action: The name of the action, such as `app.quit`.
  public func addItem(_ title: String, action: String) {
    require(
      action.contains("."), "“\(action)” is no action of a menu; write one like app.\(action).")
    append(title, action, nil)
  }

  /// Adds an item that is on or off.
  ///
  /// - Parameters:
  ///   - title: The text.
  ///   - isActive: Whether it is on.
  ///   - onToggle: Called when the user has switched it on or off.
  /// - Returns: The item.
  @discardableResult
  public func addToggle(
    _ title: String, isActive: Bool, onToggle: @escaping @MainActor (Bool) -> Void
  ) -> MenuItem {
    let item = MenuItem(actions, isActive: isActive, onToggle)
    append(title, item.name, item)
    return item
  }

  /// Adds items of which one is chosen.
  ///
  /// - Parameters:
  ///   - titles: The texts.
  ///   - selected: The index of the chosen one; nil for none.
  ///   - onSelect: Called when the user has chosen one, with its index.
  /// - Returns: The choice.
  @discardableResult
  public func addChoice(
    _ titles: [String], selected: Int?, onSelect: @escaping @MainActor (Int) -> Void
  ) -> MenuChoice {
    let choice = MenuChoice(actions, count: titles.count, selected: selected, onSelect)
    for (index, title) in titles.enumerated() { append(title, choice.name, choice, target: index) }
    return choice
  }

  /// Adds a section: a part of the menu between lines.
  ///
  /// - Parameter title: The text above it; nil for none.
  /// - Returns: The content of the section, to which items can be added.
  @discardableResult
  public func addSection(_ title: String? = nil) -> Menu {
    let section = Menu(actions, isSection: true)
    withMenu { menu in section.withModel { g_menu_append_section(menu, title, $0) } }
    entries.append(section)
    return section
  }

  /// Adds an item that opens another menu.
  ///
  /// - Parameter title: The text.
  /// - Returns: The content of the other menu, to which items can be added.
  @discardableResult
  public func addSubmenu(_ title: String) -> Menu {
    let submenu = Menu(actions)
    withMenu { menu in submenu.withModel { g_menu_append_submenu(menu, title.asButtonLabel, $0) } }
    entries.append(submenu)
    return submenu
  }

  /// Removes all entries.
  public func removeAll() {
    withMenu { g_menu_remove_all($0) }
    entries = []
  }

  private func append(_ title: String, _ action: String, _ entry: AnyObject?, target: Int? = nil) {
    let item = g_menu_item_new(title.asButtonLabel, nil)
    defer { g_object_unref(UnsafeMutableRawPointer(item)) }
    g_menu_item_set_action_and_target_value(
      item, action, target.map { g_variant_new_string("\($0)") })
    withMenu { g_menu_append_item($0, item) }
    if let entry { entries.append(entry) }
  }

  private func withMenu(_ body: (OpaquePointer) -> Void) {
    model.withRaw(as: GObject.self) { body(OpaquePointer($0)) }
  }

  func withModel<Result>(_ body: (UnsafeMutablePointer<GMenuModel>) -> Result) -> Result {
    model.withRaw(as: GMenuModel.self, body)
  }

  /// The caller owns a reference.
  func makePopover() -> UnsafeMutablePointer<GtkWidget> {
    withModel { model in
      actions.withGroup { stage_menu_popover_new(model, actions.prefix, $0)! }
    }
  }

  /// Gives a widget the actions of the menu.
  func install(in widget: Widget) { actions.install(in: widget) }
  func uninstall(from widget: Widget) { actions.uninstall(from: widget) }
}

/// An item of a ``Menu``.
@MainActor
public final class MenuItem {
  private let action: MenuAction
  private let onChange: @MainActor (Bool) -> Void
  private let isToggle: Bool

  fileprivate init(
    _ actions: MenuActions, isActive: Bool?, _ onChange: @escaping @MainActor (Bool) -> Void
  ) {
    isToggle = isActive != nil
    self.onChange = onChange
    action = MenuAction(actions, state: isActive.map { g_variant_new_boolean($0 ? 1 : 0) })
    action.onActivate = { [weak self] _ in
      guard let self else { return }
      if isToggle { self.isActive.toggle() }
      self.onChange(self.isActive)
    }
  }

  fileprivate var name: String { action.fullName }

  /// Whether the user can choose the item.
  public var isEnabled: Bool {
    get { action.isEnabled }
    set { action.isEnabled = newValue }
  }

  /// Whether the item is on; always false for one that is not made by
  /// ``Menu/addToggle(_:isActive:onToggle:)``.
  public var isActive: Bool {
    get { isToggle && action.readState { g_variant_get_boolean($0) != 0 } }
    set {
      require(isToggle, "An item is on or off only if it was added with `addToggle`.")
      action.setState(g_variant_new_boolean(newValue ? 1 : 0))
    }
  }

  /// Does what the user's choice does.
  public func activate() { action.activate(nil) }
}

/// Items of a ``Menu`` of which one is chosen.
@MainActor
public final class MenuChoice {
  private let action: MenuAction
  private let count: Int

  fileprivate init(
    _ actions: MenuActions, count: Int, selected: Int?,
    _ onSelect: @escaping @MainActor (Int) -> Void
  ) {
    self.count = count
    action = MenuAction(actions, state: g_variant_new_string(""), takesText: true)
    selectedIndex = selected
    action.onActivate = { [weak self] text in
      guard let self, let index = text.flatMap({ Int($0) }) else { return }
      selectedIndex = index
      onSelect(index)
    }
  }

  fileprivate var name: String { action.fullName }

  /// The index of the chosen item; nil if there is none.
  public var selectedIndex: Int? {
    get { action.readState { Int(String(cString: g_variant_get_string($0, nil))) } }
    set {
      require(
        newValue.map { (0..<count).contains($0) } ?? true,
        "There is no item \(newValue ?? 0) of \(count).")
      action.setState(g_variant_new_string(newValue.map { "\($0)" } ?? ""))
    }
  }

  /// Whether the user can choose.
  public var isEnabled: Bool {
    get { action.isEnabled }
    set { action.isEnabled = newValue }
  }

  /// Does what the user's choice does.
  ///
  /// - Parameter index: The index of the item.
  public func activate(_ index: Int) { action.activate(g_variant_new_string("\(index)")) }
}
#endif
