#if GTK
internal import CGTK

/// An icon, or an image of a fixed size.
open class Image: Widget {
  /// Creates an image of an icon.
  ///
  /// - Parameters:
  ///   - icon: The name of an icon of the theme, such as `starred-symbolic`.
  ///   - size: The size in pixels; nil for that of icons beside texts.
  ///   - label: What assistive technologies say instead of it; empty if it is only an ornament.
  public init(_ icon: String = "", size: Int? = nil, label: String = "") {
    super.init(gtk_image_new())
    self.icon = icon
    self.size = size
    if !label.isEmpty { setAccessibleLabel(label) }
  }

  /// Creates an image of a texture.
  ///
  /// - Parameters:
  ///   - texture: The texture.
  ///   - size: The size in pixels; nil for that of icons beside texts.
  ///   - label: What assistive technologies say instead of it; empty if it is only an ornament.
  public convenience init(_ texture: Texture, size: Int? = nil, label: String = "") {
    self.init("", size: size, label: label)
    show(texture)
  }

  /// The name of the icon; empty if there is none.
  public var icon: String {
    get { withOpaque { gtk_image_get_icon_name($0).map { String(cString: $0) } ?? "" } }
    set {
      withOpaque {
        guard !newValue.isEmpty else { return gtk_image_clear($0) }
        gtk_image_set_from_icon_name($0, newValue)
      }
    }
  }

  /// Shows a texture instead of an icon.
  ///
  /// - Parameter texture: The texture.
  public func show(_ texture: Texture) {
    withOpaque { image in texture.withPaintable { gtk_image_set_from_paintable(image, $0) } }
  }

  /// The size in pixels; nil for that of icons beside texts.
  public var size: Int? {
    get {
      let size = withOpaque { gtk_image_get_pixel_size($0) }
      return size < 0 ? nil : Int(size)
    }
    set {
      let size = newValue.map { pixels($0) } ?? -1
      withOpaque { gtk_image_set_pixel_size($0, size) }
    }
  }
}
#endif
