#if GTK
internal import CAdwaita
internal import CGTK

/// A page that says that something is empty, or has failed, and what to do.
///
/// ```swift
/// let page = StatusPage(
///   icon: "system-search-symbolic", title: "No Book Found", description: "Try other words.",
///   Button("Show All") { search.clear() })
/// ```
open class StatusPage: Widget {
  private var plainDescription = ""

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - icon: The name of an icon of the theme; empty for none.
  ///   - title: The title.
  ///   - description: A sentence below it.
  ///   - content: A widget below both, such as a button.
  public init(
    icon: String = "", title: String = "", description: String = "", _ content: Widget? = nil
  ) {
    super.init(adw_status_page_new())
    self.icon = icon
    self.title = title
    self.description = description
    self.content = content
    expands = true
  }

  /// The name of an icon of the theme; empty for none.
  public var icon: String {
    get { withOpaque { adw_status_page_get_icon_name($0).map { String(cString: $0) } ?? "" } }
    set { withOpaque { adw_status_page_set_icon_name($0, newValue.isEmpty ? nil : newValue) } }
  }

  /// The title.
  public var title: String {
    get { withOpaque { adw_status_page_get_title($0).map { String(cString: $0) } ?? "" } }
    set { withOpaque { adw_status_page_set_title($0, newValue) } }
  }

  /// A sentence below the title.
  public var description: String {
    get { plainDescription }
    set {
      plainDescription = newValue
      withOpaque { adw_status_page_set_description($0, newValue.asMarkup) }
    }
  }

  /// A widget below the texts, such as a button.
  ///
  /// A widget that is set must be in no other.
  public var content: Widget? {
    get { onlyChild }
    set {
      withOpaque { page in
        replace(content, with: newValue) { adw_status_page_set_child(page, $0) }
      }
    }
  }
}
#endif
