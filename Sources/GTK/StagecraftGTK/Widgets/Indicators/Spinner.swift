#if GTK
internal import CGTK

/// A sign that something goes on, which turns.
open class Spinner: Widget {
  /// Creates a sign.
  ///
  /// - Parameters:
  ///   - isSpinning: Whether it turns.
  ///   - label: What assistive technologies call it.
  public init(isSpinning: Bool = true, label: String = "") {
    super.init(gtk_spinner_new())
    if !label.isEmpty { setAccessibleLabel(label) }
    self.isSpinning = isSpinning
  }

  /// Whether it turns; one that does not is invisible.
  public var isSpinning: Bool {
    get { withOpaque { gtk_spinner_get_spinning($0) != 0 } }
    set { withOpaque { gtk_spinner_set_spinning($0, newValue ? 1 : 0) } }
  }
}
#endif
