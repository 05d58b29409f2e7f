public import StageFloor
internal import StagecraftMemory

/// The state under a cache's lock: the entries, their index, and the eviction policy.
///
/// The cache is the shell around it, so that a hit is inlined into the caller. No entry is
/// destroyed here: the caller drops the ``Outgoing`` after unlocking.
@usableFromInline
struct CacheState<Key: Hashable & Sendable, Value: Sendable> {
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

  /// The first entry is stored inline, so that most removals allocate nothing.
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

  struct Tables {
    let policy: EvictionPolicy
    let index: ProbeTable
    let entries: UnsafeMutablePointer<Entry>
  }

  private static var fewest: Int { 16 }

  @usableFromInline var policy: EvictionPolicy
  @usableFromInline var index = ProbeTable()
  /// By slot; only slots in use are initialized.
  @usableFromInline var entries: UnsafeMutablePointer<Entry>
  @usableFromInline var capacity = Self.fewest
  @usableFromInline var creations = CreationTable<Key, Value>()
  @usableFromInline var hits = 0
  @usableFromInline var misses = 0
  @usableFromInline var evictions = 0
  @usableFromInline var refusals = 0
  @usableFromInline var isHeld = false
  var allowance = CacheAllowance()
  let maximumBytes: Int

  init(maximumBytes: Int, maximumCount: Int) {
    self.maximumBytes = maximumBytes
    policy = EvictionPolicy(maximumBytes: maximumBytes, maximumCount: maximumCount)
    entries = .allocate(capacity: capacity)
  }

  mutating func deallocate() {
    for slot in 0..<policy.slotCount where policy.place(of: slot) != .nowhere {
      (entries + slot).deinitialize(count: 1)
    }
    entries.deallocate()
  }

  @inlinable
  @inline(__always)
  func slot(of key: Key, _ hash: UInt32) -> Int? {
    index.find(hash) { entries[$0].key == key }
  }

  /// Returns whether the value is kept; one that is larger than the cache allows is not.
  @inlinable
  mutating func store(
    _ value: Value, for key: Key, _ hash: UInt32, bytes: Int, _ outgoing: inout Outgoing
  ) -> Bool {
    let former = slot(of: key, hash)
    guard policy.accepts(bytes) else {
      refusals += 1
      // The former value is out of date.
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
    let queue = policy.queue(forNew: bytes, hash: hash)
    makeRoom(for: bytes, &outgoing)
    let slot = policy.insert(bytes, hash: hash, at: queue)
    if slot == capacity { enlarge() }
    (entries + slot).initialize(to: Entry(key: key, value: value))
    index.insert(slot, hash: hash)
    return true
  }

  mutating func remove(_ key: Key, _ hash: UInt32, _ outgoing: inout Outgoing) {
    if let slot = slot(of: key, hash) { take(slot, hash, &outgoing) }
  }

  mutating func removeAll(_ outgoing: inout Outgoing) {
    for slot in 0..<policy.slotCount where policy.place(of: slot) != .nowhere {
      outgoing.append((entries + slot).move())
    }
    policy.removeAll()
    index = ProbeTable()
  }

  /// If there are no entries; the caller drops it after unlocking.
  mutating func removeTables() -> Tables? {
    guard policy.count == 0, capacity > Self.fewest || policy.slotCount > 0 else { return nil }
    let tables = Tables(policy: policy, index: index, entries: entries)
    policy.removeAll()
    index = ProbeTable()
    entries = .allocate(capacity: Self.fewest)
    capacity = Self.fewest
    return tables
  }

  /// The coldest entries, at most `count`, until `bytes` bytes are gone.
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

  mutating func hold(at level: PressureLevel, now: Int64) {
    let allowed = allowance.bytes(at: level, now: now)
    isHeld = allowed != nil
    policy.maximumBytes = min(maximumBytes, allowed ?? .max)
  }

  @inlinable
  mutating func makeRoom(for bytes: Int, _ outgoing: inout Outgoing) {
    while let slot = policy.victim(toFit: bytes) { evict(slot, &outgoing) }
  }

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
