#if GTK
internal import CGTK

/// A window that lists the keys of the program.
///
/// ```swift
/// let window = ShortcutsWindow([
///   .init("General", [.init("Search", "<Control>f"), .init("Quit", "<Control>q")])
/// ])
/// window.present(over: view)
/// ```
open class ShortcutsWindow: SecondaryWindow {
  /// One shortcut.
  public struct Shortcut: Hashable, Sendable {
    /// What it does.
    public var title: String
    /// Its keys, as in `<Control>f`; several combinations are separated by spaces.
    public var keys: String

    /// Creates a line of the list.
    ///
    /// - Parameters:
    ///   - title: What the shortcut does.
    ///   - keys: Its keys, as in `<Control>f`; several combinations are separated by spaces.
    public init(_ title: String, _ keys: String) {
      self.title = title
      self.keys = keys
    }
  }

  /// Shortcuts with a title.
  public struct Group: Hashable, Sendable {
    /// The title.
    public var title: String
    /// The shortcuts.
    public var shortcuts: [Shortcut]

    /// Creates a part of the list.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - shortcuts: The shortcuts.
    public init(_ title: String, _ shortcuts: [Shortcut]) {
      self.title = title
      self.shortcuts = shortcuts
    }
  }

  /// Creates a window.
  ///
  /// - Parameter groups: The groups.
  /// - Precondition: GTK understands the keys, and no title contains a control character.
  public init(_ groups: [Group]) {
    for shortcut in groups.flatMap(\.shortcuts) {
      for keys in shortcut.keys.split(separator: " ") { requireShortcut(String(keys)) }
    }
    // GTK 4.8 fills the window only from a description.
    let builder = gtk_builder_new_from_string(Self.description(groups), -1)
    defer { if let builder { g_object_unref(UnsafeMutableRawPointer(builder)) } }
    let window = gtk_builder_get_object(builder, "window")
    super.init(
      window.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWidget.self) })
    // That of GTK's header bar, in the user's language: assistive technologies read it.
    withRaw(as: GtkWindow.self) { gtk_window_set_title($0, g_dgettext("gtk40", "Shortcuts")) }
  }

  private static func description(_ groups: [Group]) -> String {
    func property(_ name: String, _ value: String) -> String {
      // XML has none, and GTK would stop the program.
      require(
        !value.unicodeScalars.contains { $0.properties.generalCategory == .control },
        "“\(value)” contains a control character.")
      return "<property name=\"\(name)\">\(value.asMarkup)</property>"
    }
    let parts = groups.map { group in
      let lines = group.shortcuts.map { shortcut in
        "<child><object class=\"GtkShortcutsShortcut\">"
          + property("title", shortcut.title) + property("accelerator", shortcut.keys)
          + "</object></child>"
      }
      return "<child><object class=\"GtkShortcutsGroup\">" + property("title", group.title)
        + lines.joined() + "</object></child>"
    }
    return "<interface><object class=\"GtkShortcutsWindow\" id=\"window\">"
      + "<child><object class=\"GtkShortcutsSection\">" + property("section-name", "shortcuts")
      + parts.joined() + "</object></child></object></interface>"
  }
}
#endif
