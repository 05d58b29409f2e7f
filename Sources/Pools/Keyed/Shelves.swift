/// The keys of a keyed pool, as its machine knows them: by the number of their *shelf*.
///
/// A shelf is open as long as something exists on it, somebody waits for it, or a failed creation
/// keeps it paused. Then its number is free for another key, so that a pool takes no memory for
/// keys that it has only once heard of.
struct Shelves {
  private struct Shelf {
    var isOpen = false
    var failuresInARow = 0
    var retryAt: Int64?
    /// Waiters for whom room is about to come free; only while the machine serves.
    var reserved = 0
    /// Whether it stands among `emptied`.
    var isSuggested = false
  }

  private var all: [Shelf] = []
  private var numbers = NumberBook()
  private var emptied: [Int] = []

  /// Shelves with an idle element and somebody who waits for it, by the rank of that one.
  var lendable = RankedShelves()
  /// Shelves for which an element is to be made as soon as there is room, by the rank of the oldest
  /// for whom none is on its way.
  var wanting = RankedShelves()
  /// Shelves of which a creation failed, by the moment of the next attempt.
  var paused = RankedShelves()
  /// Shelves that were closed, until the shell has heard of it.
  private(set) var vanished: [Int] = []

  /// One more than the highest number of a shelf.
  var count: Int { all.count }
  var openCount: Int { numbers.usedCount }

  /// A shelf for a key that had none.
  mutating func open() -> Int {
    let shelf = numbers.take()
    if shelf == all.count { all.append(Shelf()) }
    all[shelf].isOpen = true
    return shelf
  }

  /// When the next attempt may be made for a key of which a creation failed.
  func retryAt(of shelf: Int) -> Int64? { all[shelf].retryAt }

  func reserved(on shelf: Int) -> Int { all[shelf].reserved }

  mutating func reserve(_ count: Int, on shelf: Int) { all[shelf].reserved += count }

  /// Counts a failed creation.
  ///
  /// - Returns: how many failed in a row.
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

  /// Notes that a shelf may be of no more use.
  mutating func suggestClosing(_ shelf: Int) {
    if all[shelf].isOpen, !all[shelf].isSuggested {
      all[shelf].isSuggested = true
      emptied.append(shelf)
    }
  }

  /// Closes those of the suggested shelves that are of no use.
  ///
  /// - Returns: whether there are fewer numbers of shelves now; tables may shrink to ``count``.
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
