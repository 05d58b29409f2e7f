internal import StageFloor

/// An allocator of small integers.
///
/// The numbers index tables, so the highest one determines the size of the tables. When few numbers
/// are in use, those in the upper half are not allocated again: once they are free, ``count``
/// falls, and the tables shrink with it. A number in use keeps its tables as large as it needs.
struct IndexAllocator {
  /// One more than the highest number that may be in use; tables have this many entries.
  private(set) var count = 0
  /// The number of free numbers below ``count``.
  private(set) var freeCount = 0
  /// The free numbers to allocate next, all below `limit`.
  private var stack: [Int32] = []
  /// Whether each number is free.
  private var isFree: [Bool] = []
  /// Numbers from here on are not allocated again.
  private var limit = Int.max

  /// Smaller tables are not worth shrinking.
  private static var smallest: Int { 64 }

  var usedCount: Int { count - freeCount }

  /// Allocates a number: a free one, or ``count``, which then grows.
  mutating func take() -> Int {
    // The numbers above the limit are needed after all.
    if stack.isEmpty, freeCount > 0 { collect(below: .max) }
    if let number = stack.popLast() {
      isFree[Int(number)] = false
      freeCount -= 1
      return Int(number)
    }
    isFree.append(false)
    count += 1
    return count - 1
  }

  /// Frees a number.
  ///
  /// - Parameter number: The number to free.
  /// - Returns: Whether ``count`` fell.
  /// - Complexity: O(1), amortized.
  mutating func free(_ number: Int) -> Bool {
    isFree[number] = true
    freeCount += 1
    if number < limit { stack.append(Int32(number)) }
    let before = count
    repeat {
      if limit == .max, count > Self.smallest, freeCount >= count / 4 * 3 {
        collect(below: count / 2)
      }
      while count > limit, isFree[count - 1] {
        count -= 1
        freeCount -= 1
        isFree.removeLast()
      }
      guard count == limit else { break }
      limit = .max
    } while true
    guard count < before else { return false }
    isFree.releaseSpareCapacity()
    return true
  }

  /// Rebuilds the stack with the free numbers below `newLimit`, the lowest on top.
  private mutating func collect(below newLimit: Int) {
    limit = newLimit
    stack = stride(from: min(count, newLimit) - 1, through: 0, by: -1)
      .compactMap { isFree[$0] ? Int32($0) : nil }
  }
}
