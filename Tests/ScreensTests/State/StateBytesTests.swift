import Foundation
import TestSupport
import Testing

@testable import StagecraftScreens

/// Bytes are written and read at once wherever a list has no other elements.
@Suite(.timeLimit(.minutes(3)))
struct StateBytesTests {
  private static let sizes = [0, 1, 63, 127, 128, 1_000, 70_000]

  private func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
  }

  private func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
    try StateDecoder.value(Value.self, in: StateEncoder.document(value))
  }

  @Test(arguments: sizes)
  func dataIsWrittenAsBytes(count: Int) throws {
    let bytes = bytes(count)
    let document = try StateEncoder.document(Data(bytes))
    if count > 0 { #expect(document == (try StateEncoder.document(bytes))) }
    #expect(try StateDecoder.value(Data.self, in: document) == Data(bytes))
    #expect(try StateDecoder.value([UInt8].self, in: document) == bytes)
  }

  @Test(arguments: sizes)
  func contiguousArrayIsWrittenAsBytes(count: Int) throws {
    let bytes = bytes(count)
    let document = try StateEncoder.document(ContiguousArray(bytes))
    #expect(document == (try StateEncoder.document(bytes)))
    #expect(try StateDecoder.value(ContiguousArray<UInt8>.self, in: document).elementsEqual(bytes))
  }

  /// Earlier versions wrote each byte as an integer.
  @Test(arguments: sizes)
  func listOfIntegersIsReadAsBytes(count: Int) throws {
    let bytes = bytes(count)
    let document = try StateEncoder.document(bytes.map { Int($0) })
    if count > 0 { #expect(document != (try StateEncoder.document(bytes))) }
    #expect(try StateDecoder.value(Data.self, in: document) == Data(bytes))
    #expect(try StateDecoder.value([UInt8].self, in: document) == bytes)
    #expect(try StateDecoder.value(ContiguousArray<UInt8>.self, in: document).elementsEqual(bytes))
  }

  @Test
  func bytesInOtherValuesComeBack() throws {
    struct Cover: Codable, Equatable {
      var image: Data
      var more: [String: Data]
      var none: Data?
      var levels: Set<UInt8>
      var pairs: [UInt8: UInt8]
      var optionals: [UInt8?]
    }
    let cover = Cover(
      image: Data(bytes(300)), more: ["a": Data(), "b": Data([1, 255])], none: nil,
      levels: [3, 200], pairs: [1: 2, 255: 0], optionals: [7, nil, 255])
    #expect(try roundTrip([cover, cover]) == [cover, cover])
  }

  @Test
  func bytesOfAnotherTypeAreRead() throws {
    let document = try StateEncoder.document(Data([1, 2, 255]))
    #expect(try StateDecoder.value([Int].self, in: document) == [1, 2, 255])
    #expect(throws: DecodingError.self) { try StateDecoder.value([Int8].self, in: document) }
    #expect(throws: DecodingError.self) { try StateDecoder.value([String].self, in: document) }
    let texts = try StateEncoder.document(["a"])
    #expect(throws: DecodingError.self) { try StateDecoder.value(Data.self, in: texts) }
    #expect(throws: DecodingError.self) {
      try StateDecoder.value(Data.self, in: StateEncoder.document([256]))
    }
  }

  /// A collection of bytes that is encoded in its own way is not read behind its back.
  private struct Inverted: RangeReplaceableCollection, Codable, Equatable {
    var stored: [UInt8] = []

    var startIndex: Int { stored.startIndex }
    var endIndex: Int { stored.endIndex }
    func index(after index: Int) -> Int { index + 1 }
    subscript(index: Int) -> UInt8 { stored[index] }

    mutating func replaceSubrange(_ range: Range<Int>, with bytes: some Collection<UInt8>) {
      stored.replaceSubrange(range, with: bytes)
    }

    init() {}

    init(from decoder: any Decoder) throws {
      stored = try decoder.singleValueContainer().decode([UInt8].self).map { ~$0 }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(stored.map { ~$0 })
    }
  }

  @Test
  func otherCollectionsOfBytesAreReadThroughTheirInit() throws {
    var value = Inverted()
    value.append(contentsOf: [1, 2, 3])
    #expect(try roundTrip(value) == value)
    #expect(try roundTrip([value, value]) == [value, value])
  }

  /// What a list may contain besides bytes.
  private enum Other: CaseIterable {
    case text, null, integer, record, list, part

    func write(_ list: inout any UnkeyedEncodingContainer) throws {
      switch self {
      case .text: try list.encode("a")
      case .null: try list.encodeNil()
      case .integer: try list.encode(1_000)
      case .record: _ = list.nestedContainer(keyedBy: StateIndexKey.self)
      case .list:
        var inner = list.nestedUnkeyedContainer()
        try inner.encode(UInt8(9))
      case .part:
        var single = list.superEncoder().singleValueContainer()
        try single.encode(UInt8(200))
      }
    }
  }

  /// A list of bytes, with another element after some of them; written as bytes or as integers.
  private struct Mixed: Encodable {
    let bytes: [UInt8]
    let other: Other
    let position: Int
    let asIntegers: Bool

    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      for (index, byte) in bytes.enumerated() {
        if index == position { try other.write(&list) }
        if asIntegers { try list.encode(Int(byte)) } else { try list.encode(byte) }
      }
      if position == bytes.count { try other.write(&list) }
      #expect(list.count == bytes.count + 1)
    }
  }

  @Test(arguments: [0, 1, 100, 200])
  func anotherElementTurnsBytesIntoAList(position: Int) throws {
    for other in Other.allCases {
      let document = try StateEncoder.document(
        Mixed(bytes: bytes(200), other: other, position: position, asIntegers: false))
      let plain = try StateEncoder.document(
        Mixed(bytes: bytes(200), other: other, position: position, asIntegers: true))
      #expect(document == plain, "\(other) at \(position)")
    }
  }

  /// Bytes written one by one, at once, and through a second container.
  private struct Pieces: Encodable {
    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      try list.encode(UInt8(1))
      try list.encode(contentsOf: [2, 3] as [UInt8])
      try list.encode(contentsOf: (4...5).lazy.map { UInt8($0) })
      var again = encoder.unkeyedContainer()
      try again.encode(UInt8(6))
      #expect(list.count == 6)
    }
  }

  @Test
  func piecesAreJoined() throws {
    #expect(
      try StateEncoder.document(Pieces()) == StateEncoder.document([1, 2, 3, 4, 5, 6] as [UInt8]))
  }

  @Test
  func emptyRunIsAnEmptyList() throws {
    struct Empty: Encodable {
      func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encode(contentsOf: [] as [UInt8])
      }
    }
    let document = try StateEncoder.document(Empty())
    #expect(try StateDecoder.value([String].self, in: document) == [])
    #expect(try StateDecoder.value(Data.self, in: document) == Data())
  }

  /// The same answer by the words of two strings and by their bytes.
  @Test
  func namesWithEqualWordsHaveEqualBytes() {
    let names = [
      "", "a", "book", "123456789012345", "1234567890123456", "caf\u{e9}", "cafe\u{301}",
    ]
    // Built at run time, so that they share no storage with the literals.
    let others = names.map { String(decoding: Array($0.utf8), as: UTF8.self) }
    for one in names + others {
      for other in names + others {
        let isSame = Array(one.utf8) == Array(other.utf8)
        #expect(one.hasSameBytes(as: other) == isSame)
        #expect(one.hasSameBytes(comparing: other) == isSame)
      }
    }
  }

  @Test(arguments: [1, 15, 16, 64, 200])
  func invalidTextIsRefusedWhereverItIs(count: Int) throws {
    for position in 0..<count {
      var document: [UInt8] = [0]
      document.appendTextValue(String(repeating: "a", count: count))
      document[document.count - count + position] = 0xFF
      #expect(throws: StateDamage.self) { try StateDecoder.value(String.self, in: document) }
    }
    let text = String(repeating: "é", count: count)
    #expect(try roundTrip(text) == text)
  }
}
