#if GTK
public import CGTK

/// A window over another one, which closes by itself: with its button, or with Escape.
///
/// It is modal: the window below does not react to the user. When the window below closes, this one
/// closes, too. While it is on the screen, it need not be retained.
open class SecondaryWindow: Widget {
  /// Called when the window has closed.
  public var onClose: (@MainActor () -> Void)?

  private(set) static var open: [SecondaryWindow] = []

  /// To the window below: this one closes with it.
  private var below: SignalConnection?

  /// Wraps a window.
  ///
  /// - Parameter makeWindow: A new widget of the type `GtkWindow`, or of a subclass.
  public override init(_ makeWindow: @autoclosure () -> UnsafeMutablePointer<GtkWidget>?) {
    super.init(makeWindow())
    onAsked("close-request") { [weak self] _ in
      // Later: the window is still at work.
      Task { self?.close() }
      return true
    }
    on("map") { _ in DialogSession.modalWindowAppeared() }
  }

  isolated deinit { withRaw(as: GtkWindow.self) { gtk_window_destroy($0) } }

  /// Whether the window is on the screen.
  public var isOpen: Bool { Self.open.contains { $0 === self } }

  /// Shows the window.
  ///
  /// - Parameter widget: A widget in the window below.
  public func present(over widget: Widget) {
    below?.cancel()
    below = nil
    if let parent = DialogParent.window(of: widget) {
      withRaw(as: GtkWindow.self) { window in
        parent.withRaw(as: GtkWindow.self) { gtk_window_set_transient_for(window, $0) }
        gtk_window_set_modal(window, 1)
        // Otherwise, as for libadwaita's, GTK keeps a pointer to the window below after its end.
        gtk_window_set_destroy_with_parent(window, 0)
      }
      below = parent.withRaw(as: GObject.self) {
        SignalConnection(UnsafeMutableRawPointer($0), "unmap") { [weak self] _ in
          Task { self?.close() }
          return nil
        }
      }
    }
    if !isOpen { Self.open.append(self) }
    withRaw(as: GtkWindow.self) { gtk_window_present($0) }
  }

  /// Closes the window, if it is on the screen.
  public func close() {
    guard isOpen else { return }
    Self.open.removeAll { $0 === self }
    below?.cancel()
    below = nil
    releaseFocus()
    isVisible = false
    onClose?()
  }
}
#endif
