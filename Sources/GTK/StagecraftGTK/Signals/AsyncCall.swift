#if GTK
internal import CGTK

/// One asynchronous function of GLib's, which a task awaits; cancelling the task cancels it.
@MainActor
final class AsyncCall {
  typealias Start = (
    UnsafeMutablePointer<GCancellable>, GAsyncReadyCallback, UnsafeMutableRawPointer
  ) -> Void

  private let cancellable: ObjectReference
  private var finish: (@MainActor (OpaquePointer?, OpaquePointer) -> Void)?

  private init() {
    let raw = UnsafeMutableRawPointer(g_cancellable_new()!)
    cancellable = ObjectReference(raw)
    g_object_unref(raw)
  }

  private func cancel() { cancellable.withRaw(as: GCancellable.self) { g_cancellable_cancel($0) } }

  /// `finish` receives the object that has called the function, and the result.
  static func run<Value: Sendable>(
    _ start: Start, _ finish: @escaping @MainActor (OpaquePointer?, OpaquePointer) -> Value
  ) async -> Value {
    let call = AsyncCall()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Value, Never>) in
        call.finish = { continuation.resume(returning: finish($0, $1)) }
        let data = Unmanaged.passRetained(call).toOpaque()
        call.cancellable.withRaw(as: GCancellable.self) { cancellable in
          start(
            cancellable,
            { source, result, data in
              nonisolated(unsafe) let (source, result, data) =  // guard: `onMainThread`
                (source, result!, data!)
              onMainThread {
                let call = Unmanaged<AsyncCall>.fromOpaque(data).takeRetainedValue()
                call.finish?(source.map { OpaquePointer($0) }, result)
              }
            }, data)
        }
      }
    } onCancel: {
      // On the main thread, where the function is.
      Task { @MainActor in call.cancel() }
    }
  }
}
#endif
