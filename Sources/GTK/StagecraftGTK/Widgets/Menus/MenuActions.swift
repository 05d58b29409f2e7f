#if GTK
internal import CGTK

/// The actions of a menu with its sections and submenus, under a prefix of their own.
@MainActor
final class MenuActions {
  private static var last = 0
  let prefix: String
  private let group: ObjectReference
  private var lastAction = 0

  init() {
    Self.last += 1
    prefix = "menu\(Self.last)"
    let group = UnsafeMutableRawPointer(g_simple_action_group_new()!)
    self.group = ObjectReference(group)
    g_object_unref(group)
    WidgetCensus.shared.made(group)
  }

  func nextName() -> String {
    lastAction += 1
    return "a\(lastAction)"
  }

  func add(_ action: UnsafeMutableRawPointer) {
    group.withRaw(as: GObject.self) {
      g_action_map_add_action(OpaquePointer($0), OpaquePointer(action))
    }
  }

  func remove(_ name: String) {
    group.withRaw(as: GObject.self) { g_action_map_remove_action(OpaquePointer($0), name) }
  }

  func withGroup<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    group.withRaw(as: GObject.self) { body(OpaquePointer($0)) }
  }

  func install(in widget: Widget) {
    group.withRaw(as: GObject.self) { group in
      widget.withRaw { gtk_widget_insert_action_group($0, prefix, OpaquePointer(group)) }
    }
  }

  func uninstall(from widget: Widget) {
    widget.withRaw { gtk_widget_insert_action_group($0, prefix, nil) }
  }
}

/// The widget's action group retains the action; it is removed when this object ends.
@MainActor
final class MenuAction {
  private let action: ObjectReference
  private let actions: MenuActions
  private let name: String
  var onActivate: (@MainActor (String?) -> Void)?

  init(_ actions: MenuActions, state: OpaquePointer?, takesText: Bool = false) {
    self.actions = actions
    let name = actions.nextName()
    self.name = name
    let text = takesText ? g_variant_type_new("s") : nil
    defer { if let text { g_variant_type_free(text) } }
    let raw = UnsafeMutableRawPointer(
      state.map { g_simple_action_new_stateful(name, text, $0) } ?? g_simple_action_new(name, text))
    action = ObjectReference(raw!)
    g_object_unref(raw)
    WidgetCensus.shared.made(raw!)
    actions.add(raw!)
    _ = SignalConnection(raw!, "activate") { [weak self] parameters in
      self?.onActivate?(parameters.variantText(0))
      return nil
    }
  }

  isolated deinit { actions.remove(name) }

  var fullName: String { "\(actions.prefix).\(name)" }

  private func with<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    action.withRaw(as: GObject.self) { body(OpaquePointer($0)) }
  }

  var isEnabled: Bool {
    get { with { g_action_get_enabled($0) != 0 } }
    set { with { g_simple_action_set_enabled($0, newValue ? 1 : 0) } }
  }

  func readState<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    with { action in
      let state = g_action_get_state(action)!
      defer { g_variant_unref(state) }
      return body(state)
    }
  }

  func setState(_ state: OpaquePointer?) { with { g_simple_action_set_state($0, state) } }

  func activate(_ parameter: OpaquePointer?) { with { g_action_activate($0, parameter) } }
}
#endif
