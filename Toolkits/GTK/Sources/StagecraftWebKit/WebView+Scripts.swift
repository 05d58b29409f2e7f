internal import CGTK
internal import CWebKitGTK
internal import StagecraftGTK

extension WebView {
  /// Runs a script in the page.
  ///
  /// - Parameter script: The script, whose last expression is the result.
  /// - Returns: The result as text.
  /// - Throws: ``WebViewError`` if the script fails, or the process of the page ends.
  @discardableResult
  public func evaluate(_ script: String) async throws -> String {
    try await evaluate(script, in: nil)
  }

  /// Scrolls the page.
  ///
  /// - Parameter offset: How far.
  /// - Throws: ``WebViewError`` if the process of the page ends.
  public func scroll(to offset: WebOffset) async throws {
    try await evaluate(
      "scrollTo({ left: \(offset.x), top: \(offset.y), behavior: 'instant' });",
      in: PageScripts.world)
  }

  @discardableResult
  private func evaluate(_ script: String, in world: String?) async throws -> String {
    try await withCheckedThrowingContinuation { caller in
      let box = Unmanaged.passRetained(ScriptCaller(caller)).toOpaque()
      withRaw(as: WebKitWebView.self) { view in
        webkit_web_view_evaluate_javascript(
          view, script, -1, world, nil, nil,
          { view, result, box in
            // GLib calls it on the main thread.
            nonisolated(unsafe) let (view, result, box) = (view, result, box!)  // guard: see above
            MainActor.assumeIsolated {
              Unmanaged<ScriptCaller>.fromOpaque(box).takeRetainedValue().finish(view, result)
            }
          }, box)
      }
    }
  }
}

/// Awaits the result of a script.
@MainActor
private final class ScriptCaller {
  private let continuation: CheckedContinuation<String, any Error>

  init(_ continuation: CheckedContinuation<String, any Error>) { self.continuation = continuation }

  func finish(_ view: UnsafeMutablePointer<GObject>?, _ result: OpaquePointer?) {
    var error: UnsafeMutablePointer<GError>?
    let view = UnsafeMutableRawPointer(view)?.assumingMemoryBound(to: WebKitWebView.self)
    if let value = webkit_web_view_evaluate_javascript_finish(view, result, &error) {
      continuation.resume(returning: JavaScriptValue.text(value))
      g_object_unref(UnsafeMutableRawPointer(value))
    } else {
      let message = error.map { String(cString: $0.pointee.message) } ?? "The script failed."
      g_clear_error(&error)
      continuation.resume(throwing: WebViewError(message))
    }
  }
}
