internal import StageFloor

/// The keys of a keyed pool, by the index of their *key slot*.
///
/// A key slot is open as long as the key has an element, a waiter or a warm-up, is delayed after a
/// failed creation, or its failures are remembered. Then its index is reused, so that keys requested
/// once use no memory.
struct KeySlots {
  private struct KeySlot {
    var isOpen = false
    var failuresInARow = 0
    var retryAt: Int64?
    /// The number of waiters for which room is about to become free; used only while the machine
    /// serves.
    var reserved = 0
    var isSuggested = false
    var isRemembered = false
    /// The number of waiters for which an element is on its way.
    var provided = 0
    /// The number of other waiters for which the key's own capacity has room.
    var makeable = 0
  }

  private var all: [KeySlot] = []
  private var indices = IndexAllocator()
  private var emptied: [Int] = []

  /// With an idle element and a waiter, ranked by that waiter.
  var lendable = KeyHeap()
  /// To create an element for as soon as there is room, ranked by the longest waiter without one on
  /// its way.
  var wanting = KeyHeap()
  /// Keys whose creation failed, by the end of their delay or, after that, by the time at which
  /// their failures are forgotten.
  var paused = KeyHeap()
  /// The number of keys in `paused` whose delay has not ended.
  private(set) var delayedCount = 0
  /// Closed, until the shell processes them.
  private(set) var vanished: [Int] = []

  /// Sums of all keys; kept only in a pool with a maximum of waiters or of idle elements.
  private(set) var providedCount = 0
  private(set) var makeableCount = 0

  var count: Int { all.count }
  var openCount: Int { indices.usedCount }

  mutating func open() -> Int {
    let keyIndex = indices.take()
    if keyIndex == all.count { all.append(KeySlot()) }
    all[keyIndex].isOpen = true
    return keyIndex
  }

  func retryAt(of keyIndex: Int) -> Int64? { all[keyIndex].retryAt }

  func reserved(for keyIndex: Int) -> Int { all[keyIndex].reserved }

  mutating func reserve(_ count: Int, for keyIndex: Int) { all[keyIndex].reserved += count }

  func provided(for keyIndex: Int) -> Int { all[keyIndex].provided }

  mutating func noteProvided(_ provided: Int, makeable: Int, for keyIndex: Int) {
    providedCount += provided - all[keyIndex].provided
    makeableCount += makeable - all[keyIndex].makeable
    all[keyIndex].provided = provided
    all[keyIndex].makeable = makeable
  }

  /// Returns the number of consecutive failures.
  mutating func fail(_ keyIndex: Int) -> Int {
    all[keyIndex].failuresInARow += 1
    return all[keyIndex].failuresInARow
  }

  mutating func pause(_ keyIndex: Int, until moment: Int64) {
    setRetry(of: keyIndex, at: moment)
    all[keyIndex].isRemembered = false
    paused.set(keyIndex, rank: Int(moment))
  }

  /// Ends the pause, but keeps the number of failures until then, although no waiter remains.
  mutating func remember(_ keyIndex: Int, until moment: Int64) {
    setRetry(of: keyIndex, at: nil)
    all[keyIndex].isRemembered = true
    paused.set(keyIndex, rank: Int(moment))
  }

  mutating func endPause(of keyIndex: Int) {
    setRetry(of: keyIndex, at: nil)
    all[keyIndex].isRemembered = false
    paused.set(keyIndex, rank: nil)
  }

  private mutating func setRetry(of keyIndex: Int, at moment: Int64?) {
    delayedCount += (moment == nil ? 0 : 1) - (all[keyIndex].retryAt == nil ? 0 : 1)
    all[keyIndex].retryAt = moment
  }

  mutating func forgetFailures(for keyIndex: Int) { all[keyIndex].failuresInARow = 0 }

  mutating func suggestClosing(_ keyIndex: Int) {
    if all[keyIndex].isOpen, !all[keyIndex].isSuggested {
      all[keyIndex].isSuggested = true
      emptied.append(keyIndex)
    }
  }

  /// Returns whether there are fewer indices now; tables may shrink to ``count``.
  mutating func closeSuggested(where isUseless: (Int) -> Bool) -> Bool {
    guard !emptied.isEmpty else { return false }
    var hasShrunk = false
    while let keyIndex = emptied.popLast() {
      all[keyIndex].isSuggested = false
      guard all[keyIndex].isOpen, all[keyIndex].retryAt == nil, !all[keyIndex].isRemembered,
        isUseless(keyIndex)
      else { continue }
      noteProvided(0, makeable: 0, for: keyIndex)
      lendable.set(keyIndex, rank: nil)
      wanting.set(keyIndex, rank: nil)
      all[keyIndex] = KeySlot()
      vanished.append(keyIndex)
      if indices.free(keyIndex) { hasShrunk = true }
    }
    emptied.releaseSpareCapacity()
    guard hasShrunk else { return false }
    all.shrink(to: indices.count)
    lendable.shrink(to: indices.count)
    wanting.shrink(to: indices.count)
    paused.shrink(to: indices.count)
    return true
  }

  mutating func takeVanished() -> [Int] {
    defer { vanished.removeAll() }
    return vanished
  }
}
