#if GTK
internal import CGTK

/// A text.
open class Label: Widget {
  /// Where the lines of a text are.
  public enum Alignment: Hashable, Sendable {
    /// At the side where lines begin.
    case start
    /// In the middle.
    case center
    /// At the side where lines end.
    case end
  }

  /// Creates a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - alignment: Where it is in the space of the widget.
  ///   - wraps: Whether long lines are broken; otherwise they end with an ellipsis.
  public init(_ text: String = "", alignment: Alignment = .start, wraps: Bool = false) {
    super.init(gtk_label_new(text))
    withOpaque { label in
      switch alignment {
      case .start: gtk_label_set_xalign(label, 0)
      case .center: gtk_label_set_xalign(label, 0.5)
      case .end: gtk_label_set_xalign(label, 1)
      }
      gtk_label_set_wrap(label, wraps ? 1 : 0)
      if !wraps { gtk_label_set_ellipsize(label, PANGO_ELLIPSIZE_END) }
    }
  }

  /// The text.
  public var text: String {
    get { withOpaque { String(cString: gtk_label_get_text($0)) } }
    set { withOpaque { gtk_label_set_text($0, newValue) } }
  }
}
#endif
