internal import StageFloor

/// An allocator of small integers, which index tables.
///
/// The highest one determines the size of the tables. When few are in use, those in the upper half
/// are not allocated again: once they are free, ``count`` falls, and the tables shrink.
struct IndexAllocator {
  /// One more than the highest number that may be in use.
  private(set) var count = 0
  private(set) var freeCount = 0
  /// The free numbers to allocate next, all below `limit`.
  private var stack: [Int32] = []
  private var isFree: [Bool] = []
  /// Numbers from here on are not allocated again.
  private var limit = Int.max

  private static var smallest: Int { 64 }

  var usedCount: Int { count - freeCount }

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

  /// Returns whether ``count`` fell; amortized O(1).
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

  private mutating func collect(below newLimit: Int) {
    limit = newLimit
    stack = stride(from: min(count, newLimit) - 1, through: 0, by: -1)
      .compactMap { isFree[$0] ? Int32($0) : nil }
  }
}
