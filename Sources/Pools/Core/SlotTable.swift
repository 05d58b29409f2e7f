internal import StageFloor
internal import Synchronization

/// The slots of a pool by number, readable without a lock while it grows.
///
/// Slots are only ever added, by one thread at a time (guard: the pool's lock). A table that has
/// become too small stays readable until the pool's core ends, so that a reader never meets freed
/// memory; together the old ones take no more room than the current one.
final class SlotTable: @unchecked Sendable {
  // guard: the published parts are atomic; the rest is only touched by who holds the pool's lock.

  private let published: Atomic<UInt>
  private let publishedCount: Atomic<Int>
  private var capacity = 0
  private var retired: [UnsafeMutablePointer<SlotRef>] = []
  private let byteCount: Int
  private let alignment: Int

  /// A table for elements of this size and alignment.
  init(elementOffset: Int, elementSize: Int, elementAlignment: Int) {
    published = Atomic(0)
    publishedCount = Atomic(0)
    byteCount = (elementOffset + elementSize + CacheLine.size - 1) / CacheLine.size * CacheLine.size
    alignment = max(CacheLine.size, elementAlignment)
  }

  var count: Int { publishedCount.load(ordering: .acquiring) }

  subscript(index: Int) -> SlotRef {
    // The count was published after the table that holds it.
    let base = UnsafeMutablePointer<SlotRef>(bitPattern: published.load(ordering: .acquiring))
    return base.unsafelyUnwrapped[index]
  }

  /// Adds slots until there are `count`.
  func grow(to count: Int) {
    var current = self.count
    while current < count {
      if current == capacity { enlarge() }
      let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: alignment)
      let header = memory.bindMemory(to: SlotHeader.self, capacity: 1)
      header.initialize(to: SlotHeader(index: current))
      base.unsafelyUnwrapped[current] = SlotRef(header: header)
      current += 1
      publishedCount.store(current, ordering: .releasing)
    }
  }

  private var base: UnsafeMutablePointer<SlotRef>? {
    UnsafeMutablePointer(bitPattern: published.load(ordering: .relaxed))
  }

  private func enlarge() {
    let larger = UnsafeMutablePointer<SlotRef>.allocate(capacity: max(8, capacity * 2))
    if let base {
      larger.update(from: base, count: capacity)
      retired.append(base)
    }
    capacity = max(8, capacity * 2)
    published.store(UInt(bitPattern: larger), ordering: .releasing)
  }

  deinit {
    for index in 0..<count { UnsafeMutableRawPointer(self[index].header).deallocate() }
    base?.deallocate()
    for table in retired { table.deallocate() }
  }
}
