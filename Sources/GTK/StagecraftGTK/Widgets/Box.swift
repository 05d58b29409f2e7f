#if GTK
internal import CGTK

/// Widgets in a row or a column.
open class Box: Widget {
  /// The direction in which widgets follow each other.
  public enum Direction: Hashable, Sendable {
    /// From the left to the right, or as the language reads.
    case horizontal
    /// From the top to the bottom.
    case vertical

    var raw: GtkOrientation {
      self == .horizontal ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL
    }
  }

  /// Creates a box.
  ///
  /// - Parameters:
  ///   - direction: The direction.
  ///   - spacing: The distance between widgets in pixels.
  ///   - widgets: The widgets in it.
  public init(_ direction: Direction = .vertical, spacing: Int = 0, _ widgets: [Widget] = []) {
    super.init(gtk_box_new(direction.raw, pixels(spacing)))
    for widget in widgets { append(widget) }
  }

  /// The direction in which widgets follow each other; a change turns the box.
  ///
  /// ```swift
  /// buttons.direction = isNarrow ? .vertical : .horizontal
  /// ```
  public var direction: Direction {
    get {
      withOpaque {
        gtk_orientable_get_orientation($0) == GTK_ORIENTATION_VERTICAL ? .vertical : .horizontal
      }
    }
    set { withOpaque { gtk_orientable_set_orientation($0, newValue.raw) } }
  }

  /// Whether all widgets have the same length in the direction of the box.
  public var isHomogeneous: Bool {
    get { withRaw(as: GtkBox.self) { gtk_box_get_homogeneous($0) != 0 } }
    set { withRaw(as: GtkBox.self) { gtk_box_set_homogeneous($0, newValue ? 1 : 0) } }
  }

  /// Adds a widget at the end.
  ///
  /// - Parameter widget: A widget that is in no other.
  public func append(_ widget: Widget) {
    adopt(widget)
    withRaw(as: GtkBox.self) { box in widget.withRaw { gtk_box_append(box, $0) } }
  }

  /// Removes a widget, if it is in the box.
  ///
  /// - Parameter widget: The widget.
  public func remove(_ widget: Widget) {
    guard widget.parent === self else { return }
    if let popover = widget as? Popover { return popover.detach() }
    widget.releaseFocus()
    withRaw(as: GtkBox.self) { box in widget.withRaw { gtk_box_remove(box, $0) } }
    disown(widget)
  }

  /// Removes all widgets; a ``Popover`` that is attached to the box stays.
  public func removeAll() { for widget in children where !(widget is Popover) { remove(widget) } }
}
#endif
