internal import StagecraftCaches

/// Our cache with the replacement policies' interface: each key has a value of one byte.
struct StagecraftKeys: ReplacementPolicy {
  private let cache: PurgeableCache<Int32, Int8>

  init(capacity: Int, keyCount: Int) {
    cache = PurgeableCache("keys", limit: capacity, under: nil) { _ in 1 }
  }

  func request(_ key: Int) -> Bool {
    if cache[Int32(key)] != nil { return true }
    cache.insert(0, for: Int32(key))
    return false
  }
}
