#if GTK
internal import CAdwaita
public import CGTK

/// A row with a title, for a ``PreferencesGroup`` or another boxed list.
open class PreferencesRow: Widget {
  /// Wraps a row.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - makeRow: A new widget of the type `AdwPreferencesRow`, or of a subclass.
  public init(_ title: String, _ makeRow: @autoclosure () -> UnsafeMutablePointer<GtkWidget>?) {
    super.init(makeRow())
    withRaw(as: AdwPreferencesRow.self) { adw_preferences_row_set_use_markup($0, 0) }
    self.title = title
  }

  /// The title.
  public var title: String {
    get {
      withRaw(as: AdwPreferencesRow.self) { String(cString: adw_preferences_row_get_title($0)) }
    }
    set { withRaw(as: AdwPreferencesRow.self) { adw_preferences_row_set_title($0, newValue) } }
  }
}
#endif
