#if GTK
internal import CAdwaita
internal import CGTK

/// A window that says what the program is, and who has made it.
///
/// ```swift
/// let about = AboutWindow("City Library", version: "1.0", developer: "The Librarians")
/// about.website = "https://library.example.org"
/// about.present(over: view)
/// ```
open class AboutWindow: SecondaryWindow {
  /// Creates a window.
  ///
  /// - Parameters:
  ///   - name: The name of the program.
  ///   - version: Its version.
  ///   - developer: Who makes it.
  ///   - icon: The name of an icon of the theme; mostly the identifier of the application.
  public init(_ name: String, version: String = "", developer: String = "", icon: String = "") {
    super.init(adw_about_window_new())
    withOpaque { window in
      adw_about_window_set_application_name(window, name)
      adw_about_window_set_version(window, version)
      adw_about_window_set_developer_name(window, developer)
      if !icon.isEmpty { adw_about_window_set_application_icon(window, icon) }
    }
  }

  private func text(_ get: (OpaquePointer) -> UnsafePointer<CChar>?) -> String {
    withOpaque { get($0).map { String(cString: $0) } ?? "" }
  }

  /// The name of the program.
  public var applicationName: String { text { adw_about_window_get_application_name($0) } }

  /// The version of the program.
  public var version: String { text { adw_about_window_get_version($0) } }

  /// What the program is for, in a few sentences.
  public var comments = "" {
    didSet { withOpaque { adw_about_window_set_comments($0, comments.asMarkup) } }
  }

  /// The address of the program's website; empty if there is none.
  public var website: String {
    get { text { adw_about_window_get_website($0) } }
    set { withOpaque { adw_about_window_set_website($0, newValue) } }
  }

  /// The address where problems are reported; empty if there is none.
  public var issueAddress: String {
    get { text { adw_about_window_get_issue_url($0) } }
    set { withOpaque { adw_about_window_set_issue_url($0, newValue) } }
  }

  /// The line about the copyright.
  public var copyright = "" {
    didSet { withOpaque { adw_about_window_set_copyright($0, copyright.asMarkup) } }
  }

  /// The text of the license.
  public var license = "" {
    didSet { withOpaque { adw_about_window_set_license($0, license.asMarkup) } }
  }

  /// What helps to find the cause of a problem; the user can copy it.
  public var debugInformation: String {
    get { text { adw_about_window_get_debug_info($0) } }
    set { withOpaque { adw_about_window_set_debug_info($0, newValue) } }
  }

  /// Adds names below a title to the page of credits.
  ///
  /// - Parameters:
  ///   - title: The title, such as “Code by”.
  ///   - names: The names.
  public func addCredits(_ title: String, _ names: [String]) {
    withTexts(names) { names in
      withOpaque { adw_about_window_add_credit_section($0, title.asMarkup, names) }
    }
  }

  /// Adds a link.
  ///
  /// - Parameters:
  ///   - title: The text of the link.
  ///   - address: Where it leads to.
  public func addLink(_ title: String, to address: String) {
    withOpaque { adw_about_window_add_link($0, title.asMarkup.asButtonLabel, address) }
  }
}

/// An array of texts as C has it.
@MainActor
func withTexts(_ texts: [String], _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>) -> Void) {
  let copies = texts.map { g_strdup($0) }
  defer { for copy in copies { g_free(copy) } }
  var list = copies.map { UnsafePointer($0) } + [nil]
  list.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
}
#endif
