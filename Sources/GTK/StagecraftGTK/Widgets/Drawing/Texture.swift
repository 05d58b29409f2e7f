#if GTK
internal import CGTK
internal import CStageGTK

/// An image that is ready to be shown, by a ``Picture`` for example.
///
/// It is immutable, and may be drawn, decoded and released on any thread: the image of one that was
/// shown is given back on the main thread, which renders it. A list that shows covers draws them in
/// tasks, and keeps them in a cache that counts their ``byteCount``:
///
/// ```swift
/// picture.texture = await Texture.drawn(width: 200, height: 300, scale: 2) { canvas in
///   canvas.paint(Color(0x1a5fb4))
/// }
/// ```
///
/// On a screen that has two pixels for a unit, a texture with a ``scale`` of 2 is sharp; widgets
/// show it as large as one with a scale of 1.
public final class Texture: @unchecked Sendable {  // guard: immutable, but for `wasShown`
  private let texture: OpaquePointer
  /// Written on the main thread only, and read by `deinit`, after all other uses.
  private var wasShown = false
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int

  /// The number of pixels for a unit of the screen: 1, unless it was drawn or decoded with another
  /// one.
  public let scale: Double

  /// The memory that the image takes, with four bytes a pixel.
  public var byteCount: Int { width * height * 4 }

  /// Takes over a reference.
  init(taking texture: OpaquePointer, scale: Double = 1, wasShown: Bool = false) {
    self.texture = texture
    self.wasShown = wasShown
    self.scale = scale
    width = Int(gdk_texture_get_width(texture))
    height = Int(gdk_texture_get_height(texture))
  }

  deinit {
    let raw = UnsafeMutableRawPointer(texture)
    // A renderer keeps what it has made of a texture in it, and is used on the main thread only.
    if wasShown { stage_unref_on_main(raw) } else { g_object_unref(raw) }
  }

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
    self.init(taking: stage_texture_new(data, Int32(pixels), Int32(rows))!, scale: scale)
  }

  /// Draws an image off the main thread.
  ///
  /// - Parameters:
  ///   - width: The width of the canvas.
  ///   - height: The height of the canvas.
  ///   - scale: The number of pixels for a unit of the canvas: 2 on a screen with twice the usual
  ///     density.
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
  /// - Parameters:
  ///   - bytes: A file in the format PNG, JPEG or TIFF, or another one for which there is a loader
  ///     of gdk-pixbuf.
  ///   - scale: The number of pixels for a unit of the screen.
  /// - Throws: The reason for which the bytes are no image.
  /// - Precondition: The scale is positive.
  public convenience init(
    decoding bytes: some Collection<UInt8>, scale: Double = 1
  ) throws(TextureError) {
    require(scale > 0 && scale.isFinite, "A texture has no \(scale) pixels for a unit.")
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
    self.init(taking: texture, scale: scale)
  }

  /// Decodes an image off the main thread.
  ///
  /// - Parameters:
  ///   - bytes: A file in the format PNG, JPEG or TIFF, or another one for which there is a loader
  ///     of gdk-pixbuf.
  ///   - scale: The number of pixels for a unit of the screen.
  /// - Returns: The image.
  /// - Throws: The reason for which the bytes are no image.
  /// - Precondition: The scale is positive.
  @concurrent
  public static func decoded(
    _ bytes: some Collection<UInt8> & Sendable, scale: Double = 1
  ) async throws(TextureError) -> Texture {
    try Texture(decoding: bytes, scale: scale)
  }

  /// An image of four bytes for each pixel: red, green, blue and opacity, row by row from the top.
  package convenience init(pixels: [UInt8], width: Int, height: Int) {
    require(
      width > 0 && height > 0 && pixels.count == width * height * 4,
      "\(pixels.count) bytes are no image of \(width) × \(height) pixels.")
    let bytes = pixels.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    defer { g_bytes_unref(bytes) }
    self.init(
      taking: gdk_memory_texture_new(
        Int32(width), Int32(height), GDK_MEMORY_R8G8B8A8, bytes, gsize(width * 4))!)
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

  /// For what shows it: as large as its ``scale`` says.
  @MainActor
  package func withPaintable<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    wasShown = true
    defer { withExtendedLifetime(self) {} }
    let paintable = stage_paintable_new(texture, scale)!
    defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
    return body(paintable)
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
