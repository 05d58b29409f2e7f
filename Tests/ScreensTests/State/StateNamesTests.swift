import Testing

@testable import StagecraftScreens

/// Field names are compared as bytes: names that are equal in Swift may belong to two fields.
@Suite(.timeLimit(.minutes(3)))
struct StateNamesTests {
  private func bytes(_ value: [[String: Int]]) -> [[[UInt8]]] {
    value.map { $0.keys.map { Array($0.utf8) } }
  }

  private static let names = [
    "caf\u{e9}", "cafe\u{301}", "\u{212b}", "A\u{30a}", "\u{c5}", "plain", "",
    String(repeating: "e\u{301}", count: 40), String(repeating: "\u{e9}", count: 40),
  ]

  @Test
  func canonicallyEqualNamesKeepTheirBytes() throws {
    let value = Self.names.map { [$0: 1] }
    let read = try StateDecoder.value([[String: Int]].self, in: StateEncoder.document(value))
    #expect(bytes(read) == bytes(value))
  }

  struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// A record with all of them, as a type with its own coding may write it.
  struct Record: Codable {
    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      for (number, name) in StateNamesTests.names.enumerated() {
        let value = try container.decode(Int.self, forKey: AnyKey(stringValue: name))
        #expect(value == number, "\(name)")
      }
      #expect(!container.contains(AnyKey(stringValue: "caf\u{65}\u{301}s")))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyKey.self)
      for (number, name) in StateNamesTests.names.enumerated().reversed() {
        try container.encode(number, forKey: AnyKey(stringValue: name))
      }
    }
  }

  @Test
  func fieldsAreFoundByTheirBytes() throws {
    _ = try StateDecoder.value(Record.self, in: StateEncoder.document(Record()))
  }
}
