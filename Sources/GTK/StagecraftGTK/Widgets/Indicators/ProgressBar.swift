#if GTK
internal import CGTK

/// How far something has come.
open class ProgressBar: Widget {
  /// Creates a bar.
  ///
  /// - Parameters:
  ///   - fraction: How far it is, from 0 to 1.
  ///   - label: What assistive technologies call it.
  public init(_ fraction: Double = 0, label: String = "") {
    super.init(gtk_progress_bar_new())
    if !label.isEmpty { setAccessibleLabel(label) }
    self.fraction = fraction
  }

  /// How far it is, from 0 to 1.
  public var fraction: Double {
    get { withOpaque { gtk_progress_bar_get_fraction($0) } }
    set { withOpaque { gtk_progress_bar_set_fraction($0, min(max(newValue, 0), 1)) } }
  }

  /// The text at the bar; empty for none.
  public var text: String {
    get { withOpaque { gtk_progress_bar_get_text($0).map { String(cString: $0) } ?? "" } }
    set {
      withOpaque {
        gtk_progress_bar_set_text($0, newValue.isEmpty ? nil : newValue)
        gtk_progress_bar_set_show_text($0, newValue.isEmpty ? 0 : 1)
      }
    }
  }

  /// Moves a block a little, to show that something goes on whose end is unknown.
  public func pulse() { withOpaque { gtk_progress_bar_pulse($0) } }
}
#endif
