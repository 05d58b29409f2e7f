#if GTK
internal import CAdwaita
internal import CGTK

/// A place for one widget, with a maximum width.
open class Clamp: Widget {
  /// Creates a place.
  ///
  /// - Parameters:
  ///   - content: The widget in it.
  ///   - maximumWidth: The largest width of the widget in pixels.
  public init(_ content: Widget? = nil, maximumWidth: Int = 600) {
    super.init(adw_clamp_new())
    self.maximumWidth = maximumWidth
    self.content = content
  }

  /// The largest width of the widget in pixels.
  public var maximumWidth: Int {
    get { withOpaque { Int(adw_clamp_get_maximum_size($0)) } }
    set {
      let width = pixels(newValue)
      withOpaque {
        adw_clamp_set_maximum_size($0, width)
        // From here on the widget grows slower than its place.
        adw_clamp_set_tightening_threshold($0, min(width, max(width / 3 * 2, 400)))
      }
    }
  }

  /// The widget in the place.
  ///
  /// A widget that is set must be in no other.
  public var content: Widget? {
    get { onlyChild }
    set {
      withOpaque { clamp in
        replace(content, with: newValue) { adw_clamp_set_child(clamp, $0) }
      }
    }
  }
}
#endif
