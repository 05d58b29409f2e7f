#if GTK
internal import CAdwaita
internal import CGTK

/// A window in which the user changes the settings of the program.
///
/// ```swift
/// let window = PreferencesWindow([PreferencesPage("General", [loans, notices])])
/// window.present(over: view)
/// ```
///
/// Several pages have tabs in the bar. Changes take effect at once; there is no button for it.
open class PreferencesWindow: SecondaryWindow {
  private let toasts: ToastOverlay

  /// Creates a window.
  ///
  /// - Parameters:
  ///   - pages: The pages; if there are several, each has a title and an icon.
  ///   - title: The title of the window.
  public init(_ pages: [PreferencesPage], title: String = "Preferences") {
    let bar = HeaderBar(title, showsWindowButtons: true)
    let stack = PageStack(pages)
    toasts = ToastOverlay(stack)
    // Not `AdwPreferencesWindow`, whose search never releases the groups in libadwaita 1.2.
    super.init(gtk_window_new())
    if pages.count > 1 { bar.titleWidget = PageSwitcher(stack) }
    adopt(bar)
    adopt(toasts)
    withRaw(as: GtkWindow.self) { window in
      gtk_window_set_title(window, title)
      gtk_window_set_default_size(window, 640, 576)
      bar.withRaw { gtk_window_set_titlebar(window, $0) }
      toasts.withRaw { gtk_window_set_child(window, $0) }
    }
    onKey(Key.escape) { [weak self] in
      Task { self?.close() }
      return true
    }
  }

  /// Shows a toast in the window.
  ///
  /// - Parameter toast: A toast that was not added before.
  public func add(_ toast: Toast) { toasts.add(toast) }
}

private final class PageStack: Widget {
  init(_ pages: [PreferencesPage]) {
    super.init(adw_view_stack_new())
    for page in pages {
      adopt(page)
      withOpaque { stack in
        let entry = page.withRaw { adw_view_stack_add(stack, $0) }
        adw_view_stack_page_set_title(entry, page.title)
        if !page.icon.isEmpty { adw_view_stack_page_set_icon_name(entry, page.icon) }
      }
    }
  }
}

private final class PageSwitcher: Widget {
  init(_ stack: PageStack) {
    super.init(adw_view_switcher_new())
    withOpaque { switcher in
      stack.withOpaque { adw_view_switcher_set_stack(switcher, $0) }
      adw_view_switcher_set_policy(switcher, ADW_VIEW_SWITCHER_POLICY_WIDE)
    }
  }
}
#endif
