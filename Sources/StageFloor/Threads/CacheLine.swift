/// The distance that prevents false sharing between two words.
///
/// 128 bytes: processors fetch 64-byte lines in pairs, and Apple's processors use 128-byte lines.
@usableFromInline
package enum CacheLine {
  @inlinable package static var size: Int { 128 }

  /// Allocates uninitialized memory, with no other data on its cache lines.
  package static func allocate<Value: ~Copyable>(
    _ type: Value.Type, count: Int = 1
  ) -> UnsafeMutablePointer<Value> {
    let bytes = MemoryLayout<Value>.stride * count
    return UnsafeMutableRawPointer.allocate(
      byteCount: (bytes + size - 1) / size * size,
      alignment: Swift.max(size, MemoryLayout<Value>.alignment)
    ).bindMemory(to: Value.self, capacity: count)
  }
}
