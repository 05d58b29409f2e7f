internal import StageFloor
internal import Synchronization

/// The slots of a pool by index, readable without a lock while the table grows.
///
/// Slots are added and removed at the end, by one thread at a time (guard: the pool's lock). They
/// are stored in blocks, each twice as large as the one before, and never move. A block is freed
/// only when all its slots are vacant, so the holder of an element can read its slot without the
/// lock.
final class SlotTable: @unchecked Sendable {  // guard: published parts are atomic, others constant
  private let blocks: UnsafeMutablePointer<Atomic<UInt>>
  private let publishedCount = Atomic<Int>(0)
  private let byteCount: Int
  private let alignment: Int

  private static var blockCount: Int { 40 }
  private static var firstSize: Int { 8 }

  init(elementOffset: Int, elementSize: Int, elementAlignment: Int) {
    alignment = max(CacheLine.size, elementAlignment)
    byteCount = (elementOffset + elementSize + alignment - 1) / alignment * alignment
    blocks = .allocate(capacity: Self.blockCount)
    for block in 0..<Self.blockCount { (blocks + block).initialize(to: Atomic(0)) }
  }

  var count: Int { publishedCount.load(ordering: .acquiring) }

  subscript(index: Int) -> SlotRef {
    let block = Self.block(of: index)
    // The count, or the index of the slot, was published after the block.
    let base = blocks[block].load(ordering: .acquiring)
    return SlotRef(bits: base + UInt((index - Self.start(of: block)) * byteCount))
  }

  func grow(to count: Int) {
    var current = self.count
    while current < count {
      let block = Self.block(of: current)
      if blocks[block].load(ordering: .relaxed) == 0 { allocate(block) }
      let slot = self[current]
      slot.header.initialize(to: SlotHeader(index: current))
      current += 1
      publishedCount.store(current, ordering: .releasing)
    }
  }

  /// The slots from `count` on are vacant.
  ///
  /// The last block is kept, so that a pool whose size varies does not allocate each time. Returns
  /// the unused memory, to be freed without the lock.
  func shrink(to count: Int) -> [UnsafeMutableRawPointer] {
    publishedCount.store(count, ordering: .releasing)
    var spare: [UnsafeMutableRawPointer] = []
    for block in (Self.block(of: count) + 1)..<Self.blockCount {
      let address = blocks[block].load(ordering: .relaxed)
      guard let memory = UnsafeMutableRawPointer(bitPattern: address) else { break }
      blocks[block].store(0, ordering: .releasing)
      spare.append(memory)
    }
    return spare
  }

  private func allocate(_ block: Int) {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: byteCount * (Self.firstSize << block), alignment: alignment)
    blocks[block].store(UInt(bitPattern: memory), ordering: .releasing)
  }

  /// Block `n` begins at slot 8 · (2ⁿ − 1).
  private static func start(of block: Int) -> Int { (firstSize << block) - firstSize }

  private static func block(of index: Int) -> Int {
    let size = (index + firstSize) / firstSize
    return Int.bitWidth - 1 - size.leadingZeroBitCount
  }

  deinit {
    for block in 0..<Self.blockCount {
      let memory = UnsafeMutableRawPointer(bitPattern: blocks[block].load(ordering: .relaxed))
      memory?.deallocate()
    }
    blocks.deallocate()
  }
}
