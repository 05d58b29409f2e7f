#if GTK
internal import CAdwaita
internal import CGTK

/// A place for one widget, or none.
open class Bin: Widget {
  /// Creates a place.
  ///
  /// - Parameter content: The widget in it.
  public init(_ content: Widget? = nil) {
    super.init(adw_bin_new())
    self.content = content
  }

  /// The widget in it.
  ///
  /// A widget that is set must be in no other.
  public var content: Widget? {
    get { onlyChild }
    set {
      withRaw(as: AdwBin.self) { bin in
        replace(content, with: newValue) { adw_bin_set_child(bin, $0) }
      }
    }
  }
}
#endif
