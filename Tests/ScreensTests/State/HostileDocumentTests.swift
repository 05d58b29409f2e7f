import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftScreens

/// Bytes that would need many times their size in memory are refused before it is allocated.
@Suite(.timeLimit(.minutes(3)))
struct HostileDocumentTests {
  @Test
  func aTableOfEmptyNamesIsRefused() {
    var bytes: [UInt8] = []
    bytes.appendNumber(1 << 20)
    bytes += [UInt8](repeating: 0, count: 1 << 20)
    bytes.append(StateTag.null)
    #expect(throws: StateDamage.self) { try StateSource(bytes) }
  }

  /// A value that cannot be read again is not written.
  @Test
  func asManyNamesAsAreWrittenAreRead() throws {
    let most = Dictionary(uniqueKeysWithValues: (0..<StateNames.maximumCount).map { ("\($0)", $0) })
    #expect(try StateDecoder.value([String: Int].self, in: StateEncoder.document(most)) == most)
    var tooMany = most
    tooMany["one more"] = 1
    #expect(throws: EncodingError.self) { try StateEncoder.document(tooMany) }
  }

  /// Each screen takes two bytes in the file and many times that in memory.
  @Test
  func anArchiveOfAMillionScreensIsRefused() {
    var bytes: [UInt8] = [0, StateTag.list]
    bytes.appendNumber(2 << 20)
    for _ in 0..<(1 << 20) { bytes += [StateTag.record, 0] }
    #expect(throws: StateDamage.self) { try ScreenArchive(encoded: bytes) }
  }

  private func archive(valuesOfEach count: Int, screens: Int) -> ScreenArchive {
    let values = Dictionary(uniqueKeysWithValues: (0..<count).map { ("\($0)", [7] as [UInt8]) })
    let node = ScreenNode(name: "book", state: ScreenArchive.Values(values: values))
    return ScreenArchive(roots: Array(repeating: node, count: screens))
  }

  @Test
  func asManyValuesAsAreWrittenAreRead() throws {
    let most = archive(valuesOfEach: ScreenArchive.maximumValueCount / 32, screens: 32)
    #expect(try ScreenArchive(encoded: most.encoded()) == most)
    #expect(throws: EncodingError.self) {
      try archive(valuesOfEach: ScreenArchive.maximumValueCount / 32 + 1, screens: 32).encoded()
    }
  }

  /// Values of three bytes take a hundred in memory; the names are the same in each screen.
  @Test
  func anArchiveOfAMillionValuesIsRefused() {
    var state: [UInt8] = []
    for name in 1...100 as ClosedRange<UInt64> {
      state.appendNumber(name)
      state += [StateTag.bytes, 0]
    }
    var field: [UInt8] = [0, StateTag.record]
    field.appendNumber(UInt64(state.count))
    field += state
    var record: [UInt8] = [StateTag.record]
    record.appendNumber(UInt64(field.count))
    record += field
    var bytes: [UInt8] = [101]
    bytes.appendText("state")
    for name in 0..<100 { bytes.appendText("\(name)") }
    bytes.append(StateTag.list)
    bytes.appendNumber(UInt64(record.count * 10_000))
    for _ in 0..<10_000 { bytes += record }
    #expect(throws: StateDamage.self) { try ScreenArchive(encoded: bytes) }
  }

  /// A key that an encoder writes twice is stored once.
  @Test
  func aKeyWrittenTwiceIsStoredOnce() throws {
    var bytes: [UInt8] = [1, 1, 97, StateTag.record]
    bytes.appendNumber(2_000)
    for _ in 0..<1_000 { bytes += [0, StateTag.smallInteger | 5] }
    struct Keys: Decodable {
      let count: Int
      init(from decoder: any Decoder) throws {
        count = try decoder.container(keyedBy: StateNamesTests.AnyKey.self).allKeys.count
      }
    }
    #expect(try StateDecoder.value(Keys.self, in: bytes).count == 1)
    #expect(try StateDecoder.value([String: Int].self, in: bytes) == ["a": 5])
  }

  /// A page at an index outside the pages, in a file with valid checksums.
  @Test(arguments: [Int.min, -1, 5, .max])
  @MainActor
  func aPageAtAnInvalidIndexIsLost(_ place: Int) throws {
    let used = LibraryWindow()
    var archive = used.window.archive()
    let pages = ScreenNode(
      place: 1, container: ScreenNode.Container(kind: .pages, current: place),
      children: [ScreenNode(name: "branch", place: place)])
    archive.roots[0].children[0].children[1] = pages
    let fresh = LibraryWindow()
    let report = fresh.window.restore(
      from: try ScreenArchive(encoded: archive.encoded()), catalog: fresh.catalog)
    #expect(report.losses.map(\.reason) == [.noSuchPage])
    #expect(fresh.window.archive().omissions.isEmpty)
  }

  /// One bit of a file is flipped, and its checksums are adjusted: data that can be read is
  /// restored, shown and archived again; otherwise it is reported as lost.
  @Test
  @MainActor
  func changedBytesWithValidChecksumsAreRestoredOrLost() throws {
    let used = LibraryWindow()
    used.simulateUse()
    let bytes = try used.window.archive().encoded()
    var generator = SeededGenerator(seed: 17)
    var restored = 0
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      guard let archive = try? ScreenArchive(encoded: damaged) else { continue }
      restored += 1
      let fresh = LibraryWindow()
      let report = fresh.window.restore(from: archive, catalog: fresh.catalog)
      #expect(!"\(report)".isEmpty)
      #expect(try ScreenArchive(encoded: fresh.window.archive().encoded()).screenCount > 0)
      fresh.window.open()
      fresh.pages.turn(to: 1, animated: false)
      fresh.expectOrder()
    }
    #expect(restored > 0)
    // Truncated anywhere, it is not a valid file.
    for count in bytes.indices {
      #expect(throws: StateDamage.self) { try ScreenArchive(encoded: Array(bytes[..<count])) }
    }
  }
}
