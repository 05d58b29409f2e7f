#if Maps && WebPages
import CGTK
import StagecraftGTK

/// Measures the processor time that a window spends on painting, as opposed to what a page turn
/// itself costs: with a software renderer, painting is most of a frame.
@MainActor
final class PaintMeter {
  private(set) var processor = 0.0
  private var start: Double?

  init(_ window: Widget) {
    window.withRaw { raw in
      guard let clock = gtk_widget_get_frame_clock(raw) else { return }
      let object = UnsafeMutableRawPointer(clock)
      // GTK's own handlers run before these: the layout is done, and then the window is painted.
      for signal in ["before-paint", "update", "layout"] {
        _ = SignalConnection(object, signal) { [weak self] _ in
          self?.start = Clock.thread
          return nil
        }
      }
      _ = SignalConnection(object, "paint") { [weak self] _ in
        guard let self, let start else { return nil }
        processor += Clock.thread - start
        self.start = nil
        return nil
      }
    }
  }
}
#endif
