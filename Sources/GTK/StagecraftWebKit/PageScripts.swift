#if WebPages
internal import CGTK
internal import CStageGTK
internal import CWebKitGTK
internal import StagecraftGTK

/// Reports how far a page is scrolled, from a world of its own: the scripts of the page neither see
/// nor disturb it.
///
/// It does not run in pages for which scripts are disabled.
@MainActor
final class PageScripts {
  static let world = "stagecraft"

  var onScroll: (@MainActor (WebOffset) -> Void)?

  private let manager: OpaquePointer

  /// Reported after a frame, so that a fast gesture does not send a message for each of its events.
  private static let script = """
    (() => {
      let isDue = false;
      addEventListener('scroll', () => {
        if (isDue) return;
        isDue = true;
        requestAnimationFrame(() => {
          isDue = false;
          webkit.messageHandlers.stagecraft.postMessage(scrollX + ' ' + scrollY);
        });
      }, { passive: true });
    })();
    """

  init() {
    manager = webkit_user_content_manager_new()
    WidgetCensus.shared.made(UnsafeMutableRawPointer(manager))
    webkit_user_content_manager_register_script_message_handler(
      manager, "stagecraft", Self.world)
    let script = webkit_user_script_new_for_world(
      Self.script, WEBKIT_USER_CONTENT_INJECT_TOP_FRAME,
      WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START, Self.world, nil, nil)
    webkit_user_content_manager_add_script(manager, script)
    webkit_user_script_unref(script)
    _ = SignalConnection(
      UnsafeMutableRawPointer(manager), "script-message-received::stagecraft"
    ) { [weak self] parameters in
      self?.received(parameters.object(0))
      return nil
    }
  }

  isolated deinit { g_object_unref(UnsafeMutableRawPointer(manager)) }

  func withRaw<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    defer { withExtendedLifetime(self) {} }
    return body(manager)
  }

  private func received(_ value: UnsafeMutableRawPointer?) {
    guard let value else { return }
    let text = JavaScriptValue.text(OpaquePointer(value))
    let numbers = text.split(separator: " ").compactMap { Double($0) }
    if numbers.count == 2 { onScroll?(WebOffset(x: numbers[0], y: numbers[1])) }
  }
}

enum JavaScriptValue {
  static func text(_ value: OpaquePointer) -> String {
    guard let text = jsc_value_to_string(value) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }
}
#endif
