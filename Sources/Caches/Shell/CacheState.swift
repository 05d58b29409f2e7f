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
    @usableFromInline var tables: FormerTables?

    @inlinable
    init() {}

    @inlinable
    mutating func append(_ entry: consuming Entry) {
      if first == nil { first = entry } else { others.append(entry) }
    }
  }

  /// Tables that were replaced; freeing large ones takes time.
  @usableFromInline
  final class FormerTables: @unchecked Sendable {  // guard: one thread frees it
    private let policy: EvictionPolicy
    private let index: ProbeTable
    private let entries: UnsafeMutablePointer<Entry>

    init(_ policy: EvictionPolicy, _ index: ProbeTable, _ entries: UnsafeMutablePointer<Entry>) {
      self.policy = policy
      self.index = index
      self.entries = entries
    }

    deinit { entries.deallocate() }
  }

  private static var fewest: Int { 16 }
  /// Smaller tables are not worth replacing.
  private static var fewestReplaced: Int { 512 }

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
    // With one for one, the number of entries does not fall.
    if !outgoing.others.isEmpty { shrinkTables(&outgoing) }
    return true
  }

  mutating func remove(_ key: Key, _ hash: UInt32, _ outgoing: inout Outgoing) {
    guard let slot = slot(of: key, hash) else { return }
    take(slot, hash, &outgoing)
    shrinkTables(&outgoing)
  }

  mutating func removeAll(_ outgoing: inout Outgoing) {
    for slot in 0..<policy.slotCount where policy.place(of: slot) != .nowhere {
      outgoing.append((entries + slot).move())
    }
    policy.removeAll()
    index = ProbeTable()
  }

  /// If there are no entries; the caller drops it after unlocking.
  mutating func removeTables() -> FormerTables? {
    guard policy.count == 0, capacity > Self.fewest || policy.slotCount > 0 else { return nil }
    let tables = FormerTables(policy, index, entries)
    policy.removeAll()
    index = ProbeTable()
    entries = .allocate(capacity: Self.fewest)
    capacity = Self.fewest
    return tables
  }

  /// Replaces tables of which less than an eighth is used by others of which more than a quarter
  /// is, as after many small values were evicted for a few large ones.
  ///
  /// This moves the entries that are left, once for at least as many that are gone.
  @usableFromInline
  mutating func shrinkTables(_ outgoing: inout Outgoing) {
    guard capacity >= Self.fewestReplaced, policy.count < capacity / 8 else { return }
    let former = (index: index, entries: entries)
    while capacity / 4 >= max(policy.count, Self.fewest) { capacity /= 2 }
    entries = .allocate(capacity: capacity)
    index = ProbeTable(expecting: capacity)
    let formerPolicy = policy.compact { slot, new in
      (entries + new).moveInitialize(from: former.entries + slot, count: 1)
    }
    for slot in 0..<policy.slotCount { index.insert(slot, hash: policy.hash(of: slot)) }
    outgoing.tables = FormerTables(formerPolicy, former.index, former.entries)
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
    shrinkTables(&outgoing)
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
