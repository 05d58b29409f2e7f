#if GTK
internal import CGTK
internal import CStageGTK

/// A window of the desktop.
///
/// It is hidden until ``present()`` is called, and destroyed with its wrapper.
open class Window: Widget {
  /// Called when the user asks to close the window: with its button, or a key of the desktop.
  ///
  /// The window closes only if the program calls ``hide()`` or releases it. The call comes in a
  /// later turn than GTK's signal, so that the window may be released in it.
  public var onCloseRequest: (@MainActor () -> Void)?
  /// Called when the window gains or loses the focus of the desktop.
  public var onActiveChange: (@MainActor () -> Void)?

  private weak var titleBar: Widget?

  /// Creates a hidden window.
  ///
  /// - Parameters:
  ///   - title: The title, which is also what assistive technologies call the window.
  ///   - width: The width in pixels, until the user changes it.
  ///   - height: The height in pixels, until the user changes it.
  ///   - parent: The window that this one is a part of, and stays in front of; nil if it stands
  ///     alone. A window with a parent is modal: the parent does not react to the user.
  public init(_ title: String = "", width: Int = 640, height: Int = 480, over parent: Window? = nil)
  {
    super.init(gtk_window_new())
    if parent != nil { withRaw { stage_set_role($0, GTK_ACCESSIBLE_ROLE_DIALOG) } }
    withRaw(as: GtkWindow.self) { window in
      gtk_window_set_title(window, title)
      gtk_window_set_default_size(window, pixels(width), pixels(height))
      if let parent {
        parent.withRaw(as: GtkWindow.self) { gtk_window_set_transient_for(window, $0) }
        gtk_window_set_modal(window, 1)
        on("map") { _ in DialogSession.modalWindowAppeared() }
      }
      // Without it, the shortcuts of the program would not work in the window.
      if let application = g_application_get_default() {
        gtk_window_set_application(
          window, UnsafeMutableRawPointer(application).assumingMemoryBound(to: GtkApplication.self))
      }
    }
    onAsked("close-request") { [weak self] _ in
      Task { self?.onCloseRequest?() }
      return true
    }
    on("notify::is-active") { [weak self] _ in self?.onActiveChange?() }
  }

  isolated deinit { withRaw(as: GtkWindow.self) { gtk_window_destroy($0) } }

  /// The title.
  open var title: String {
    get {
      withRaw(as: GtkWindow.self) { gtk_window_get_title($0).map { String(cString: $0) } ?? "" }
    }
    set {
      guard newValue != title else { return }
      withRaw(as: GtkWindow.self) { gtk_window_set_title($0, newValue) }
    }
  }

  /// The widget in the window.
  ///
  /// A widget that is set must be in no other.
  public var content: Widget? {
    get { children.first { $0 !== titleBar } }
    set {
      let old = content
      guard newValue !== old else { return }
      withRaw(as: GtkWindow.self) { window in
        if let old {
          old.releaseFocus()
          gtk_window_set_child(window, nil)
          disown(old)
        }
        if let newValue {
          adopt(newValue)
          newValue.withRaw { gtk_window_set_child(window, $0) }
        }
      }
    }
  }

  /// Puts a widget in the place of the title.
  ///
  /// - Parameter bar: A widget that is in no other, such as a ``HeaderBar``. It cannot be replaced.
  public func setTitleBar(_ bar: Widget) {
    require(titleBar == nil, "The window has a title bar already.")
    titleBar = bar
    adopt(bar)
    withRaw(as: GtkWindow.self) { window in
      bar.withRaw { gtk_window_set_titlebar(window, $0) }
    }
  }

  /// Whether the desktop's keyboard focus is in the window.
  public var isActive: Bool { withRaw(as: GtkWindow.self) { gtk_window_is_active($0) != 0 } }

  /// Shows the window in front of others.
  public func present() { withRaw(as: GtkWindow.self) { gtk_window_present($0) } }

  /// Hides the window.
  public func hide() { isVisible = false }

  /// Asks to close the window, as the user does with its button.
  public func requestClose() { withRaw(as: GtkWindow.self) { gtk_window_close($0) } }

  static var isAnyVisible: Bool {
    guard let windows = gtk_window_get_toplevels() else { return false }
    return (0..<g_list_model_get_n_items(windows)).contains { index in
      guard let item = g_list_model_get_item(windows, index) else { return false }
      defer { g_object_unref(item) }
      return gtk_widget_get_visible(item.assumingMemoryBound(to: GtkWidget.self)) != 0
    }
  }

  /// Including its sheets and dialogs.
  var isActiveWithParts: Bool {
    withRaw(as: GtkWindow.self) { own in
      guard let windows = gtk_window_get_toplevels() else { return false }
      for index in 0..<g_list_model_get_n_items(windows) {
        guard let item = g_list_model_get_item(windows, index) else { continue }
        defer { g_object_unref(item) }
        var window: UnsafeMutablePointer<GtkWindow>? = item.assumingMemoryBound(to: GtkWindow.self)
        guard gtk_window_is_active(window) != 0 else { continue }
        while let next = window, next != own { window = gtk_window_get_transient_for(next) }
        if window == own { return true }
      }
      return false
    }
  }
}

extension Widget {
  var isDrawn: Bool {
    withRaw { raw in
      guard gtk_widget_get_mapped(raw) != 0, let root = gtk_widget_get_root(raw),
        let surface = gtk_native_get_surface(root)
      else { return false }
      return gdk_toplevel_get_state(surface).rawValue & GDK_TOPLEVEL_STATE_MINIMIZED.rawValue == 0
    }
  }

  /// Nil if the widget is in no window on the screen.
  func onMinimize(_ body: @escaping @MainActor () -> Void) -> SignalConnection? {
    withRaw { raw in
      guard let root = gtk_widget_get_root(raw), let surface = gtk_native_get_surface(root) else {
        return nil
      }
      return SignalConnection(UnsafeMutableRawPointer(surface), "notify::state") { [weak self] _ in
        if self?.isDrawn == false { body() }
        return nil
      }
    }
  }

  /// When no widget in this one uses the key; `body` must not retain the widget.
  func onKey(_ key: UInt32, _ modifiers: UInt32 = 0, _ body: @escaping @MainActor () -> Bool) {
    withRaw {
      stage_on_key(
        $0, key, modifiers, { HeldClosure.call($0) }, HeldClosure.hold { _ in body() },
        { HeldClosure.release($0) })
    }
  }
}

/// As in `gdkkeysyms.h`.
enum Key {
  static let tab: UInt32 = 0xff09
  static let leftTab: UInt32 = 0xfe20
  static let escape: UInt32 = 0xff1b
  static let left: UInt32 = 0xff51
  static let pageUp: UInt32 = 0xff55
  static let pageDown: UInt32 = 0xff56
  static let alt: UInt32 = 1 << 3
  static let control: UInt32 = 1 << 2
  static let shift: UInt32 = 1 << 0
}
#endif
