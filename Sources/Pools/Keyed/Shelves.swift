/// The keys of a keyed pool, as its machine sees them: by the number of their *shelf*.
///
/// A shelf is open as long as the key has an element or a waiter, or is delayed after a failed
/// creation. Then its number is reused for another key, so that a pool uses no memory for keys that
/// were requested once.
struct Shelves {
  private struct Shelf {
    var isOpen = false
    var failuresInARow = 0
    var retryAt: Int64?
    /// The number of waiters for which room is about to become free; used only while the machine
    /// serves.
    var reserved = 0
    /// Whether the shelf is in `emptied`.
    var isSuggested = false
  }

  private var all: [Shelf] = []
  private var numbers = NumberBook()
  private var emptied: [Int] = []

  /// Shelves with an idle element and a waiter, ranked by that waiter.
  var lendable = RankedShelves()
  /// Shelves for which an element is to be created as soon as there is room, ranked by the longest
  /// waiter without one on its way.
  var wanting = RankedShelves()
  /// Shelves whose creation failed, ranked by the time of the next attempt.
  var paused = RankedShelves()
  /// Shelves that were closed, until the shell processes them.
  private(set) var vanished: [Int] = []

  /// One more than the highest shelf number.
  var count: Int { all.count }
  var openCount: Int { numbers.usedCount }

  /// Opens a shelf for a key that has none.
  mutating func open() -> Int {
    let shelf = numbers.take()
    if shelf == all.count { all.append(Shelf()) }
    all[shelf].isOpen = true
    return shelf
  }

  /// The time of the next attempt for a key whose creation failed.
  func retryAt(of shelf: Int) -> Int64? { all[shelf].retryAt }

  func reserved(on shelf: Int) -> Int { all[shelf].reserved }

  mutating func reserve(_ count: Int, on shelf: Int) { all[shelf].reserved += count }

  /// Counts a failed creation.
  ///
  /// - Returns: The number of consecutive failures.
  mutating func fail(_ shelf: Int) -> Int {
    all[shelf].failuresInARow += 1
    return all[shelf].failuresInARow
  }

  mutating func pause(_ shelf: Int, until moment: Int64) {
    all[shelf].retryAt = moment
    paused.set(shelf, rank: Int(moment))
  }

  mutating func endPause(of shelf: Int) {
    all[shelf].retryAt = nil
    paused.set(shelf, rank: nil)
  }

  mutating func forgetFailures(on shelf: Int) { all[shelf].failuresInARow = 0 }

  /// Records that a shelf may no longer be needed.
  mutating func suggestClosing(_ shelf: Int) {
    if all[shelf].isOpen, !all[shelf].isSuggested {
      all[shelf].isSuggested = true
      emptied.append(shelf)
    }
  }

  /// Closes the suggested shelves that are no longer needed.
  ///
  /// - Returns: Whether there are fewer shelf numbers now; tables may shrink to ``count``.
  mutating func closeSuggested(where isUseless: (Int) -> Bool) -> Bool {
    guard !emptied.isEmpty else { return false }
    var hasShrunk = false
    while let shelf = emptied.popLast() {
      all[shelf].isSuggested = false
      guard all[shelf].isOpen, all[shelf].retryAt == nil, isUseless(shelf) else { continue }
      lendable.set(shelf, rank: nil)
      wanting.set(shelf, rank: nil)
      all[shelf] = Shelf()
      vanished.append(shelf)
      if numbers.giveBack(shelf) { hasShrunk = true }
    }
    emptied.releaseSpareCapacity()
    guard hasShrunk else { return false }
    all.shrink(to: numbers.count)
    lendable.shrink(to: numbers.count)
    wanting.shrink(to: numbers.count)
    paused.shrink(to: numbers.count)
    return true
  }

  mutating func takeVanished() -> [Int] {
    defer { vanished.removeAll() }
    return vanished
  }
}
