#if GTK
internal import CAdwaita
internal import CGTK

/// A widget over which toasts are shown.
///
/// Put the content of a window in it. Toasts are shown one at a time, in their order.
open class ToastOverlay: Widget {
  /// Creates an overlay.
  ///
  /// - Parameter content: The widget below the toasts.
  public init(_ content: Widget? = nil) {
    super.init(adw_toast_overlay_new())
    self.content = content
  }

  /// The widget below the toasts.
  ///
  /// A widget that is set must be in no other.
  public var content: Widget? {
    get { onlyChild }
    set {
      withOpaque { overlay in
        replace(content, with: newValue) { adw_toast_overlay_set_child(overlay, $0) }
      }
    }
  }

  /// Shows a toast, after those that wait.
  ///
  /// - Parameter toast: A toast that was not added before.
  public func add(_ toast: Toast) {
    withOpaque { overlay in toast.handOver { adw_toast_overlay_add_toast(overlay, $0) } }
  }
}
#endif
