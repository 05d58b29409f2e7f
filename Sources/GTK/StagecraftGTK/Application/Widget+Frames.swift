#if GTK
internal import CGTK

extension Widget {
  /// Calls a closure before the layout of the next frame, and of the following ones while it
  /// returns true.
  ///
  /// Unlike ``nextFrames(_:)``, it does not keep the wrapper alive: it is dropped with it.
  func onFrame(_ body: @escaping @MainActor () -> Bool) {
    withRaw { raw in
      _ = gtk_widget_add_tick_callback(
        raw, { HeldClosure.call($2) }, HeldClosure.hold { _ in body() },
        { HeldClosure.release($0) })
    }
  }
}
#endif
