#if GTK
internal import CGTK

/// Settings of all widgets.
@MainActor
public enum WidgetSettings {
  /// Whether widgets animate; as the user's desktop says, until it is set.
  public static var animates: Bool {
    get {
      guard let settings = gtk_settings_get_default() else { return false }
      var value = GValue()
      g_value_init(&value, GType(5 << 2))  // G_TYPE_BOOLEAN
      defer { g_value_unset(&value) }
      g_object_get_property(object(settings), "gtk-enable-animations", &value)
      return g_value_get_boolean(&value) != 0
    }
    set {
      let settings = gtk_settings_get_default()
      require(
        settings != nil,
        "GTK is not ready. Change settings inside the closure of `GTKApplication.run`.")
      guard let settings else { return }
      var value = GValue()
      g_value_init(&value, GType(5 << 2))  // G_TYPE_BOOLEAN
      defer { g_value_unset(&value) }
      g_value_set_boolean(&value, newValue ? 1 : 0)
      g_object_set_property(object(settings), "gtk-enable-animations", &value)
    }
  }

  private static func object(_ settings: OpaquePointer) -> UnsafeMutablePointer<GObject> {
    UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self)
  }
}
#endif
