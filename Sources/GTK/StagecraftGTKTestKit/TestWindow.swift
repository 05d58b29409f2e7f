#if GTK
internal import CGTK
public import StagecraftGTK

/// A plain window around one widget, for tests.
public final class TestWindow: Widget {
  /// Creates a window, which is not shown.
  ///
  /// - Parameters:
  ///   - content: The widget in it.
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  ///   - owner: The window over which this one is modal.
  public init(
    _ content: Widget, width: Int = 600, height: Int = 400, modalOver owner: TestWindow? = nil
  ) {
    super.init(gtk_window_new())
    adopt(content)
    withRaw(as: GtkWindow.self) { window in
      gtk_window_set_default_size(window, Int32(width), Int32(height))
      content.withRaw { gtk_window_set_child(window, $0) }
      owner?.withRaw(as: GtkWindow.self) {
        gtk_window_set_transient_for(window, $0)
        gtk_window_set_modal(window, 1)
      }
    }
  }

  /// Shows the window, and waits until it has drawn its content.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func open() async throws {
    withRaw(as: GtkWindow.self) { gtk_window_present($0) }
    try await nextFrames(2)
  }

  /// Destroys the window and the widgets in it.
  public func close() {
    withRaw(as: GtkWindow.self) { gtk_window_destroy($0) }
    for child in children { disown(child) }
  }

  /// Whether the user works with this window.
  public var isActive: Bool { withRaw(as: GtkWindow.self) { gtk_window_is_active($0) != 0 } }
}
#endif
