#if GTK
internal import CGTK

/// A bar with a search entry, which is open while the user searches.
///
/// The user opens it by typing, see ``captureKeys(of:)``, or with a button of the program's, and
/// closes it with Escape.
open class SearchBar: Widget {
  /// Called when the bar has been opened or closed.
  public var onOpenChange: (@MainActor (Bool) -> Void)?
  /// The entry.
  public let entry: SearchEntry

  /// Creates a closed bar.
  ///
  /// - Parameters:
  ///   - entry: The entry, which is in no other widget, or in the content.
  ///   - content: What the bar shows, if it is more than the entry: a widget in which the entry is.
  public init(_ entry: SearchEntry, in content: Widget? = nil) {
    self.entry = entry
    super.init(gtk_search_bar_new())
    let content = content ?? entry
    require(
      content === entry || entry.isInside(content), "The entry is not in the content of the bar.")
    adopt(content)
    withOpaque { bar in
      content.withRaw { gtk_search_bar_set_child(bar, $0) }
      entry.withOpaque { gtk_search_bar_connect_entry(bar, $0) }
    }
    on("notify::search-mode-enabled") { [weak self] _ in
      guard let self else { return }
      onOpenChange?(isOpen)
    }
  }

  /// Whether the bar is open.
  ///
  /// The entry of a bar that closes becomes empty.
  public var isOpen: Bool {
    get { withOpaque { gtk_search_bar_get_search_mode($0) != 0 } }
    set { withOpaque { gtk_search_bar_set_search_mode($0, newValue ? 1 : 0) } }
  }

  /// Whether the bar has a button that closes it; false at first.
  public var showsCloseButton: Bool {
    get { withOpaque { gtk_search_bar_get_show_close_button($0) != 0 } }
    set { withOpaque { gtk_search_bar_set_show_close_button($0, newValue ? 1 : 0) } }
  }

  /// Opens the bar when the user types in a widget that does not use the keys itself.
  ///
  /// - Parameter widget: A widget around the bar, such as the window or a page; nil for none. It is
  ///   not retained.
  public func captureKeys(of widget: Widget?) {
    withOpaque { bar in
      guard let widget else { return gtk_search_bar_set_key_capture_widget(bar, nil) }
      widget.withRaw { gtk_search_bar_set_key_capture_widget(bar, $0) }
    }
  }
}
#endif
