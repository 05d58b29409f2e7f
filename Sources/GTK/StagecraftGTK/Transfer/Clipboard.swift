#if GTK
internal import CGTK

/// What the user has copied, in this program or another one.
///
/// ```swift
/// let clipboard = view.clipboard
/// clipboard.set("library://title/17")
/// let text = await clipboard.text()
/// ```
@MainActor
public struct Clipboard {
  private let clipboard: ObjectReference

  fileprivate init(_ clipboard: OpaquePointer) {
    self.clipboard = ObjectReference(UnsafeMutableRawPointer(clipboard))
  }

  private func with<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    clipboard.withRaw(as: GObject.self) { body(OpaquePointer($0)) }
  }

  /// Whether this program has set what is there.
  public var isOwn: Bool { with { gdk_clipboard_is_local($0) != 0 } }

  /// Copies a text.
  ///
  /// - Parameter text: The text.
  public func set(_ text: String) { with { gdk_clipboard_set_text($0, text) } }

  /// Copies an image.
  ///
  /// - Parameter texture: The image.
  public func set(_ texture: Texture) {
    with { clipboard in texture.withRaw { gdk_clipboard_set_texture(clipboard, $0) } }
  }

  /// Reads the text, which another program may have to send first.
  ///
  /// - Returns: The text; nil if there is none, or the task is cancelled.
  public func text() async -> String? {
    let call = ClipboardCall()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        call.continuation = continuation
        let data = Unmanaged.passRetained(call).toOpaque()
        call.cancellable.withRaw(as: GCancellable.self) { cancellable in
          with { clipboard in
            gdk_clipboard_read_text_async(
              clipboard, cancellable,
              { source, result, data in
                nonisolated(unsafe) let (source, result, data) =  // guard: `onMainThread`
                  (source, result, data!)
                onMainThread {
                  let text = gdk_clipboard_read_text_finish(OpaquePointer(source), result, nil)
                  defer { g_free(text) }
                  Unmanaged<ClipboardCall>.fromOpaque(data).takeRetainedValue().continuation?
                    .resume(returning: text.map { String(cString: $0) })
                }
              }, data)
          }
        }
      }
    } onCancel: {
      // On GTK's thread, which reads.
      Task { @MainActor in call.cancel() }
    }
  }
}

@MainActor
private final class ClipboardCall {
  let cancellable: ObjectReference
  var continuation: CheckedContinuation<String?, Never>?

  init() {
    let raw = UnsafeMutableRawPointer(g_cancellable_new()!)
    cancellable = ObjectReference(raw)
    g_object_unref(raw)
  }

  func cancel() { cancellable.withRaw(as: GCancellable.self) { g_cancellable_cancel($0) } }
}

extension Widget {
  /// The clipboard of the display on which the widget is.
  public var clipboard: Clipboard { withRaw { Clipboard(gtk_widget_get_clipboard($0)) } }
}
#endif
