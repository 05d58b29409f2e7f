/// The distance that keeps two words from slowing each other down.
///
/// 128 bytes: processors fetch lines of 64 in pairs, and Apple's use lines of 128.
@usableFromInline
package enum CacheLine {
  @inlinable package static var size: Int { 128 }

  /// Memory for `count` values with no other data on their lines, not initialised.
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
