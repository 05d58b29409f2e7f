import Testing

@testable import StagecraftLists

@Suite(.timeLimit(.minutes(3)))
struct HashIndexTests {
  @Test
  func emptyIndexFindsNothing() {
    let box = IndexBox()
    #expect(box.firstKey(for: 7) == nil)
    #expect(box.count == 0)
    box.index.checkInvariants()
  }

  @Test
  func lookupOffersEachKeyOfTheHashUntilOneMatches() {
    let box = IndexBox()
    for key in 1...200 { box.index.insert(hash: 7, key: UInt64(key)) }
    box.index.insert(hash: 8, key: 1000)
    #expect(box.keysOffered(for: 7).sorted() == Array(1...200))
    #expect(box.firstKey(for: 7) { $0 == 150 } == 150)
    #expect(box.firstKey(for: 8) == 1000)
    #expect(box.firstKey(for: 9) == nil)
  }

  @Test
  func equalEntriesAreStoredTwice() {
    let box = IndexBox()
    box.index.insert(hash: 7, key: 1)
    box.index.insert(hash: 7, key: 1)
    box.index.remove(hash: 7, key: 1)
    #expect(box.contains(hash: 7, key: 1))
    box.index.remove(hash: 7, key: 1)
    #expect(box.count == 0)
  }

  @Test
  func rekeyingChangesNeitherOtherEntriesNorCopies() {
    let box = IndexBox((0..<100).map { HashEntry(hash: 7, key: $0) })
    let old = box.copy()
    box.index.rekey(hash: 7, from: 50, to: 1000)
    #expect(!box.contains(hash: 7, key: 50))
    #expect(box.contains(hash: 7, key: 1000))
    #expect(old.contains(hash: 7, key: 50))
    #expect(!old.contains(hash: 7, key: 1000))
    #expect(box.count == 100)
  }

  /// After most of 5000 entries have been removed, the few remaining ones are in one leaf.
  @Test
  func branchesAreRemovedWithTheirEntries() throws {
    let box = IndexBox()
    let hashes = (0..<5000).map { UInt64($0) &* 0x9E37_79B9_7F4A_7C15 }
    for hash in hashes { box.index.insert(hash: hash, key: hash) }
    for hash in hashes.dropFirst(5) { box.index.remove(hash: hash, key: hash) }
    box.index.checkInvariants()
    let root = try #require(box.root)
    #expect(root.isLeaf)
    #expect(root.count == 5)
  }

  /// After a copy, the first edit copies its path, and the second edits it in place.
  @Test
  func nodesAreEditedInPlaceWithoutACopy() throws {
    let box = IndexBox((0..<5000).map { Self.entry($0) })
    let first = try #require(box.root)
    box.index.rekey(hash: Self.entry(7).hash, from: 7, to: 8000)
    #expect(box.root == first)
    let copy = box.copy()
    box.index.rekey(hash: Self.entry(7).hash, from: 8000, to: 7)
    let second = try #require(box.root)
    #expect(second != first)
    box.index.rekey(hash: Self.entry(7).hash, from: 7, to: 8000)
    #expect(box.root == second)
    #expect(copy.root == first)
  }

  @Test
  func removingOrRekeyingAMissingEntryTraps() async {
    await #expect(processExitsWith: .failure) {
      var index = HashIndex()
      index.insert(hash: 1, key: 1)
      index.remove(hash: 1, key: 2)
    }
    await #expect(processExitsWith: .failure) {
      var index = HashIndex()
      index.rekey(hash: 1, from: 1, to: 2)
    }
  }

  private static func entry(_ number: UInt64) -> HashEntry {
    HashEntry(hash: number &* 0x9E37_79B9_7F4A_7C15, key: number)
  }
}
