extension PoolSnapshot {
  /// The counts of one key in a ``KeyedPool`` at one moment.
  ///
  /// For a key that the pool does not store, because it has no elements and no waiters, all counts
  /// are zero.
  public struct OfKey: Hashable, Sendable {
    /// The maximum number of elements of the key.
    public internal(set) var capacity: Int
    /// The number of idle elements.
    public internal(set) var idle = 0
    /// The number of elements on loan.
    public internal(set) var onLoan = 0
    /// The number of elements being created.
    public internal(set) var creating = 0
    /// The number of elements that are being prepared, tested while idle, or inspected by
    /// `discard(where:)`.
    public internal(set) var preparing = 0
    /// The number of elements being destroyed.
    public internal(set) var destroying = 0
    /// The number of borrowers waiting for this key.
    public internal(set) var waiting = 0
    /// Whether creations for this key are delayed after a failure.
    public internal(set) var isPaused = false
  }
}

extension PoolSnapshot.OfKey: CustomStringConvertible {
  /// The counts in a sentence; counts of zero that say nothing are omitted.
  public var description: String {
    var parts = ["\(onLoan) of \(capacity == .max ? "any number" : "\(capacity)") on loan"]
    parts.append("\(idle) idle")
    for (count, what) in [
      (creating, "being created"), (preparing, "being prepared"),
      (destroying, "being destroyed"), (waiting, "waiting"),
    ] where count > 0 {
      parts.append("\(count) \(what)")
    }
    if isPaused { parts.append("paused after a failed creation") }
    return parts.joined(separator: ", ") + "."
  }
}

extension PoolMachine {
  /// The counts are zero if `keyIndex` is nil.
  func snapshot(of keyIndex: Int?) -> PoolSnapshot.OfKey {
    var snapshot = PoolSnapshot.OfKey(capacity: rules.capacityPerKey ?? .max)
    guard let keyIndex else { return snapshot }
    let counts = keys[keyIndex]
    snapshot.idle = keys.idle.count(for: keyIndex)
    snapshot.creating = counts.building
    snapshot.preparing = counts.preparing
    snapshot.destroying = counts.destroying
    snapshot.onLoan =
      counts.existing - snapshot.idle - counts.building - counts.preparing - counts.destroying
    snapshot.waiting = keys.waiting.count(for: keyIndex)
    snapshot.isPaused = keys.keySlots.retryAt(of: keyIndex) != nil
    return snapshot
  }
}
