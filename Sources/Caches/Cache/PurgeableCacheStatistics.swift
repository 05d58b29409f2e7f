internal import StagecraftMemory
internal import StageFloor

/// What a cache holds, and what it was good for so far.
public struct PurgeableCacheStatistics: Sendable, Hashable {
  /// How many values are kept.
  public var count = 0

  /// How many bytes they hold together.
  public var bytes = 0

  /// How often a value was asked for and found.
  public var hits = 0

  /// How often a value was asked for and not found.
  public var misses = 0

  /// How many values had to go for want of room, or because memory was short.
  public var evictions = 0

  /// How many values were not kept because they are larger than the whole cache, or than what
  /// pressure has left of it.
  public var refusals = 0

  /// The share of hits, from 0 to 1; nil before anything was asked for.
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
      \(count) values of \(ByteText(bytes)); found \(hits) of \(hits.addingSaturated(misses)) times\
      \(ratio); \(evictions) gave way, \(refusals) were too large.
      """
  }
}

extension PurgeableCache {
  /// How many bytes are kept.
  public var bytes: Int {
    lock.lock()
    defer { lock.unlock() }
    return desk.pointee.policy.bytes
  }

  /// How many values are kept.
  public var count: Int {
    lock.lock()
    defer { lock.unlock() }
    return desk.pointee.policy.count
  }

  /// What the cache holds at this moment, and what it was good for so far.
  public var statistics: PurgeableCacheStatistics {
    var statistics = PurgeableCacheStatistics()
    lock.lock()
    defer { lock.unlock() }
    statistics.count = desk.pointee.policy.count
    statistics.bytes = desk.pointee.policy.bytes
    statistics.hits = desk.pointee.hits
    statistics.misses = desk.pointee.misses
    statistics.evictions = desk.pointee.evictions
    statistics.refusals = desk.pointee.refusals
    return statistics
  }
}
