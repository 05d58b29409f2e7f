public import StagecraftMemory
public import StageFloor

/// A cache that keeps so many bytes, and gives up what is coldest when memory runs short.
///
/// ```swift
/// let covers = PurgeableCache<Book.ID, Cover>(
///   "covers", limit: 64 << 20, cost: .readFromDisk, under: pressure
/// ) { $0.bytes }
///
/// let cover = try covers.value(for: book.id) { try Cover(contentsOf: book.coverFile) }
/// ```
///
/// Everything may be called from any thread, also by a closure that the cache calls, and by the
/// `deinit` of a key or value: these run without a lock. Only the `==` of a key runs under it, and
/// must not use the cache.
///
/// **What stays.** What is asked for again and again stays, even if a long scan of other things
/// passes: what is new gets a tenth of the room until it has been asked for a second time. The size of
/// a value is asked for once, when it comes, and must not change while it is kept. A value larger
/// than the whole cache is not kept, and neither is then the value it was to replace.
///
/// **Under pressure.** The monitor's requests are met from the cold end, by as many bytes as it asks
/// for, or by a share if it names no number. Below critical pressure a quarter stays whatever is
/// asked for: a cache that loses everything at each warning is filled again at once, to everybody's
/// cost. At critical pressure all goes. The cache is registered for as long as it lives.
///
/// While a level of pressure stands, the cache holds no more than what a pass at that level left of
/// it, and a value that is larger is not kept; while it is critical, none is, also by a cache that was
/// empty or is made meanwhile. Once the level is lower, what it may hold grows, up to what passes at
/// that level left: in calm it is back in half a minute, under lesser pressure in two minutes. A cache
/// from which passes below critical pressure took nothing is not held down.
///
/// When all goes at once, its tables go too: the cache is as small as a new one. Removing entries one
/// by one leaves the tables.
///
/// **What it costs.** A hit takes one short lock, and allocates nothing. An insertion may let
/// several others go; over time that is a few steps for each hit and each insertion.
public final class PurgeableCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline typealias Desk = CacheDesk<Key, Value>

  @usableFromInline let lock = LockWord()
  @usableFromInline nonisolated(unsafe) let desk: UnsafeMutablePointer<Desk>  // guard: `lock`
  @usableFromInline let size: @Sendable (Value) -> Int

  let name: String
  /// How short memory is; nil without a monitor.
  let standing: StandingLevel?

  /// How many bytes it keeps at most.
  public let limit: Int

  /// How many values it keeps at most.
  public let maximumCount: Int

  /// A cache that keeps nothing yet.
  ///
  /// - Parameters:
  ///   - name: what it is called in reports of the monitor.
  ///   - limit: how many bytes it keeps at most.
  ///   - maximumCount: how many values it keeps at most.
  ///   - cost: what it costs to get back what it gives up.
  ///   - priority: its turn among those that cost the same.
  ///   - level: the level of pressure from which it gives something up.
  ///   - monitor: who tells it that memory is short; nil: nobody, it is shrunk by hand.
  ///   - size: how many bytes a value holds, not less than zero.
  public init(
    _ name: String, limit: Int = .max, maximumCount: Int = .max, cost: RebuildCost = .computed,
    priority: ReleasePriority = .normal, from level: PressureLevel = .elevated,
    under monitor: PressureMonitor?, size: @escaping @Sendable (Value) -> Int
  ) {
    require(
      limit >= 0 && maximumCount >= 0,
      """
      Cache “\(name)”: a limit of \(limit) bytes and \(maximumCount) values; neither may be less \
      than 0.
      """)
    self.name = name
    standing = monitor?.standing
    self.limit = limit
    self.maximumCount = maximumCount
    self.size = size
    desk = .allocate(capacity: 1)
    desk.initialize(to: Desk(maximumBytes: limit, maximumCount: maximumCount))
    monitor?.register(
      for: self, name, cost: cost, priority: priority, from: level,
      estimate: { cache in cache.bytes },
      release: { cache, request in cache.release(request) })
    // Perhaps no pass has asked it for anything, and the next may be far.
    if cost < .lossy, standing?.now == .critical { hold(.critical, to: 0, of: 0) }
  }

  deinit {
    desk.pointee.deallocate()
    desk.deinitialize(count: 1)
    desk.deallocate()
    lock.deallocate()
  }

  /// The value that is kept for a key.
  ///
  /// Setting one is ``insert(_:for:)``; setting nil is ``remove(_:)``.
  @inlinable
  public subscript(key: Key) -> Value? {
    get {
      let hash = Self.hash(of: key)
      lock.lock()
      guard let slot = desk.pointee.slot(of: key, hash) else {
        desk.pointee.misses &+= 1
        lock.unlock()
        return nil
      }
      desk.pointee.hits &+= 1
      desk.pointee.policy.hit(slot)
      let value = desk.pointee.entries[slot].value
      lock.unlock()
      return value
    }
    set {
      if let newValue { insert(newValue, for: key) } else { remove(key) }
    }
  }

  /// Whether a value is kept for a key.
  ///
  /// That is neither a hit nor a miss, and makes nothing warmer.
  public func contains(_ key: Key) -> Bool {
    let hash = Self.hash(of: key)
    lock.lock()
    let slot = desk.pointee.slot(of: key, hash)
    lock.unlock()
    return slot != nil
  }

  /// Keeps a value in place of the one that was kept for its key, if any.
  ///
  /// Whoever is just making a value for that key gets it, and it is not kept.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - key: what it is found by.
  /// - Returns: whether it is kept: it is not larger than the whole cache, nor than what pressure has
  ///   left of it.
  @inlinable
  @discardableResult
  public func insert(_ value: Value, for key: Key) -> Bool {
    let hash = Self.hash(of: key)
    let bytes = measure(value)
    var outgoing = Desk.Outgoing()
    lock.lock()
    if !desk.pointee.flights.isEmpty { desk.pointee.flights.outdate(key, hash) }
    if desk.pointee.isHeld { updateAllowance() }
    let isKept = desk.pointee.store(value, for: key, hash, bytes: bytes, &outgoing)
    lock.unlock()
    withExtendedLifetime(outgoing) {}
    return isKept
  }

  /// Forgets the value for a key.
  ///
  /// Whoever is just making one gets it, and it is not kept.
  ///
  /// - Parameter key: what it is found by.
  /// - Returns: the value, if one was kept.
  @discardableResult
  public func remove(_ key: Key) -> Value? {
    let hash = Self.hash(of: key)
    var outgoing = Desk.Outgoing()
    lock.lock()
    if !desk.pointee.flights.isEmpty { desk.pointee.flights.outdate(key, hash) }
    desk.pointee.remove(key, hash, &outgoing)
    lock.unlock()
    return outgoing.first?.value
  }

  /// Forgets everything.
  ///
  /// Whoever is just making a value gets it, and it is not kept.
  ///
  /// - Complexity: O(count), under the lock.
  public func removeAll() {
    var outgoing = Desk.Outgoing()
    lock.lock()
    desk.pointee.flights.outdateAll()
    desk.pointee.removeAll(&outgoing)
    lock.unlock()
    withExtendedLifetime(outgoing) {}
    giveBackTables()
  }

  @inlinable
  func measure(_ value: Value) -> Int {
    let bytes = size(value)
    if bytes < 0 { refuse(bytes) }
    return bytes
  }

  @usableFromInline @inline(never)
  func refuse(_ bytes: Int) -> Never {
    misuse("Cache “\(name)”: `size` says that a value holds \(bytes) bytes; no less than 0 can be.")
  }

  /// Brings what the cache may hold up to date; under its lock.
  @usableFromInline
  func updateAllowance() {
    guard let standing else { return }
    desk.pointee.hold(at: standing.now, now: standing.moment)
  }

  @inlinable
  @inline(__always)
  static func hash(of key: Key) -> UInt32 {
    let hash = UInt(bitPattern: key.hashValue)
    return UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
  }
}
