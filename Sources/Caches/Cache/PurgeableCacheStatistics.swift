internal import StageFloor
internal import StagecraftMemory

/// The contents of a cache and its hits, misses and evictions so far.
public struct PurgeableCacheStatistics: Sendable, Hashable {
  /// The number of cached values.
  public var count = 0

  /// The number of bytes that they hold.
  public var bytes = 0

  /// The number of lookups that found a value.
  public var hits = 0

  /// The number of lookups that found none.
  public var misses = 0

  /// The number of values evicted for lack of room or under pressure.
  public var evictions = 0

  /// The number of values not kept because they are larger than the whole cache, or than its limit
  /// under pressure.
  public var refusals = 0

  /// The share of hits, from 0 to 1; nil before the first lookup.
  public var hitRatio: Double? {
    hits + misses == 0 ? nil : Double(hits) / Double(hits + misses)
  }

  init() {}
}

extension PurgeableCacheStatistics: CustomStringConvertible {
  /// The figures in a sentence.
  public var description: String {
    let ratio = hitRatio.map { " (\(Int(($0 * 100).rounded())) %)" } ?? ""
    return """
      \(count) values of \(ByteText(bytes)); \(hits) of \(hits.addingSaturated(misses)) lookups hit\
      \(ratio); \(evictions) evicted, \(refusals) too large.
      """
  }
}

extension PurgeableCache {
  /// The number of bytes cached.
  public var bytes: Int {
    lock.lock()
    defer { lock.unlock() }
    return state.pointee.policy.bytes
  }

  /// The number of values cached.
  public var count: Int {
    lock.lock()
    defer { lock.unlock() }
    return state.pointee.policy.count
  }

  /// A snapshot of the contents and of the counters.
  public var statistics: PurgeableCacheStatistics {
    var statistics = PurgeableCacheStatistics()
    lock.lock()
    defer { lock.unlock() }
    statistics.count = state.pointee.policy.count
    statistics.bytes = state.pointee.policy.bytes
    statistics.hits = state.pointee.hits
    statistics.misses = state.pointee.misses
    statistics.evictions = state.pointee.evictions
    statistics.refusals = state.pointee.refusals
    return statistics
  }
}
