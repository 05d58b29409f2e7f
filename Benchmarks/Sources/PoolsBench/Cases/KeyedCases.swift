internal import Harness
internal import StagecraftPools

extension Case {
  /// One thread, and an idle book of the key.
  static var keyed: [Case] {
    [
      Case("keyed-1t", "withElementBlocking of a keyed pool of 8 keys, one thread") {
        [
          KeyedScope(pool: try .ofBooks(keys: 8), key: 3).onThread("stagecraft"),
          KeyedLockPool(keys: 8, measured: 3).onThread("textbook-nslock"),
          FloorPool().onThread("floor"),
        ]
      }
    ] + KeyedSpike.sizes.flatMap { size in KeyedSpike.Act.allCases.map { spike(size, $0) } }
  }

  private static func spike(_ size: KeyedSpike.Size, _ act: KeyedSpike.Act) -> Case {
    var spike = Case("keyed-\(act.rawValue)-\(size.name)", "keys: \(size.count); \(act.about)") {
      [
        Subject("stagecraft") { operations in
          try waitForTask { try await KeyedSpike.sample(act, size.count, operations) }
        }
      ]
    }
    spike.isLong = size.count > 100
    return spike
  }
}

/// A keyed pool that has, or had, a book for each of many keys.
enum KeyedSpike {
  struct Size: Sendable {
    var name: String
    var count: Int
  }

  static let sizes = [
    Size(name: "100", count: 100), Size(name: "10k", count: 10_000),
    Size(name: "100k", count: 100_000),
  ]

  enum Act: String, CaseIterable, Sendable {
    case trim, invalidate, shutdown
    case invalidateKeyAfter = "invalidate-key-after"
    case setCapacityAfter = "set-capacity-after"

    var about: String {
      switch self {
      case .trim: "trim(.all), for each of them"
      case .invalidate: "invalidateAll(), for each of them"
      case .shutdown: "shutdown(), for each of them"
      case .invalidateKeyAfter: "invalidate(_:) once all but the last are gone"
      case .setCapacityAfter: "setCapacity(_:perKey:) once all but the last are gone"
      }
    }

    /// Whether the whole act is one operation.
    var isSingle: Bool { self == .invalidateKeyAfter || self == .setCapacityAfter }
  }

  /// Measures an act on new pools, as often as it takes for about this many operations.
  static func sample(_ act: Act, _ count: Int, _ operations: Int) async throws -> Sample {
    var nanoseconds: Int64 = 0
    // Most of the time is spent before the act, and not measured.
    let rounds = act.isSingle ? 1 : max(1, min(20_000, operations) / count)
    let times = max(1, operations)
    for _ in 0..<rounds {
      let pool = KeyedPool(capacity: count + 1, capacityPerKey: 1) { (_: Int) in Book() }
      var leases: [OwnedLease<Book>] = []
      for key in 0..<count { leases.append(try await pool.ownedLease(for: key)) }
      let last = leases.popLast()
      for lease in leases { lease.release() }
      leases = []
      if act.isSingle { pool.trim(.all) } else { last?.release() }
      let stopwatch = Stopwatch()
      switch act {
      case .trim: pool.trim(.all)
      case .invalidate: pool.invalidateAll()
      case .shutdown: await pool.shutdown()
      case .invalidateKeyAfter: for _ in 0..<times { pool.invalidate(count - 1) }
      case .setCapacityAfter:
        for time in 0..<times { pool.setCapacity(count + 2 + time, perKey: 1) }
      }
      nanoseconds += stopwatch.nanoseconds
      last?.release()
    }
    return Sample(operations: act.isSingle ? times : rounds * count, nanoseconds: nanoseconds)
  }
}
