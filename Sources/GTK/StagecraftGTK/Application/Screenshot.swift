#if GTK
internal import CGTK

/// A picture of a widget, as it is drawn.
///
/// ```swift
/// let isShown = await MainLoop.until { orders.appearance == .visible }
/// if isShown {
///   try await window.view.nextFrames(2)
///   _ = Screenshot(of: window.view)?.write(to: "orders.png")
/// }
/// ```
@MainActor
public struct Screenshot {
  /// The picture as an image, for a ``Picture`` or the ``Clipboard``.
  public let texture: Texture
  /// The width in pixels.
  public var width: Int { texture.width }
  /// The height in pixels.
  public var height: Int { texture.height }

  /// Takes a picture; nil if the widget has not been drawn.
  ///
  /// - Parameter widget: A widget in a window that has drawn it.
  public init?(of widget: Widget) {
    let texture: OpaquePointer? = widget.withRaw { raw in
      guard let native = gtk_widget_get_native(raw), let renderer = gtk_native_get_renderer(native)
      else { return nil }
      let paintable = gtk_widget_paintable_new(raw)!
      defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
      let snapshot = gtk_snapshot_new()!
      gdk_paintable_snapshot(
        paintable, snapshot, Double(gtk_widget_get_width(raw)), Double(gtk_widget_get_height(raw)))
      guard let node = gtk_snapshot_free_to_node(snapshot) else { return nil }
      defer { gsk_render_node_unref(node) }
      return gsk_renderer_render_texture(renderer, node, nil)
    }
    guard let texture else { return nil }
    self.texture = Texture(taking: texture, wasShown: true)
  }

  /// Writes the picture to a file.
  ///
  /// - Parameter path: The path of a PNG file.
  /// - Returns: Whether the file was written.
  public func write(to path: String) -> Bool {
    texture.withRaw { gdk_texture_save_to_png($0, path) != 0 }
  }

  /// The colours of the picture, four bytes a pixel: blue, green, red, opacity.
  public var pixels: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: width * height * 4) { buffer, count in
      texture.withRaw { gdk_texture_download($0, buffer.baseAddress, gsize(width * 4)) }
      count = width * height * 4
    }
  }
}
#endif
