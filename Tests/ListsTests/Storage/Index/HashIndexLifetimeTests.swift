import TestSupport
import Testing

@testable import StagecraftLists

/// Every node is freed once, which the address sanitizer checks.
@Suite(.timeLimit(.minutes(3)))
struct HashIndexLifetimeTests {
  private static func entries(_ count: UInt64) -> [HashEntry] {
    (0..<count).map { HashEntry(hash: $0 &* 0x9E37_79B9_7F4A_7C15, key: $0) }
  }

  /// The root of an index whose other owners have been released.
  private static func rootOfItsOwn(_ count: UInt64) -> HashNode? {
    let index = HashIndex(entries: entries(count))
    index.root?.retain()
    return index.root
  }

  @Test
  func versionsAreFreedInAnyOrder() throws {
    try withEverySeed(in: 0..<16) { generator in
      var index = HashIndex(entries: Self.entries(2000))
      var versions: [Version] = []
      for number in 0..<UInt64(400) {
        versions.append(Version(index.copy()))
        let hash = (number * 5) &* 0x9E37_79B9_7F4A_7C15
        index.remove(hash: hash, key: number * 5)
        index.insert(hash: .random(in: 0 ... .max, using: &generator), key: 10_000 + number)
        if generator.oneIn(2) {
          versions.remove(at: Int.random(in: 0..<versions.count, using: &generator))
        }
      }
      versions.shuffle(using: &generator)
      while !versions.isEmpty { versions.removeLast() }
      #expect(Version(index).count == 2000)
    }
  }

  @Test
  func garbageIsFreedInPortions() throws {
    var garbage = HashGarbage()
    garbage.add(try #require(Self.rootOfItsOwn(20_000)))
    var rounds = 0
    while !garbage.isEmpty {
      garbage.free(atMost: 64)
      rounds += 1
    }
    #expect(rounds > 5)
  }

  @Test
  func remainingGarbageIsFreedByItsDeinit() throws {
    var garbage = HashGarbage()
    garbage.add(try #require(Self.rootOfItsOwn(20_000)))
    garbage.free(atMost: 1)
    let isFree = garbage.isEmpty
    #expect(!isFree)
  }

  /// An index that is too large to free on the main actor is freed elsewhere.
  @Test @MainActor
  func largeIndexIsReleasedOnTheMainActor() {
    let index = HashIndex(entries: Self.entries(100_000))
    let copy = Version(index.copy())
    _ = consume index
    #expect(copy.count == 100_000)
  }

  /// One thread edits while others release its old versions.
  @Test
  func copiesAreReleasedOnOtherThreads() async throws {
    let threads = OwnThreads()
    let entries = Self.entries(3000)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      let (versions, mailbox) = AsyncStream.makeStream(of: Version.self)
      for _ in 0..<3 {
        group.addTask(executorPreference: threads) {
          var total = 0
          for await version in versions { total += version.index.count / 3000 }
          return total >= 0
        }
      }
      group.addTask(executorPreference: threads) {
        var index = HashIndex(entries: entries)
        for round in 0..<4000 {
          let entry = entries[round % entries.count]
          index.remove(hash: entry.hash, key: entry.key)
          index.insert(hash: entry.hash, key: entry.key)
          mailbox.yield(Version(index.copy()))
        }
        mailbox.finish()
        index.checkInvariants()
        return index.count == entries.count
      }
      for try await isRight in group { #expect(isRight) }
    }
  }

  /// Several threads edit their own copies of one index.
  @Test
  func copiesAreEditedOnManyThreads() async throws {
    let threads = OwnThreads()
    let entries = Self.entries(3000)
    let common = Version(HashIndex(entries: entries))
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for thread in 0..<4 {
        group.addTask(executorPreference: threads) {
          var generator = SeededGenerator(seed: UInt64(thread))
          for _ in 0..<20 {
            var own = common.index.copy()
            for _ in 0..<100 {
              guard let entry = entries.randomElement(using: &generator) else { return false }
              own.rekey(hash: entry.hash, from: entry.key, to: entry.key)
              own.remove(hash: entry.hash, key: entry.key)
              own.insert(hash: entry.hash, key: entry.key)
            }
            own.checkInvariants()
            guard own.count == entries.count else { return false }
          }
          return true
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
    #expect(common.count == entries.count)
  }
}

private final class Version: Sendable {
  let index: HashIndex
  init(_ index: consuming HashIndex) { self.index = index }

  /// Checks the invariants, and returns the number of entries.
  var count: Int {
    index.checkInvariants()
    return index.count
  }
}
