#if GTK
internal import CAdwaita
internal import CGTK

/// A bar with a title in the middle, and widgets at both sides.
open class HeaderBar: Widget {
  private let label = Label(alignment: .center)

  /// Creates a bar.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - showsWindowButtons: Whether the bar has the buttons of the window, such as the one that
  ///     closes it.
  public init(_ title: String = "", showsWindowButtons: Bool = false) {
    super.init(adw_header_bar_new())
    adopt(label)
    label.addStyle("title")
    label.text = title
    withOpaque { bar in
      label.withRaw { adw_header_bar_set_title_widget(bar, $0) }
      adw_header_bar_set_show_start_title_buttons(bar, showsWindowButtons ? 1 : 0)
      adw_header_bar_set_show_end_title_buttons(bar, showsWindowButtons ? 1 : 0)
    }
  }

  /// The title.
  public var title: String {
    get { label.text }
    set { if newValue != label.text { label.text = newValue } }
  }

  /// Adds a widget at the side where lines begin.
  ///
  /// - Parameter widget: A widget that is in no other.
  public func addAtStart(_ widget: Widget) {
    adopt(widget)
    withOpaque { bar in widget.withRaw { adw_header_bar_pack_start(bar, $0) } }
  }

  /// Adds a widget at the side where lines end.
  ///
  /// - Parameter widget: A widget that is in no other.
  public func addAtEnd(_ widget: Widget) {
    adopt(widget)
    withOpaque { bar in widget.withRaw { adw_header_bar_pack_end(bar, $0) } }
  }

  /// Removes a widget that was added, if it is in the bar.
  ///
  /// - Parameter widget: The widget.
  public func remove(_ widget: Widget) {
    guard widget.parent === self, widget !== label else { return }
    widget.releaseFocus()
    withOpaque { bar in widget.withRaw { adw_header_bar_remove(bar, $0) } }
    disown(widget)
  }
}
#endif
