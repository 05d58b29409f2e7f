import Testing

@testable import Screens

/// Bytes that would need many times their size in memory are refused before they get it.
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

  /// What cannot be read again is not written.
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
}
