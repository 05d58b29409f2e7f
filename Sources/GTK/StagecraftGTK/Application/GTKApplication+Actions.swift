#if GTK
internal import CGTK
internal import CStageGTK

extension GTKApplication {
  /// Adds something that the user can do in all windows.
  ///
  /// ```swift
  /// application.addAction("quit", shortcut: "<Control>q") { application.quit() }
  /// ```
  ///
  /// An action of the same name is replaced. Widgets that name an action call it `app.quit`.
  ///
  /// - Parameters:
  ///   - name: A name of letters, digits, hyphens and dots.
  ///   - shortcut: Keys, as in `<Control>q` or `<Control><Shift>s`; nil for none.
  ///   - body: Does it.
  /// - Precondition: GTK understands the name and the keys.
  public func addAction(
    _ name: String, shortcut: String? = nil, _ body: @escaping @MainActor () -> Void
  ) {
    require(
      g_action_name_is_valid(name) != 0,
      "The name of an action consists of letters, digits, hyphens and dots, unlike “\(name)”.")
    if let shortcut { requireShortcut(shortcut) }
    removeAction(name)
    actions[name] = ApplicationAction(name, body)
    actions[name]?.add(to: self)
    setShortcut(shortcut, of: name)
  }

  /// Removes an action and its keys, if there is one of this name.
  ///
  /// - Parameter name: The name.
  public func removeAction(_ name: String) {
    guard actions.removeValue(forKey: name) != nil else { return }
    withRaw { g_action_map_remove_action(OpaquePointer($0), name) }
    setShortcut(nil, of: name)
  }

  /// Says whether an action is possible at present; otherwise neither its keys nor widgets call it.
  ///
  /// - Parameters:
  ///   - isEnabled: Whether it is possible.
  ///   - name: The name of an action that was added.
  public func setEnabled(_ isEnabled: Bool, action name: String) {
    require(actions[name] != nil, "There is no action “\(name)”.")
    actions[name]?.isEnabled = isEnabled
  }

  /// Does what an action does, if it is possible at present.
  ///
  /// - Parameter name: The name of an action that was added.
  public func activateAction(_ name: String) {
    require(actions[name] != nil, "There is no action “\(name)”.")
    withRaw { g_action_group_activate_action(OpaquePointer($0), name, nil) }
  }

  private func setShortcut(_ shortcut: String?, of name: String) {
    let keys = shortcut.map { g_strdup($0) }
    defer { if let keys { g_free(keys) } }
    var list: [UnsafePointer<CChar>?] = keys.map { [UnsafePointer($0), nil] } ?? [nil]
    withRaw { application in
      list.withUnsafeMutableBufferPointer { list in
        gtk_application_set_accels_for_action(
          UnsafeMutableRawPointer(application).assumingMemoryBound(to: GtkApplication.self),
          "app.\(name)", list.baseAddress)
      }
    }
  }
}

extension Widget {
  /// Where the keys of a shortcut are pressed.
  public enum ShortcutScope: Hashable, Sendable {
    /// While the keyboard focus is in the widget.
    case widget
    /// Anywhere in the window of the widget.
    case window
  }

  /// Calls a closure when the user presses keys, while the widget is on the screen and reacts to
  /// the user.
  ///
  /// ```swift
  /// view.addShortcut("<Control>f") { [weak search] in search?.grabFocus() }
  /// ```
  ///
  /// The shortcut lives as long as the widget.
  ///
  /// - Parameters:
  ///   - shortcut: Keys, as in `<Control>f` or `<Control><Shift>s`.
  ///   - scope: Where the keys are pressed.
  ///   - body: The closure. It must not retain the widget.
  /// - Precondition: GTK understands the keys.
  public func addShortcut(
    _ shortcut: String, in scope: ShortcutScope = .window, _ body: @escaping @MainActor () -> Void
  ) {
    requireShortcut(shortcut)
    withRaw {
      stage_add_shortcut(
        $0, shortcut, scope == .window ? 1 : 0, { HeldClosure.call($0) },
        HeldClosure.hold { _ in
          body()
          return true
        }, { HeldClosure.release($0) })
    }
  }
}

@MainActor
func requireShortcut(_ shortcut: String) {
  require(
    gtk_is_initialized() != 0,
    "GTK is not ready. Add shortcuts inside the closure of `GTKApplication.run`.")
  var (key, modifiers) = (guint(0), GdkModifierType(0))
  require(
    gtk_accelerator_parse(shortcut, &key, &modifiers) != 0 && key != 0,
    "“\(shortcut)” names no keys; write them like <Control>f or <Control><Shift>s.")
}

/// An action of GLib's.
@MainActor
final class ApplicationAction {
  private let reference: ObjectReference

  init(_ name: String, _ body: @escaping @MainActor () -> Void) {
    let object = UnsafeMutableRawPointer(g_simple_action_new(name, nil)!)
    reference = ObjectReference(object)
    g_object_unref(object)
    WidgetCensus.shared.made(object)
    _ = SignalConnection(object, "activate") { _ in
      body()
      return nil
    }
  }

  func add(to application: GTKApplication) {
    reference.withRaw(as: GObject.self) { action in
      application.withRaw { g_action_map_add_action(OpaquePointer($0), OpaquePointer(action)) }
    }
  }

  var isEnabled: Bool {
    get { reference.withRaw(as: GObject.self) { g_action_get_enabled(OpaquePointer($0)) != 0 } }
    set {
      reference.withRaw(as: GObject.self) {
        g_simple_action_set_enabled(OpaquePointer($0), newValue ? 1 : 0)
      }
    }
  }
}
#endif
