#if GTK
internal import CGTK

/// A line across the window that says something about its state, with a button.
///
/// Put it between the bar of the window and the content. It is hidden until ``isRevealed`` is set.
///
/// ```swift
/// let banner = Banner("No connection to the library", button: "Try Again") { library.connect() }
/// banner.isRevealed = true
/// ```
open class Banner: Widget {
  /// Called when the button is clicked.
  public var onButton: (@MainActor () -> Void)?

  private let label: Label
  private let button: Button

  /// Creates a line, which is hidden.
  ///
  /// - Parameters:
  ///   - title: The text.
  ///   - button: The label of the button; empty for none.
  ///   - onButton: Called when the button is clicked.
  public init(
    _ title: String, button: String = "", onButton: (@MainActor () -> Void)? = nil
  ) {
    label = Label(title, alignment: .center, wraps: true)
    self.button = Button(button)
    // libadwaita 1.3 has a widget for it.
    super.init(gtk_info_bar_new())
    self.onButton = onButton
    label.expandsHorizontally = true
    self.button.isVisible = !button.isEmpty
    self.button.verticalAlignment = .center
    self.button.onClick = { [weak self] in self?.onButton?() }
    adopt(label)
    adopt(self.button)
    withOpaque { bar in
      label.withRaw { gtk_info_bar_add_child(bar, $0) }
      self.button.withRaw { gtk_info_bar_add_child(bar, $0) }
      gtk_info_bar_set_revealed(bar, 0)
    }
  }

  /// The text.
  public var title: String {
    get { label.text }
    set { label.text = newValue }
  }

  /// The label of the button; empty if there is none.
  public var buttonLabel: String {
    get { button.text }
    set {
      button.text = newValue
      button.isVisible = !newValue.isEmpty
    }
  }

  /// Whether the line is shown; it slides in and out.
  public var isRevealed: Bool {
    get { withOpaque { gtk_info_bar_get_revealed($0) != 0 } }
    set { withOpaque { gtk_info_bar_set_revealed($0, newValue ? 1 : 0) } }
  }
}
#endif
