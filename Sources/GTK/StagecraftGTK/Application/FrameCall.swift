#if GTK
internal import CGTK

extension Widget {
  /// Calls a closure before the layout of the next frame, and of the following ones while it
  /// returns true.
  ///
  /// Unlike ``nextFrames(_:)``, it does not keep the wrapper alive: it is dropped with it.
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

@MainActor
private final class FrameCall {
  let body: @MainActor () -> Bool
  init(_ body: @escaping @MainActor () -> Bool) { self.body = body }
}
#endif
