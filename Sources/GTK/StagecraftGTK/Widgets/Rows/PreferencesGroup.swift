#if GTK
internal import CAdwaita
internal import CGTK

/// A boxed list of rows, with a title.
///
/// ```swift
/// let group = PreferencesGroup("Copies", [ActionRow("Copy 1"), ActionRow("Copy 2")])
/// ```
open class PreferencesGroup: Widget {
  private var plainTitle = ""
  private var plainDescription = ""

  /// Creates a group.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - description: A sentence below it.
  ///   - rows: The rows.
  public init(_ title: String = "", description: String = "", _ rows: [Widget] = []) {
    super.init(adw_preferences_group_new())
    self.title = title
    self.description = description
    for row in rows { add(row) }
  }

  /// The title.
  public var title: String {
    get { plainTitle }
    set {
      plainTitle = newValue
      withRaw(as: AdwPreferencesGroup.self) {
        adw_preferences_group_set_title($0, newValue.asMarkup)
      }
    }
  }

  /// A sentence below the title.
  public var description: String {
    get { plainDescription }
    set {
      plainDescription = newValue
      withRaw(as: AdwPreferencesGroup.self) {
        adw_preferences_group_set_description($0, newValue.asMarkup)
      }
    }
  }

  /// A widget beside the title, such as a button that adds a row.
  ///
  /// A widget that is set must be in no other. It is centred vertically.
  public var headerSuffix: Widget? {
    didSet {
      guard headerSuffix !== oldValue else { return }
      headerSuffix?.verticalAlignment = .center
      withRaw(as: AdwPreferencesGroup.self) { group in
        replace(oldValue, with: headerSuffix) {
          adw_preferences_group_set_header_suffix(group, $0)
        }
      }
    }
  }

  /// The rows, and the other widgets that were added.
  public var rows: [Widget] { children.filter { $0 !== headerSuffix && !($0 is Popover) } }

  /// Adds a row at the end of the list; a widget that is no row is shown below the list.
  ///
  /// - Parameter row: A widget that is in no other.
  public func add(_ row: Widget) {
    adopt(row)
    withRaw(as: AdwPreferencesGroup.self) { group in
      row.withRaw { adw_preferences_group_add(group, $0) }
    }
  }

  /// Removes a row, if it is in the group.
  ///
  /// - Parameter row: The row.
  public func remove(_ row: Widget) {
    guard row.parent === self, row !== headerSuffix else { return }
    if let popover = row as? Popover { return popover.detach() }
    row.releaseFocus()
    withRaw(as: AdwPreferencesGroup.self) { group in
      row.withRaw { adw_preferences_group_remove(group, $0) }
    }
    disown(row)
  }

  /// Removes all rows.
  public func removeAll() { for row in rows { remove(row) } }
}
#endif
