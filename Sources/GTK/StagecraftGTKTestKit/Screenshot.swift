#if GTK
internal import CGTK
public import StagecraftGTK

/// A picture of a widget, as it is drawn.
@MainActor
public struct Screenshot {
  private let texture: GObjectBox
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int

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
    self.texture = GObjectBox(texture)
    width = Int(gdk_texture_get_width(texture))
    height = Int(gdk_texture_get_height(texture))
  }

  /// Writes the picture to a file.
  ///
  /// - Parameter path: The path of a PNG file.
  /// - Returns: Whether the file was written.
  public func write(to path: String) -> Bool {
    gdk_texture_save_to_png(texture.object, path) != 0
  }

  /// The colours of the picture, four bytes a pixel: blue, green, red, opacity.
  public var pixels: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: width * height * 4) { buffer, count in
      gdk_texture_download(texture.object, buffer.baseAddress, gsize(width * 4))
      count = width * height * 4
    }
  }

  /// The number of different colours.
  public var colorCount: Int {
    let pixels = pixels
    var colors: Set<UInt32> = []
    for start in stride(from: 0, to: pixels.count, by: 4) {
      colors.insert(
        UInt32(pixels[start]) << 16 | UInt32(pixels[start + 1]) << 8 | UInt32(pixels[start + 2]))
    }
    return colors.count
  }
}

/// Owns a reference to an object.
@MainActor
private final class GObjectBox {
  let object: OpaquePointer
  init(_ object: OpaquePointer) { self.object = object }
  isolated deinit { g_object_unref(UnsafeMutableRawPointer(object)) }
}
#endif
