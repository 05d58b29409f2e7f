#if GTK
internal import CAdwaita
internal import CGTK

/// A bar with a title in the middle, and widgets at both sides.
open class HeaderBar: Widget {
  private let label = WindowTitle()
  private var middle: Widget

  /// Creates a bar.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - showsWindowButtons: Whether the bar has the buttons of the window, such as the one that
  ///     closes it.
  public init(_ title: String = "", showsWindowButtons: Bool = false) {
    middle = label
    super.init(adw_header_bar_new())
    adopt(label)
    label.title = title
    withOpaque { bar in
      label.withRaw { adw_header_bar_set_title_widget(bar, $0) }
      adw_header_bar_set_show_start_title_buttons(bar, showsWindowButtons ? 1 : 0)
      adw_header_bar_set_show_end_title_buttons(bar, showsWindowButtons ? 1 : 0)
    }
  }

  /// The title.
  public var title: String {
    get { label.title }
    set { label.title = newValue }
  }

  /// A line in smaller letters below the title; empty if there is none.
  public var subtitle: String {
    get { label.subtitle }
    set { label.subtitle = newValue }
  }

  /// A widget in the place of the title; nil if the title is there.
  ///
  /// A widget that is set must be in no other.
  public var titleWidget: Widget? {
    get { middle === label ? nil : middle }
    set {
      let new = newValue ?? label
      guard new !== middle else { return }
      let old = middle
      old.releaseFocus()
      adopt(new)
      withOpaque { bar in new.withRaw { adw_header_bar_set_title_widget(bar, $0) } }
      middle = new
      disown(old)
    }
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
    guard widget.parent === self, widget !== middle else { return }
    if let popover = widget as? Popover { return popover.detach() }
    widget.releaseFocus()
    withOpaque { bar in widget.withRaw { adw_header_bar_remove(bar, $0) } }
    disown(widget)
  }
}

private final class WindowTitle: Widget {
  init() { super.init(adw_window_title_new("", "")) }

  var title: String {
    get { withOpaque { String(cString: adw_window_title_get_title($0)) } }
    set { if newValue != title { withOpaque { adw_window_title_set_title($0, newValue) } } }
  }

  var subtitle: String {
    get { withOpaque { String(cString: adw_window_title_get_subtitle($0)) } }
    set { if newValue != subtitle { withOpaque { adw_window_title_set_subtitle($0, newValue) } } }
  }
}
#endif
