internal import Synchronization

/// Blocks of memory in use; all can be freed except some between them that are still needed.
final class Holding: Sendable {
  /// How memory is held.
  struct Kind: Sendable {
    var name: String
    var blocks: Int
    var size: Int
    /// One in this number of blocks is kept, evenly spread; 0 for none.
    var keeps = 0

    static let large = Kind(name: "large", blocks: 32, size: 2 << 20)
    static let small = Kind(name: "small", blocks: 1 << 18, size: 256)
    static let sparse = Kind(name: "sparse", blocks: 1 << 18, size: 256, keeps: 100)
    static let shattered = Kind(name: "shattered", blocks: 1 << 18, size: 256, keeps: 16)
  }

  private struct Block: @unchecked Sendable {  // guard: the thread that takes it out of `blocks`
    var memory: UnsafeMutableRawPointer
  }

  private let kind: Kind
  private let blocks: Mutex<[Block]>
  private let kept: Mutex<[Block]>

  /// Allocates the blocks, and writes to all of them.
  init(_ kind: Kind) {
    self.kind = kind
    var (free, kept): ([Block], [Block]) = ([], [])
    free.reserveCapacity(kind.blocks)
    for number in 0..<kind.blocks {
      let memory = UnsafeMutableRawPointer.allocate(byteCount: kind.size, alignment: 16)
      memory.initializeMemory(as: UInt8.self, repeating: 1, count: kind.size)
      if kind.keeps > 0, number % kind.keeps == 0 {
        kept.append(Block(memory: memory))
      } else {
        free.append(Block(memory: memory))
      }
    }
    blocks = Mutex(free)
    self.kept = Mutex(kept)
  }

  deinit {
    _ = release()
    for block in kept.withLock({ $0 }) { block.memory.deallocate() }
  }

  /// The number of bytes that may be freed.
  var bytes: Int { blocks.withLock { $0.count } * kind.size }

  /// Frees all blocks that may be freed.
  ///
  /// - Returns: The number of freed bytes.
  func release() -> Int {
    blocks.withLock { blocks in
      let bytes = blocks.count * kind.size
      for block in blocks { block.memory.deallocate() }
      // The table itself is not measured.
      blocks.removeAll(keepingCapacity: true)
      return bytes
    }
  }
}
