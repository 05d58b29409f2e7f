internal import CGTK

/// Waits for one frame of a widget's window.
@MainActor
final class FrameWait {
  private var continuation: CheckedContinuation<Void, any Error>?
  private var isOver = false

  static func next(of widget: Widget) async throws {
    let wait = FrameWait()
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
    gtk_widget_add_tick_callback(
      raw,
      { _, _, data in
        nonisolated(unsafe) let data = data!
        onMainThread {
          Unmanaged<FrameWait>.fromOpaque(data).takeUnretainedValue().end(.success(()))
        }
        return 0
      }, data,
      { data in
        nonisolated(unsafe) let data = data!
        // Also called if the widget is destroyed before its next frame.
        onMainThread {
          Unmanaged<FrameWait>.fromOpaque(data).takeRetainedValue()
            .end(.failure(CancellationError()))
        }
      })
  }

  private func end(_ result: Result<Void, any Error>) {
    isOver = true
    continuation?.resume(with: result)
    continuation = nil
  }
}
