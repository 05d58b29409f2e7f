#if WebPages
internal import CGTK
internal import CWebKitGTK
internal import StagecraftGTK

extension WebView {
  /// Runs a script in the page.
  ///
  /// The call keeps the view alive until the script has ended. One that never ends is ended by
  /// ``terminateProcess()``.
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
    try await evaluate(offset.script, in: PageScripts.world)
  }

  @discardableResult
  private func evaluate(_ script: String, in world: String?) async throws -> String {
    try await withCheckedThrowingContinuation { caller in
      run(script, in: world) { caller.resume(with: $0) }
    }
  }

  /// Does not retain the wrapper; a nil world is that of the page.
  ///
  /// Answered once, inside WebKit's answer.
  func run(
    _ script: String, in world: String?,
    _ answer: @escaping @MainActor (Result<String, any Error>) -> Void
  ) {
    runningScripts += 1
    let own = ScriptAnswer { [weak self] result in
      self?.runningScripts -= 1
      answer(result)
    }
    let box = Unmanaged.passRetained(own).toOpaque()
    withRaw(as: WebKitWebView.self) { view in
      webkit_web_view_evaluate_javascript(
        view, script, -1, world, nil, nil,
        { view, result, box in
          // GLib calls it on the main thread.
          nonisolated(unsafe) let (view, result, box) = (view, result, box!)  // guard: see above
          MainActor.assumeIsolated {
            Unmanaged<ScriptAnswer>.fromOpaque(box).takeRetainedValue().finish(view, result)
          }
        }, box)
    }
  }
}

extension WebOffset {
  var script: String { "scrollTo({ left: \(x), top: \(y), behavior: 'instant' });" }
}

@MainActor
private final class ScriptAnswer {
  private let answer: @MainActor (Result<String, any Error>) -> Void

  init(_ answer: @escaping @MainActor (Result<String, any Error>) -> Void) { self.answer = answer }

  func finish(_ view: UnsafeMutablePointer<GObject>?, _ result: OpaquePointer?) {
    var error: UnsafeMutablePointer<GError>?
    let view = UnsafeMutableRawPointer(view)?.assumingMemoryBound(to: WebKitWebView.self)
    if let value = webkit_web_view_evaluate_javascript_finish(view, result, &error) {
      answer(.success(JavaScriptValue.text(value)))
      g_object_unref(UnsafeMutableRawPointer(value))
    } else {
      let message = error.map { String(cString: $0.pointee.message) } ?? "The script failed."
      g_clear_error(&error)
      answer(.failure(WebViewError(message)))
    }
  }
}
#endif
