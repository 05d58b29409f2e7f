#if GTK
internal import CGTK

/// A line between widgets.
open class Separator: Widget {
  /// Creates a line.
  ///
  /// - Parameter direction: The direction of the line.
  public init(_ direction: Box.Direction = .horizontal) {
    super.init(gtk_separator_new(direction.raw))
  }
}
#endif
