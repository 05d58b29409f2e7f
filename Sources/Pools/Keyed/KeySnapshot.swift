/// What a ``KeyedPool`` has of one key at one moment.
///
/// Of a key that the pool does not know, because nothing exists for it and nobody waits, all counts
/// are zero.
public struct KeySnapshot: Hashable, Sendable {
  /// How many elements of the key may exist.
  public internal(set) var capacity: Int
  /// Elements at rest.
  public internal(set) var idle = 0
  /// Elements on loan.
  public internal(set) var leased = 0
  /// Elements being made.
  public internal(set) var building = 0
  /// Elements being ended.
  public internal(set) var ending = 0
  /// Borrowers in line for this key.
  public internal(set) var waiting = 0
  /// Whether the pool pauses, after a failed creation, before it makes another for this key.
  public internal(set) var isPaused = false
}

extension KeySnapshot: CustomStringConvertible {
  /// The numbers in a sentence; counts of zero that say nothing are left out.
  public var description: String {
    var parts = ["\(leased) of \(capacity == .max ? "any number" : "\(capacity)") lent"]
    parts.append("\(idle) idle")
    for (count, what) in [(building, "being made"), (ending, "ending"), (waiting, "waiting")]
    where count > 0 {
      parts.append("\(count) \(what)")
    }
    if isPaused { parts.append("paused after a failed creation") }
    return parts.joined(separator: ", ") + "."
  }
}

extension PoolMachine {
  /// The numbers of one key; nil: of any that is not known.
  func snapshot(of shelf: Int?) -> KeySnapshot {
    var snapshot = KeySnapshot(capacity: rules.capacityPerKey ?? .max)
    guard let shelf else { return snapshot }
    let counts = slots.byShelf[shelf]
    snapshot.idle = slots.byShelf.idle.count(on: shelf)
    snapshot.building = counts.building
    snapshot.ending = counts.destroying
    snapshot.leased = counts.existing - snapshot.idle - counts.building - counts.destroying
    snapshot.waiting = line.byShelf.count(on: shelf)
    snapshot.isPaused = shelves.retryAt(of: shelf) != nil
    return snapshot
  }
}
