import Testing

@testable import StagecraftScreens

/// Data written by one version of an app, read by another.
@Suite(.timeLimit(.minutes(3)))
struct StateVersionsTests {
  struct Old: Codable {
    var comment = "dear reader"
    var removed = Order.sample(4)
    var page = 7
  }

  struct New: Codable, Equatable {
    var added: Int?
    var page: Int
    var comment: String
  }

  struct Newer: Codable {
    var comment: String
    var isNeeded: Bool
  }

  @Test
  func fieldsMayBeAddedRemovedAndMoved() throws {
    let bytes = try StateEncoder.document([Old(), Old(page: 8)])
    let new = try StateDecoder.value([New].self, in: bytes)
    #expect(
      new == [
        New(added: nil, page: 7, comment: "dear reader"),
        New(added: nil, page: 8, comment: "dear reader"),
      ])
  }

  @Test
  func errorsNameAMissingField() throws {
    let bytes = try StateEncoder.document(Old())
    let error = #expect(throws: DecodingError.self) {
      try StateDecoder.value(Newer.self, in: bytes)
    }
    guard case .keyNotFound(let key, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(key.stringValue == "isNeeded")
  }

  @Test
  func errorsNameThePosition() throws {
    struct Shelf: Codable { var rows: [[String: Int]] }
    struct Other: Codable { var rows: [[String: String]] }
    let bytes = try StateEncoder.document(Shelf(rows: [[:], ["a": 1]]))
    let error = #expect(throws: DecodingError.self) {
      try StateDecoder.value(Other.self, in: bytes)
    }
    guard case .typeMismatch(_, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["rows", "1", "a"])
  }

  @Test
  func largeRecordsAreReadInAnyOrder() throws {
    struct Some: Decodable {
      var values: [Int] = []

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        for number in stride(from: 999, through: 0, by: -3) {
          values.append(try container.decode(Int.self, forKey: Key(stringValue: "k\(number)")))
        }
        #expect(container.allKeys.count == 1000)
        #expect(!container.contains(Key(stringValue: "k1000")))
      }
    }
    struct Key: CodingKey {
      let stringValue: String
      let intValue: Int? = nil
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    let all = Dictionary(uniqueKeysWithValues: (0..<1000).map { ("k\($0)", $0) })
    let some = try StateDecoder.value(Some.self, in: StateEncoder.document(all))
    #expect(some.values == Array(stride(from: 999, through: 0, by: -3)))
  }
}
