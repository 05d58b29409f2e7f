internal import StagecraftPools

// Stagecraft on plain threads, one subject for each lending method. All calls of a thread to
// `StagecraftPools` are in this file.

/// `withElement` of an elastic pool.
struct ElasticScope: BookPool {
  let pool: ElasticPool<Book, Never>

  @inline(__always)
  func withBook(_ body: (inout Book) -> Void) {
    pool.withElement { body(&$0) }
  }
}

/// `withElement` of an elastic pool whose observer receives all events, and does nothing.
struct ObservedElasticScope: BookPool {
  let pool: ElasticPool<Book, Never>
  let observation: ObservationToken

  @inline(__always)
  func withBook(_ body: (inout Book) -> Void) {
    pool.withElement { body(&$0) }
  }
}

/// `lease()` of an elastic pool.
struct ElasticLease: BookPool {
  let pool: ElasticPool<Book, Never>

  @inline(__always)
  func withBook(_ body: (inout Book) -> Void) {
    var lease = pool.lease()
    body(&lease.element)
  }
}

/// `withElementBlocking` of a bounded pool.
struct BoundedScope: BookPool {
  let pool: BoundedPool<Book>

  @inline(__always)
  func withBook(_ body: (inout Book) -> Void) throws {
    try pool.withElementBlocking { body(&$0) }
  }
}

/// `leaseBlocking()` of a bounded pool.
struct BoundedLease: BookPool {
  let pool: BoundedPool<Book>

  @inline(__always)
  func withBook(_ body: (inout Book) -> Void) throws {
    var lease = try pool.leaseBlocking()
    body(&lease.element)
  }
}

/// `withElementBlocking` of a keyed pool, for one of its keys.
struct KeyedScope: BookPool {
  let pool: KeyedPool<Int, Book>
  let key: Int

  @inline(__always)
  func withBook(_ body: (inout Book) -> Void) throws {
    try pool.withElementBlocking(for: key) { body(&$0) }
  }
}
