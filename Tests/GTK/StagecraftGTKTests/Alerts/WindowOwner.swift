#if GTK
import CGTK
import StagecraftGTK

/// The window over which another one is.
@MainActor
func owner(of window: Widget) -> UnsafeMutablePointer<GtkWidget>? {
  window.withRaw(as: GtkWindow.self) { window in
    gtk_window_get_transient_for(window).map {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWidget.self)
    }
  }
}
#endif
