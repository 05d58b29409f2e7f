internal import StagecraftMemory

/// What a cache's lock guards: the entries, who finds them, and who decides which of them stay.
///
/// Nothing ends here. Whatever leaves comes back in an ``Outgoing``, for the caller to drop after
/// unlocking.
@usableFromInline
struct CacheDesk<Key: Hashable & Sendable, Value: Sendable> {
  @usableFromInline
  struct Entry: Sendable {
    @usableFromInline var key: Key
    @usableFromInline var value: Value

    @inlinable
    init(key: Key, value: Value) {
      self.key = key
      self.value = value
    }
  }

  /// What has left the cache.
  ///
  /// The first has room of its own, so that most departures allocate nothing.
  @usableFromInline
  struct Outgoing: Sendable {
    @usableFromInline var first: Entry?
    @usableFromInline var others: [Entry] = []

    @inlinable
    init() {}

    @inlinable
    mutating func append(_ entry: consuming Entry) {
      if first == nil { first = entry } else { others.append(entry) }
    }
  }

  /// The room for entries of a cache that keeps none.
  struct Tables {
    let policy: EvictionPolicy
    let index: SlotIndex
    let entries: UnsafeMutablePointer<Entry>
  }

  /// For how many entries there is room at first.
  private static var fewest: Int { 16 }

  @usableFromInline var policy: EvictionPolicy
  @usableFromInline var index = SlotIndex()
  /// By slot; only the slots in use are initialised.
  @usableFromInline var entries: UnsafeMutablePointer<Entry>
  @usableFromInline var capacity = Self.fewest
  @usableFromInline var flights = FlightBook<Key, Value>()
  @usableFromInline var hits = 0
  @usableFromInline var misses = 0
  @usableFromInline var evictions = 0
  @usableFromInline var refusals = 0
  /// Whether `allowance` limits the cache to less than its own limit.
  @usableFromInline var isHeld = false
  var allowance = CacheAllowance()
  let maximumBytes: Int

  init(maximumBytes: Int, maximumCount: Int) {
    self.maximumBytes = maximumBytes
    policy = EvictionPolicy(maximumBytes: maximumBytes, maximumCount: maximumCount)
    entries = .allocate(capacity: capacity)
  }

  /// Ends all entries, with the cache itself.
  mutating func deallocate() {
    for slot in 0..<policy.slotCount where policy.place(of: slot) != .nowhere {
      (entries + slot).deinitialize(count: 1)
    }
    entries.deallocate()
  }

  @inlinable
  @inline(__always)
  func slot(of key: Key, _ hash: UInt32) -> Int? {
    index.slot(hash) { entries[$0].key == key }
  }

  /// Keeps a value, if it is not larger than the whole cache, in place of the one it had.
  ///
  /// - Returns: whether it is kept.
  @inlinable
  mutating func store(
    _ value: Value, for key: Key, _ hash: UInt32, bytes: Int, _ outgoing: inout Outgoing
  ) -> Bool {
    let former = slot(of: key, hash)
    guard policy.accepts(bytes) else {
      refusals += 1
      // What was there is out of date.
      if let former { take(former, hash, &outgoing) }
      return false
    }
    if let former {
      let place = policy.withdraw(former)
      makeRoom(for: bytes, &outgoing)
      outgoing.append(Entry(key: key, value: entries[former].value))
      entries[former].value = value
      policy.reinsert(former, bytes, at: place)
      return true
    }
    makeRoom(for: bytes, &outgoing)
    let slot = policy.insert(bytes, hash: hash)
    if slot == capacity { enlarge() }
    (entries + slot).initialize(to: Entry(key: key, value: value))
    index.insert(slot, hash: hash)
    return true
  }

  /// Removes what is kept for a key.
  mutating func remove(_ key: Key, _ hash: UInt32, _ outgoing: inout Outgoing) {
    if let slot = slot(of: key, hash) { take(slot, hash, &outgoing) }
  }

  /// Removes everything.
  mutating func removeAll(_ outgoing: inout Outgoing) {
    for slot in 0..<policy.slotCount where policy.place(of: slot) != .nowhere {
      outgoing.append((entries + slot).move())
    }
    policy.removeAll()
    index = SlotIndex()
  }

  /// Gives up the room for entries if there are none; for the caller to drop after unlocking.
  mutating func takeTables() -> Tables? {
    guard policy.count == 0, capacity > Self.fewest || policy.slotCount > 0 else { return nil }
    let tables = Tables(policy: policy, index: index, entries: entries)
    policy.removeAll()
    index = SlotIndex()
    entries = .allocate(capacity: Self.fewest)
    capacity = Self.fewest
    return tables
  }

  /// Gives up the coldest, at most `count` entries and hardly more than `bytes`.
  ///
  /// - Returns: how many bytes and entries went.
  mutating func shrink(
    by bytes: Int, atMost count: Int, to goal: Int, _ outgoing: inout Outgoing
  ) -> (bytes: Int, count: Int) {
    var gone = (bytes: 0, count: 0)
    while gone.bytes < bytes, gone.count < count,
      let slot = policy.victim(toShrinkTo: goal)
    {
      gone.bytes += policy.bytes(of: slot)
      gone.count += 1
      evict(slot, &outgoing)
    }
    return gone
  }

  /// Limits the cache to its allowance.
  ///
  /// - Parameters:
  ///   - level: how short memory is.
  ///   - now: the time, in nanoseconds.
  mutating func hold(at level: PressureLevel, now: Int64) {
    let allowed = allowance.bytes(at: level, now: now)
    isHeld = allowed != nil
    policy.maximumBytes = min(maximumBytes, allowed ?? .max)
  }

  @inlinable
  mutating func makeRoom(for bytes: Int, _ outgoing: inout Outgoing) {
    while let slot = policy.victim(toFit: bytes) { evict(slot, &outgoing) }
  }

  /// The policy has let go of a slot: so does the rest.
  @inlinable
  mutating func evict(_ slot: Int, _ outgoing: inout Outgoing) {
    evictions += 1
    index.remove(slot, hash: policy.hash(of: slot))
    outgoing.append((entries + slot).move())
  }

  @inlinable
  mutating func take(_ slot: Int, _ hash: UInt32, _ outgoing: inout Outgoing) {
    policy.remove(slot)
    index.remove(slot, hash: hash)
    outgoing.append((entries + slot).move())
  }

  @usableFromInline
  mutating func enlarge() {
    let larger = UnsafeMutablePointer<Entry>.allocate(capacity: 2 * capacity)
    larger.moveInitialize(from: entries, count: capacity)
    entries.deallocate()
    entries = larger
    capacity *= 2
  }
}
