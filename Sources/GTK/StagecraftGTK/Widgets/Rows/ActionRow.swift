#if GTK
internal import CAdwaita
public import CGTK

/// A row with a title, a subtitle, and widgets at both sides.
///
/// ```swift
/// let row = ActionRow("Copy 1", subtitle: "Ada Byron") { navigation.push(reader) }
/// row.addSuffix(Label("due in 4 days"))
/// ```
open class ActionRow: PreferencesRow {
  /// Called when the row is activated by the user, with a click or with Enter.
  ///
  /// A row without a closure cannot be activated, unless it has an ``activatableWidget``.
  public var onActivate: (@MainActor () -> Void)? { didSet { showActivatable() } }

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - subtitle: A text below the title, in smaller letters.
  ///   - onActivate: Called when the row is activated.
  public convenience init(
    _ title: String = "", subtitle: String = "", onActivate: (@MainActor () -> Void)? = nil
  ) {
    self.init(title, subtitle: subtitle, adw_action_row_new())
    self.onActivate = onActivate
    // Initializers call no observers of properties.
    showActivatable()
  }

  /// Wraps a row.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - subtitle: A text below the title, in smaller letters.
  ///   - makeRow: A new widget of the type `AdwActionRow`, or of a subclass.
  public init(
    _ title: String, subtitle: String,
    _ makeRow: @autoclosure () -> UnsafeMutablePointer<GtkWidget>?
  ) {
    super.init(title, makeRow())
    self.subtitle = subtitle
    on("activated") { [weak self] _ in self?.onActivate?() }
  }

  /// A text below the title, in smaller letters.
  public var subtitle: String {
    get {
      withRaw(as: AdwActionRow.self) {
        adw_action_row_get_subtitle($0).map { String(cString: $0) } ?? ""
      }
    }
    set { withRaw(as: AdwActionRow.self) { adw_action_row_set_subtitle($0, newValue) } }
  }

  /// A widget in the row that is activated with it, such as a switch.
  public weak var activatableWidget: Widget? {
    didSet {
      withRaw(as: AdwActionRow.self) { row in
        if let activatableWidget {
          activatableWidget.withRaw { adw_action_row_set_activatable_widget(row, $0) }
        } else {
          adw_action_row_set_activatable_widget(row, nil)
        }
      }
      showActivatable()
    }
  }

  private func showActivatable() {
    let isActivatable = onActivate != nil || activatableWidget != nil
    withRaw(as: GtkListBoxRow.self) {
      gtk_list_box_row_set_activatable($0, isActivatable ? 1 : 0)
    }
  }

  /// Adds a widget before the title, outside those that were added before.
  ///
  /// It is centred vertically.
  ///
  /// - Parameter widget: A widget that is in no other.
  public func addPrefix(_ widget: Widget) {
    adopt(widget)
    widget.verticalAlignment = .center
    withRaw(as: AdwActionRow.self) { row in
      widget.withRaw { adw_action_row_add_prefix(row, $0) }
    }
  }

  /// Adds a widget after the title, outside those that were added before.
  ///
  /// It is centred vertically.
  ///
  /// - Parameter widget: A widget that is in no other.
  public func addSuffix(_ widget: Widget) {
    adopt(widget)
    widget.verticalAlignment = .center
    withRaw(as: AdwActionRow.self) { row in
      widget.withRaw { adw_action_row_add_suffix(row, $0) }
    }
  }

  /// Removes a widget that was added, if it is in the row.
  ///
  /// - Parameter widget: The widget.
  public func remove(_ widget: Widget) {
    guard widget.parent === self else { return }
    if let popover = widget as? Popover { return popover.detach() }
    if widget === activatableWidget { activatableWidget = nil }
    widget.releaseFocus()
    withRaw(as: AdwActionRow.self) { row in widget.withRaw { adw_action_row_remove(row, $0) } }
    disown(widget)
  }

  /// Activates the row, as the user does.
  ///
  /// A row that does not react to the user does not react to this method either.
  public func activate() {
    guard isSensitive else { return }
    withRaw(as: AdwActionRow.self) { adw_action_row_activate($0) }
  }
}
#endif
