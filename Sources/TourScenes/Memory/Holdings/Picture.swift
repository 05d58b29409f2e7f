internal import Foundation

/// Memory that is really there: every page of it was written to.
final class Picture: @unchecked Sendable {  // guard: written by the initialiser only
  let bytes: Int
  private let content: UnsafeMutableRawPointer

  /// - Parameters:
  ///   - bytes: how many, at least one word.
  ///   - seed: what they are drawn from.
  init(bytes: Int, seed: UInt64) {
    self.bytes = max(8, bytes)
    content = .allocate(byteCount: self.bytes, alignment: 16)
    memset(content, Int32(truncatingIfNeeded: seed & 0xFF), self.bytes)
    var generator = SeededGenerator(seed: seed)
    // A word in each line of the processor's caches is enough to tell one picture from another.
    for offset in stride(from: 0, through: self.bytes - 8, by: 512) {
      content.storeBytes(of: generator.next(), toByteOffset: offset, as: UInt64.self)
    }
  }

  deinit { content.deallocate() }

  /// A number that is another if any of the picture is.
  var checksum: UInt64 {
    var sum: UInt64 = 0
    for offset in stride(from: 0, through: bytes - 8, by: 64) {
      let word = content.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      sum = (sum ^ word) &* 0x0000_0100_0000_01B3
    }
    return sum
  }
}
