#if GTK
internal import CGTK
internal import CStageGTK

/// A widget in a small frame beside another one, until the user clicks elsewhere.
///
/// A ``MenuButton`` opens it, or the program after ``attach(to:)``.
open class Popover: Widget {
  /// Called when it has been closed.
  public var onClose: (@MainActor () -> Void)?

  /// Creates a popover, which is closed.
  ///
  /// - Parameters:
  ///   - content: The widget in it.
  ///   - hasArrow: Whether an arrow points to the widget beside which it is.
  public init(_ content: Widget? = nil, hasArrow: Bool = true) {
    super.init(gtk_popover_new())
    withRaw(as: GtkPopover.self) { gtk_popover_set_has_arrow($0, hasArrow ? 1 : 0) }
    self.content = content
    on("closed") { [weak self] _ in self?.onClose?() }
  }

  /// The widget in it.
  ///
  /// A widget that is set must be in no other.
  public var content: Widget? {
    get { onlyChild }
    set {
      withRaw(as: GtkPopover.self) { popover in
        replace(content, with: newValue) { gtk_popover_set_child(popover, $0) }
      }
    }
  }

  /// Puts the popover beside a widget that is no menu button.
  ///
  /// The widget retains it.
  ///
  /// - Parameter widget: A container such as a ``Box`` or a ``Bin``, or a ``Button``.
  /// - Precondition: The popover is in no other widget, and the widget lays out its children with a
  ///   layout manager, which GTK needs for popovers.
  public func attach(to widget: Widget) {
    require(
      widget.withRaw { gtk_widget_get_layout_manager($0) } != nil,
      "“\(widget.name)” does not lay out popovers. Attach it to a box, or to a button.")
    widget.adopt(self)
    widget.withRaw { widget in withRaw { stage_popover_attach($0, widget) } }
  }

  /// Removes the popover from the widget to which it was attached.
  public func detach() {
    guard let parent, !(parent is MenuButton) else { return }
    releaseFocus()
    popDown()
    parent.withRaw { parent in withRaw { stage_popover_detach($0, parent) } }
    parent.disown(self)
  }

  /// Whether it is open.
  public var isOpen: Bool { isVisible }

  /// Opens the popover.
  ///
  /// - Precondition: It is attached to a widget, or the popover of a ``MenuButton``.
  public func popUp() {
    require(parent != nil, "The popover is beside no widget. Attach it to one first.")
    parent?.ensureFocusInWindow()
    withRaw(as: GtkPopover.self) { gtk_popover_popup($0) }
  }

  /// Closes the popover.
  public func popDown() { withRaw(as: GtkPopover.self) { gtk_popover_popdown($0) } }
}
#endif
