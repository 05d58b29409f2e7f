#if GTK
internal import CGTK

/// Settings of all widgets.
@MainActor
public enum WidgetSettings {
  /// Whether widgets animate; as the user's desktop says, until it is set.
  ///
  /// See also ``Appearance``.
  public static var animates: Bool {
    get {
      guard gtk_settings_get_default() != nil else { return false }
      return integer("gtk-enable-animations") != 0
    }
    set { set("gtk-enable-animations", to: newValue ? 1 : 0) }
  }

  static var isRightToLeft: Bool {
    get { gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL }
    set { gtk_widget_set_default_direction(newValue ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR) }
  }

  static var settings: OpaquePointer {
    let settings = gtk_settings_get_default()
    require(
      settings != nil,
      "GTK is not ready. Change settings inside the closure of `GTKApplication.run`.")
    return settings!
  }

  /// GLib converts integers to Booleans and back.
  static func integer(_ name: String) -> Int {
    var value = integerValue
    defer { g_value_unset(&value) }
    g_object_get_property(object, name, &value)
    return Int(g_value_get_int(&value))
  }

  static func set(_ name: String, to number: Int) {
    var value = integerValue
    defer { g_value_unset(&value) }
    g_value_set_int(&value, Int32(clamping: number))
    g_object_set_property(object, name, &value)
  }

  private static var integerValue: GValue {
    var value = GValue()
    g_value_init(&value, GType(6 << 2))  // G_TYPE_INT
    return value
  }

  private static var object: UnsafeMutablePointer<GObject> {
    UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self)
  }
}
#endif
