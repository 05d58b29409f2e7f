#if GTK
internal import CGTK

/// An image that is ready to be shown, by a ``Picture`` for example.
///
/// It is immutable, and may be drawn and decoded on any thread. After it was shown, it is released
/// on the main thread, which renders it. A list that shows covers draws them in tasks, and keeps
/// them in a cache that counts their ``byteCount``:
///
/// ```swift
/// picture.texture = await Texture.drawn(width: 200, height: 300) { canvas in
///   canvas.paint(Color(0x1a5fb4))
/// }
/// ```
public final class Texture: @unchecked Sendable {  // guard: immutable, counted atomically
  private let texture: OpaquePointer
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int

  /// The memory that the image takes, with four bytes a pixel.
  public var byteCount: Int { width * height * 4 }

  /// Takes over a reference.
  init(taking texture: OpaquePointer) {
    self.texture = texture
    width = Int(gdk_texture_get_width(texture))
    height = Int(gdk_texture_get_height(texture))
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(texture)) }

  /// Draws an image, on the thread of the caller.
  ///
  /// What is not drawn is transparent.
  ///
  /// - Parameters:
  ///   - width: The width of the canvas.
  ///   - height: The height of the canvas.
  ///   - scale: The number of pixels for a unit of the canvas: 2 on a screen with twice the usual
  ///     density.
  ///   - draw: Draws the image.
  /// - Throws: What the closure throws.
  /// - Precondition: The width and the height in pixels are between 1 and 32767.
  public convenience init<Failure: Error>(
    width: Int, height: Int, scale: Double = 1, draw: (Canvas) throws(Failure) -> Void
  ) throws(Failure) {
    let pixels = (Double(width) * scale).rounded(.up)
    let rows = (Double(height) * scale).rounded(.up)
    let limit = Double(Int16.max)
    require(
      pixels >= 1 && pixels <= limit && rows >= 1 && rows <= limit,
      "The width and the height of a texture are between 1 and \(Int(limit)) pixels, not "
        + "\(pixels) and \(rows).")
    let count = Int(rows) * Int(pixels) * 4
    let data = g_malloc0(gsize(count))!
    let surface = cairo_image_surface_create_for_data(
      data.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(pixels), Int32(rows),
      Int32(pixels) * 4)
    let context = cairo_create(surface)!
    func finish() {
      cairo_destroy(context)
      cairo_surface_finish(surface)
      cairo_surface_destroy(surface)
    }
    cairo_scale(context, scale, scale)
    let canvas = Canvas(context, width: Double(width), height: Double(height))
    do {
      try draw(canvas)
    } catch {
      canvas.end()
      finish()
      g_free(data)
      throw error
    }
    canvas.end()
    finish()
    let bytes = g_bytes_new_take(data, gsize(count))
    defer { g_bytes_unref(bytes) }
    self.init(
      taking: gdk_memory_texture_new(
        Int32(pixels), Int32(rows), GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes,
        gsize(Int(pixels) * 4))!)
  }

  /// Draws an image off the main thread.
  ///
  /// - Parameters:
  ///   - width: The width of the canvas.
  ///   - height: The height of the canvas.
  ///   - scale: The number of pixels for a unit of the canvas.
  ///   - draw: Draws the image.
  /// - Returns: The image.
  /// - Throws: What the closure throws.
  /// - Precondition: The width and the height in pixels are between 1 and 32767.
  @concurrent
  public static func drawn<Failure: Error>(
    width: Int, height: Int, scale: Double = 1,
    _ draw: @Sendable (Canvas) throws(Failure) -> Void
  ) async throws(Failure) -> Texture {
    try Texture(width: width, height: height, scale: scale, draw: draw)
  }

  /// Decodes an image, on the thread of the caller.
  ///
  /// - Parameter bytes: A file in the format PNG, JPEG or TIFF, or another one for which there is
  ///   a loader of gdk-pixbuf.
  /// - Throws: The reason for which the bytes are no image.
  public convenience init(decoding bytes: some Collection<UInt8>) throws(TextureError) {
    let copy =
      bytes.withContiguousStorageIfAvailable { g_bytes_new($0.baseAddress, gsize($0.count)) }
      ?? Array(bytes).withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    defer { g_bytes_unref(copy) }
    var error: UnsafeMutablePointer<GError>?
    guard let texture = gdk_texture_new_from_bytes(copy, &error) else {
      defer { g_error_free(error) }
      throw TextureError(
        byteCount: bytes.count,
        reason: error.flatMap { $0.pointee.message.map { String(cString: $0) } } ?? "")
    }
    self.init(taking: texture)
  }

  /// Decodes an image off the main thread.
  ///
  /// - Parameter bytes: A file in the format PNG, JPEG or TIFF, or another one for which there is
  ///   a loader of gdk-pixbuf.
  /// - Returns: The image.
  /// - Throws: The reason for which the bytes are no image.
  @concurrent
  public static func decoded(_ bytes: some Collection<UInt8> & Sendable) async throws(TextureError)
    -> Texture
  {
    try Texture(decoding: bytes)
  }

  /// Returns the image as a file in the format PNG.
  ///
  /// - Returns: The bytes of the file.
  public func pngBytes() -> [UInt8] {
    withRaw { texture in
      let bytes = gdk_texture_save_to_png_bytes(texture)
      defer { g_bytes_unref(bytes) }
      var count = gsize(0)
      let data = g_bytes_get_data(bytes, &count)
      return [UInt8](UnsafeRawBufferPointer(start: data, count: Int(count)))
    }
  }

  func withRaw<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    defer { withExtendedLifetime(self) {} }
    return body(texture)
  }
}

/// Bytes that are no image.
public struct TextureError: Error, Hashable, CustomStringConvertible {
  /// The number of bytes.
  public var byteCount: Int
  /// What the decoder says.
  public var reason: String

  /// A sentence for people who develop the program.
  public var description: String { "The image of \(byteCount) bytes is not decoded: \(reason)" }
}
#endif
