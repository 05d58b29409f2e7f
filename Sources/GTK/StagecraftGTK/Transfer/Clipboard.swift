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
    await read(
      { gdk_clipboard_read_text_async($0, $1, $2, $3) },
      { clipboard, result in
        let text = gdk_clipboard_read_text_finish(clipboard, result, nil)
        defer { g_free(text) }
        return text.map { String(cString: $0) }
      })
  }

  /// Reads the image, which another program may have to send first.
  ///
  /// - Returns: The image; nil if there is none, or the task is cancelled.
  public func texture() async -> Texture? {
    await read(
      { gdk_clipboard_read_texture_async($0, $1, $2, $3) },
      { gdk_clipboard_read_texture_finish($0, $1, nil).map { Texture(taking: $0) } })
  }

  private func read<Value: Sendable>(
    _ start: (
      OpaquePointer, UnsafeMutablePointer<GCancellable>, GAsyncReadyCallback,
      UnsafeMutableRawPointer
    ) -> Void,
    _ finish: @escaping @MainActor (OpaquePointer, OpaquePointer) -> Value?
  ) async -> Value? {
    await AsyncCall.run(
      { cancellable, callback, data in with { start($0, cancellable, callback, data) } },
      { source, result in source.flatMap { finish($0, result) } })
  }
}

extension Widget {
  /// The clipboard of the display on which the widget is.
  public var clipboard: Clipboard { withRaw { Clipboard(gtk_widget_get_clipboard($0)) } }
}
#endif
