#if GTK
internal import CGTK

@MainActor
final class FrameWait {
  private var continuation: CheckedContinuation<Void, any Error>?
  private var isOver = false
  /// GTK's number of the callback; 0 if there is none.
  private var callback: UInt32 = 0

  static func next(of widget: Widget) async throws {
    // Without a window, there would be no frame and no end.
    guard widget.withRaw({ gtk_widget_get_root($0) }) != nil else { throw CancellationError() }
    let wait = FrameWait()
    // GTK drops callbacks only with the widget, which may be removed from its window before.
    let removal = widget.on("notify::root") { [weak widget] _ in
      let isInWindow = widget?.withRaw { gtk_widget_get_root($0) != nil } == true
      if !isInWindow { wait.end(.failure(CancellationError())) }
    }
    let end = widget.on("unrealize") { _ in wait.end(.failure(CancellationError())) }
    defer {
      removal.cancel()
      end.cancel()
      widget.withRaw { wait.remove($0) }
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Void, any Error>) in
        guard !wait.isOver, !Task.isCancelled else {
          return continuation.resume(throwing: CancellationError())
        }
        wait.continuation = continuation
        widget.withRaw { wait.begin($0) }
      }
    } onCancel: {
      Task { @MainActor in wait.end(.failure(CancellationError())) }
    }
  }

  private func begin(_ raw: UnsafeMutablePointer<GtkWidget>) {
    let data = Unmanaged.passRetained(self).toOpaque()
    callback = gtk_widget_add_tick_callback(
      raw,
      { _, _, data in
        nonisolated(unsafe) let data = data!  // guard: frames are drawn on the main thread
        onMainThread {
          Unmanaged<FrameWait>.fromOpaque(data).takeUnretainedValue().end(.success(()))
        }
        return 0
      }, data,
      { data in
        nonisolated(unsafe) let data = data!  // guard: widgets end on the main thread
        // Also called if the widget is destroyed before its next frame.
        onMainThread {
          Unmanaged<FrameWait>.fromOpaque(data).takeRetainedValue().wasRemoved()
        }
      })
  }

  private func remove(_ raw: UnsafeMutablePointer<GtkWidget>) {
    if callback != 0 { gtk_widget_remove_tick_callback(raw, callback) }
  }

  private func wasRemoved() {
    callback = 0
    end(.failure(CancellationError()))
  }

  private func end(_ result: Result<Void, any Error>) {
    isOver = true
    continuation?.resume(with: result)
    continuation = nil
  }
}
#endif
