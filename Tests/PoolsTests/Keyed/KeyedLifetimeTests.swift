import StagecraftPools
import Testing

/// Run under the address sanitizer, these find uses of freed memory and leaks.
@Suite("The lifetime of a keyed pool", .timeLimit(.minutes(3)))
struct KeyedLifetimeTests {
  private final class Volume: Sendable {
    private let alive: Tally
    init(_ alive: Tally) {
      self.alive = alive
      alive.add()
    }
    deinit { alive.add(-1) }
  }

  /// A key that is an object, to check whether the pool releases it.
  private final class Shelfmark: Hashable, Sendable {
    let text: String
    private let alive: Tally
    private let farewell: AsyncStream<String>.Continuation

    init(_ text: String, _ alive: Tally, _ farewell: AsyncStream<String>.Continuation) {
      self.text = text
      self.alive = alive
      self.farewell = farewell
      alive.add()
    }

    deinit {
      alive.add(-1)
      farewell.yield(text)
    }

    static func == (left: Shelfmark, right: Shelfmark) -> Bool { left.text == right.text }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }

  @Test("leases outlive the pool, and their elements are then destroyed")
  func leasesOutliveThePool() async throws {
    let alive = Tally()
    var pool: KeyedPool<Int, Volume>? = KeyedPool(capacity: 8, capacityPerKey: 2) { _ in
      Volume(alive)
    }
    for number in 0..<100 { try await pool?.withElement(for: number) { _ in } }
    let first = try await pool?.lease(for: 1)
    let discarded = try await pool?.lease(for: 1)
    let detached = try await pool?.lease(for: 2)
    var shared = try await pool?.ownedLease(for: 3)
    pool = nil
    #expect(alive.count == 4)
    if let first { first.release() }
    if let discarded { discarded.discard() }
    #expect(alive.count == 2)
    if let detached { withExtendedLifetime(detached.detach()) { #expect(alive.count == 2) } }
    #expect(alive.count == 1)
    shared?.release()
    shared = nil
    try await waitUntil { alive.count == 0 }
  }

  @Test("a dropped pool releases its keys and the elements that are still being created")
  func releasesKeys() async throws {
    let keys = Tally()
    let alive = Tally()
    let (started, hasStarted) = AsyncStream.makeStream(of: Void.self)
    let (allowed, allow) = AsyncStream.makeStream(of: Void.self)
    let (ended, farewell) = AsyncStream.makeStream(of: String.self)
    var pool: KeyedPool<Shelfmark, Volume>? = KeyedPool(capacity: 3, capacityPerKey: 2) { key in
      if key.text == "slow" {
        hasStarted.yield()
        for await _ in allowed { break }
      }
      return Volume(alive)
    }
    for number in 0..<50 {
      try await pool?.withElement(for: Shelfmark("\(number)", keys, farewell)) { _ in }
    }
    #expect(keys.count == 3)
    let reader = Task { [pool] in
      try await pool?.withElement(for: Shelfmark("slow", keys, farewell)) { _ in }
    }
    for await _ in started { break }
    reader.cancel()
    _ = await reader.result
    pool = nil
    allow.yield()
    // The last key ends on the thread that made its element, after the element.
    for await key in ended where key == "slow" { break }
    #expect(keys.count == 0)
    #expect(alive.count == 0)
  }
}
