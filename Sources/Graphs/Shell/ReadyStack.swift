/// The ready steps of one worker, the latest on top.
struct ReadyStack: ~Copyable {
  private(set) var items: UnsafeMutablePointer<UInt32>
  private(set) var count = 0
  private var capacity = 256

  init() { items = .allocate(capacity: capacity) }

  deinit { items.deallocate() }

  @inline(__always) var isEmpty: Bool { count == 0 }

  @inline(__always)
  mutating func push(_ item: UInt32) {
    if count == capacity { grow() }
    items[count] = item
    count &+= 1
  }

  @inline(__always)
  mutating func pop() -> UInt32 {
    count &-= 1
    return items[count]
  }

  /// Moves the older half, at least one step, to the end of `others`.
  mutating func giveHalf(to others: inout [UInt32]) {
    let given = (count + 1) / 2
    others.append(contentsOf: UnsafeBufferPointer(start: items, count: given))
    items.update(from: items + given, count: count - given)
    count -= given
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: items, count: count)
    items.deallocate()
    items = larger
    capacity *= 2
  }
}
