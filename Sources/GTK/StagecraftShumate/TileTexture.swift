#if Maps
internal import CShumate

/// A texture is immutable, and may be created on any thread.
final class TileTexture: @unchecked Sendable {  // guard: immutable, counted atomically
  private let texture: OpaquePointer

  /// Nil if the bytes are no image.
  init?(_ image: TileSource.Image) {
    switch image {
    case .encoded(let bytes):
      let bytes = Self.bytes(bytes)
      defer { g_bytes_unref(bytes) }
      guard let texture = gdk_texture_new_from_bytes(bytes, nil) else { return nil }
      self.texture = texture
    case .pixels(let pixels, let width):
      // Divided, because the width may be any number.
      guard width > 0, pixels.count / 4 / width == width, pixels.count == width * width * 4
      else { return nil }
      let bytes = Self.bytes(pixels)
      defer { g_bytes_unref(bytes) }
      let size = Int32(width)
      guard
        let texture = gdk_memory_texture_new(
          size, size, GDK_MEMORY_R8G8B8A8, bytes, gsize(width * 4))
      else { return nil }
      self.texture = texture
    }
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(texture)) }

  func withRaw<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    defer { withExtendedLifetime(self) {} }
    return body(texture)
  }

  private static func bytes(_ bytes: [UInt8]) -> OpaquePointer? {
    bytes.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
  }
}
#endif
