#if GTK
internal import CGTK

extension Widget {
  /// Calls a closure in the next frame of the window, before it is laid out, and again in the
  /// following ones for as long as it returns true.
  ///
  /// Unlike ``nextFrames(_:)`` this does not keep the wrapper alive: the call is dropped with the
  /// widget.
  ///
  /// - Parameter body: Returns whether it is called again. It must not retain the widget.
  func onFrame(_ body: @escaping @MainActor () -> Bool) {
    let data = Unmanaged.passRetained(FrameCall(body)).toOpaque()
    withRaw { raw in
      _ = gtk_widget_add_tick_callback(
        raw,
        { _, _, data in
          nonisolated(unsafe) let data = data!  // guard: frames are drawn on the main thread
          return onMainThread {
            Unmanaged<FrameCall>.fromOpaque(data).takeUnretainedValue().body() ? 1 : 0
          }
        }, data,
        { data in
          nonisolated(unsafe) let data = data!  // guard: widgets end on the main thread
          onMainThread { Unmanaged<FrameCall>.fromOpaque(data).release() }
        })
    }
  }
}

/// What a frame calls.
@MainActor
private final class FrameCall {
  let body: @MainActor () -> Bool
  init(_ body: @escaping @MainActor () -> Bool) { self.body = body }
}
#endif
