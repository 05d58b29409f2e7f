#if GTK
internal import CGTK

extension Widget {
  /// Calls a closure when the widget has received another size, the first one included.
  ///
  /// The size of a window changes when the user resizes, tiles or maximizes it; that of other
  /// widgets also when what is around them changes.
  ///
  /// ```swift
  /// window.view.onResize { [weak self] width, _ in self?.layOut(isNarrow: width < 600) }
  /// ```
  ///
  /// It is called after the frame that has shown the new size. What the closure changes is shown in
  /// the next one.
  ///
  /// - Parameter body: Called with the width and the height in pixels. It must not retain the
  ///   widget.
  public func onResize(_ body: @escaping @MainActor (Int, Int) -> Void) {
    let watch = SizeWatch(of: self, body)
    on("realize") { _ in watch.begin() }
    on("unrealize") { _ in watch.end() }
    watch.begin()
  }
}

@MainActor
private final class SizeWatch {
  private weak var widget: Widget?
  private let body: @MainActor (Int, Int) -> Void
  private var size = (width: 0, height: 0)
  private var frames: SignalConnection?

  init(of widget: Widget, _ body: @escaping @MainActor (Int, Int) -> Void) {
    self.widget = widget
    self.body = body
  }

  /// GTK has no signal for a size; without a change, there is no frame.
  func begin() {
    end()
    widget?.withRaw { raw in
      guard gtk_widget_get_realized(raw) != 0, let clock = gtk_widget_get_frame_clock(raw) else {
        return
      }
      frames = SignalConnection(UnsafeMutableRawPointer(clock), "after-paint") { [weak self] _ in
        self?.compare()
        return nil
      }
    }
  }

  func end() {
    frames?.cancel()
    frames = nil
  }

  private func compare() {
    guard let widget, widget.width > 0, (widget.width, widget.height) != size else { return }
    size = (widget.width, widget.height)
    body(size.width, size.height)
  }
}
#endif
