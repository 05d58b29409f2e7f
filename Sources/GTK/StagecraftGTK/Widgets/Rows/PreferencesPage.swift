#if GTK
internal import CAdwaita
internal import CGTK

/// A page of groups, which scrolls; one of the pages of a ``PreferencesWindow``.
open class PreferencesPage: Widget {
  /// The title, which a window with several pages shows in its bar.
  public let title: String
  /// The name of an icon of the theme, which is shown beside the title.
  public let icon: String

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - title: The title, which a window with several pages shows in its bar.
  ///   - icon: The name of an icon of the theme, which is shown beside the title.
  ///   - groups: The groups.
  public init(_ title: String = "", icon: String = "", _ groups: [PreferencesGroup] = []) {
    self.title = title
    self.icon = icon
    super.init(adw_preferences_page_new())
    for group in groups { add(group) }
  }

  /// The groups.
  public var groups: [PreferencesGroup] { children.compactMap { $0 as? PreferencesGroup } }

  /// Adds a group at the end.
  ///
  /// - Parameter group: A group that is in no other widget.
  public func add(_ group: PreferencesGroup) {
    adopt(group)
    withRaw(as: AdwPreferencesPage.self) { page in
      group.withRaw(as: AdwPreferencesGroup.self) { adw_preferences_page_add(page, $0) }
    }
  }

  /// Removes a group, if it is in the page.
  ///
  /// - Parameter group: The group.
  public func remove(_ group: PreferencesGroup) {
    guard group.parent === self else { return }
    group.releaseFocus()
    withRaw(as: AdwPreferencesPage.self) { page in
      group.withRaw(as: AdwPreferencesGroup.self) { adw_preferences_page_remove(page, $0) }
    }
    disown(group)
  }
}
#endif
