#if GTK
internal import CGTK
internal import CStageGTK

extension Widget {
  /// What assistive technologies say after the name of the widget, and what it does or contains.
  ///
  /// - Parameter text: A sentence.
  public func setAccessibleDescription(_ text: String) {
    withRaw { stage_set_description($0, text) }
  }

  /// What assistive technologies say about the state of a widget whose text does not tell it, such
  /// as a drawing.
  ///
  /// - Parameter text: The value, as in “2 of 4 in stock”.
  public func setAccessibleValue(_ text: String) { withRaw { stage_set_value_text($0, text) } }

  /// What assistive technologies call the kind of a widget.
  public enum AccessibleRole: Hashable, Sendable {
    /// Important, and read at once.
    case alert
    /// Can be pressed.
    case button
    /// Widgets that belong together.
    case group
    /// The title of a part.
    case heading
    /// A picture or a drawing.
    case image
    /// Leads elsewhere.
    case link
    /// Items of the same kind.
    case list
    /// One of them.
    case listItem
    /// A measured value in a range.
    case meter
    /// Without a meaning: only what is in it is read.
    case presentation
    /// How far something has come.
    case progressBar
    /// Says what is going on.
    case status

    fileprivate var raw: GtkAccessibleRole {
      switch self {
      case .alert: GTK_ACCESSIBLE_ROLE_ALERT
      case .button: GTK_ACCESSIBLE_ROLE_BUTTON
      case .group: GTK_ACCESSIBLE_ROLE_GROUP
      case .heading: GTK_ACCESSIBLE_ROLE_HEADING
      case .image: GTK_ACCESSIBLE_ROLE_IMG
      case .link: GTK_ACCESSIBLE_ROLE_LINK
      case .list: GTK_ACCESSIBLE_ROLE_LIST
      case .listItem: GTK_ACCESSIBLE_ROLE_LIST_ITEM
      case .meter: GTK_ACCESSIBLE_ROLE_METER
      case .presentation: GTK_ACCESSIBLE_ROLE_PRESENTATION
      case .progressBar: GTK_ACCESSIBLE_ROLE_PROGRESS_BAR
      case .status: GTK_ACCESSIBLE_ROLE_STATUS
      }
    }
  }

  /// Changes what assistive technologies call the kind of the widget.
  ///
  /// - Parameter role: The kind.
  /// - Precondition: The widget is in no window yet, and nothing else was said about it to assistive
  ///   technologies: GTK does not change the kind afterwards.
  public func setAccessibleRole(_ role: AccessibleRole) {
    require(
      withRaw { gtk_widget_get_root($0) } == nil,
      "The role of “\(name)” is set before the widget is in a window.")
    withRaw { stage_set_role($0, role.raw) }
  }
}
#endif
