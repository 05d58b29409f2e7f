public import StageFloor
public import StagecraftMemory

/// A cache limited in bytes, which evicts its coldest values under memory pressure.
///
/// ```swift
/// let covers = PurgeableCache<Book.ID, Cover>(
///   "covers", limit: 64 << 20, cost: .readFromDisk, under: pressure
/// ) { $0.bytes }
///
/// let cover = try covers.value(for: book.id) { try Cover(contentsOf: book.coverFile) }
/// ```
///
/// Any thread may call any member, including from closures that the cache calls and from the
/// `deinit` of keys and values: these run without a lock. Only the `==` of a key runs under the
/// cache's lock, and it must not use the cache.
///
/// - **Eviction order.** Values that are requested repeatedly stay, even during a long scan of
///   other keys that requests each once or twice: new entries share a part of the capacity until
///   they are requested twice more, or return soon after they were evicted. The part is a tenth at
///   first, and adapts to the requests: where recency matters most, as in a list that is scrolled,
///   it becomes nearly the whole.
///   The size of a value is computed once, when it is inserted, and must not change while it is
///   kept. A value larger than the whole cache is not kept, and neither is the value that it was to
///   replace.
/// - **Under pressure** the cache evicts from the cold end, as many bytes as the monitor requests,
///   or a share if the monitor gives no number. Below critical pressure a quarter of the contents
///   stays in any case: a cache that dropped everything at each warning would be refilled at once,
///   at everyone's expense. At critical pressure everything is evicted. The cache is registered
///   with the monitor for its lifetime.
/// - **While a pressure level lasts**, the cache is limited to what a pass at that level left in
///   it, and larger values are not kept; at critical pressure none are, even by a cache that was
///   empty or is created meanwhile. When the level falls, the limit grows back, up to what passes
///   at the new level left: without pressure fully within about half a minute, under lesser
///   pressure in two minutes. Passes below critical pressure that took nothing do not limit the
///   cache.
/// - **Tables.** The memory for tables follows the number of values: when less than an eighth is in
///   use, as after a scan of small values, the tables are replaced by smaller ones. When the cache
///   is emptied at once, it is as small as a new one.
/// - **Cost.** A hit takes one short lock and allocates nothing. An insertion may evict several
///   entries; amortized, that is a few steps per hit and per insertion.
public final class PurgeableCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline typealias State = CacheState<Key, Value>

  @usableFromInline let lock = LockWord()
  @usableFromInline nonisolated(unsafe) let state: UnsafeMutablePointer<State>  // guard: `lock`
  @usableFromInline let size: @Sendable (Value) -> Int

  package let name: String
  let sharedLevel: SharedLevel?

  /// The maximum number of bytes.
  public let limit: Int

  /// The maximum number of values.
  public let maximumCount: Int

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - name: The name used in the monitor's reports.
  ///   - limit: The maximum number of bytes.
  ///   - maximumCount: The maximum number of values.
  ///   - cost: What it costs to get evicted values back.
  ///   - priority: The order among responders of the same cost.
  ///   - level: The pressure level from which values are evicted.
  ///   - monitor: The monitor that reports memory pressure; nil if the cache is only shrunk by
  ///     hand.
  ///   - size: Returns the number of bytes that a value holds, not less than zero.
  public init(
    _ name: String, limit: Int = .max, maximumCount: Int = .max, cost: RebuildCost = .computed,
    priority: ReleasePriority = .normal, from level: PressureLevel = .elevated,
    under monitor: PressureMonitor?, size: @escaping @Sendable (Value) -> Int
  ) {
    require(
      limit >= 0 && maximumCount >= 0,
      """
      Cache “\(name)”: a limit of \(limit) bytes and \(maximumCount) values; neither may be \
      negative.
      """)
    self.name = name
    sharedLevel = monitor?.sharedLevel
    self.limit = limit
    self.maximumCount = maximumCount
    self.size = size
    state = .allocate(capacity: 1)
    state.initialize(to: State(maximumBytes: limit, maximumCount: maximumCount))
    monitor?.register(
      for: self, name, cost: cost, priority: priority, from: level,
      estimate: { cache in cache.bytes },
      release: { cache, request in cache.release(request) })
    // Perhaps no pass has asked this cache yet, and the next may be far off.
    if cost < .lossy, sharedLevel?.now == .critical { hold(.critical, to: 0, of: 0) }
  }

  deinit {
    state.pointee.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
    lock.deallocate()
  }

  /// The cached value for a key.
  ///
  /// Setting a value is the same as ``insert(_:for:)``, and setting nil as ``remove(_:)``.
  ///
  /// - Parameter key: The key.
  @inlinable
  public subscript(key: Key) -> Value? {
    get {
      let hash = Self.hash(of: key)
      lock.lock()
      guard let slot = state.pointee.slot(of: key, hash) else {
        state.pointee.misses &+= 1
        lock.unlock()
        return nil
      }
      state.pointee.hits &+= 1
      state.pointee.policy.hit(slot)
      let value = state.pointee.entries[slot].value
      lock.unlock()
      return value
    }
    set {
      if let newValue { insert(newValue, for: key) } else { remove(key) }
    }
  }

  /// Returns whether a value is cached for a key.
  ///
  /// This counts neither as a hit nor as a miss, and does not affect the eviction order.
  ///
  /// - Parameter key: The key.
  /// - Returns: Whether a value is cached.
  public func contains(_ key: Key) -> Bool {
    let hash = Self.hash(of: key)
    lock.lock()
    let slot = state.pointee.slot(of: key, hash)
    lock.unlock()
    return slot != nil
  }

  /// Inserts a value, replacing the one cached for its key, if any.
  ///
  /// A value that is being created for the key is returned to its callers but not kept.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: The key.
  /// - Returns: Whether the value is kept: whether it is no larger than the whole cache, nor than
  ///   its limit under pressure.
  @inlinable
  @discardableResult
  public func insert(_ value: Value, for key: Key) -> Bool {
    let hash = Self.hash(of: key)
    let bytes = measure(value)
    var outgoing = State.Outgoing()
    lock.lock()
    if !state.pointee.creations.isEmpty { state.pointee.creations.outdate(key, hash) }
    if state.pointee.isHeld { updateAllowance() }
    let isKept = state.pointee.store(value, for: key, hash, bytes: bytes, &outgoing)
    lock.unlock()
    withExtendedLifetime(outgoing) {}
    return isKept
  }

  /// Removes the value for a key.
  ///
  /// A value that is being created for the key is returned to its callers but not kept.
  ///
  /// - Parameter key: The key.
  /// - Returns: The removed value, if there was one.
  @discardableResult
  public func remove(_ key: Key) -> Value? {
    let hash = Self.hash(of: key)
    var outgoing = State.Outgoing()
    lock.lock()
    if !state.pointee.creations.isEmpty { state.pointee.creations.outdate(key, hash) }
    state.pointee.remove(key, hash, &outgoing)
    lock.unlock()
    return outgoing.first?.value
  }

  /// Removes all values.
  ///
  /// Values that are being created are returned to their callers but not kept.
  ///
  /// - Complexity: O(count), under the lock.
  public func removeAll() {
    var outgoing = State.Outgoing()
    lock.lock()
    state.pointee.creations.outdateAll()
    state.pointee.removeAll(&outgoing)
    lock.unlock()
    withExtendedLifetime(outgoing) {}
    freeTables()
  }

  @inlinable
  func measure(_ value: Value) -> Int {
    let bytes = size(value)
    if bytes < 0 { refuse(bytes) }
    return bytes
  }

  @usableFromInline @inline(never)
  func refuse(_ bytes: Int) -> Never {
    misuse("Cache “\(name)”: `size` returned \(bytes) bytes; it must not be negative.")
  }

  /// Call it with the lock held.
  @usableFromInline
  func updateAllowance() {
    guard let sharedLevel else { return }
    state.pointee.hold(at: sharedLevel.now, now: sharedLevel.moment)
  }

  @inlinable
  @inline(__always)
  static func hash(of key: Key) -> UInt32 {
    let hash = UInt(bitPattern: key.hashValue)
    return UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
  }
}
