#if GTK
internal import CAdwaita
internal import CGTK

/// A window in which the user changes the settings of the program, with a search.
///
/// ```swift
/// let window = PreferencesWindow([PreferencesPage("General", [loans, notices])])
/// window.present(over: view)
/// ```
open class PreferencesWindow: SecondaryWindow {
  /// Creates a window.
  ///
  /// - Parameter pages: The pages; if there are several, each has a title and an icon.
  public init(_ pages: [PreferencesPage]) {
    super.init(adw_preferences_window_new())
    for page in pages {
      adopt(page)
      withRaw(as: AdwPreferencesWindow.self) { window in
        page.withRaw(as: AdwPreferencesPage.self) { adw_preferences_window_add(window, $0) }
      }
    }
  }

  /// Shows a toast in the window.
  ///
  /// - Parameter toast: A toast that was not added before.
  public func add(_ toast: Toast) {
    withRaw(as: AdwPreferencesWindow.self) { window in
      toast.handOver { adw_preferences_window_add_toast(window, $0) }
    }
  }
}
#endif
