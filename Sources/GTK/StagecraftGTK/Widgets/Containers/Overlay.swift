#if GTK
internal import CGTK

/// A widget, and others in front of it.
///
/// Where a widget in front is, its ``Widget/horizontalAlignment``, its
/// ``Widget/verticalAlignment`` and its margins say.
open class Overlay: Widget {
  /// Creates an overlay.
  ///
  /// - Parameters:
  ///   - content: The widget behind, which decides the size; nil if it is set later.
  ///   - overlays: The widgets in front of it.
  public init(_ content: Widget? = nil, _ overlays: [Widget] = []) {
    super.init(gtk_overlay_new())
    self.content = content
    contentChanged(from: nil)  // An initializer calls no `didSet`.
    for widget in overlays { addOverlay(widget) }
  }

  /// The widget behind.
  ///
  /// A widget that is set must be in no other.
  public var content: Widget? { didSet { contentChanged(from: oldValue) } }

  private func contentChanged(from old: Widget?) {
    withOpaque { overlay in
      replace(old, with: content) { gtk_overlay_set_child(overlay, $0) }
    }
  }

  /// Adds a widget in front of all others.
  ///
  /// - Parameter widget: A widget that is in no other.
  public func addOverlay(_ widget: Widget) {
    adopt(widget)
    withOpaque { overlay in widget.withRaw { gtk_overlay_add_overlay(overlay, $0) } }
  }

  /// Removes a widget that is in front.
  ///
  /// - Parameter widget: The widget.
  public func removeOverlay(_ widget: Widget) {
    guard widget.parent === self, widget !== content else { return }
    if let popover = widget as? Popover { return popover.detach() }
    widget.releaseFocus()
    withOpaque { overlay in widget.withRaw { gtk_overlay_remove_overlay(overlay, $0) } }
    disown(widget)
  }
}
#endif
