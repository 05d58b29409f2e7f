import TestSupport
import Testing

@testable import StagecraftTableLists

@Suite struct PositionKeysTests {
  private func isBefore(_ one: String, _ other: String) -> Bool {
    TableValue.text(one) < .text(other)
  }

  @Test func thereIsAlwaysRoomBetweenTwoOfThem() throws {
    var generator = SeededGenerator(seed: 7)
    var keys: [String] = []
    for _ in 0..<3000 {
      let index = Int.random(in: 0...keys.count, using: &generator)
      let low = index > 0 ? keys[index - 1] : nil
      let high = index < keys.count ? keys[index] : nil
      let key = try #require(
        PositionKeys.between(low, high), "between \(low ?? "") and \(high ?? "")")
      keys.insert(key, at: index)
    }
    #expect(zip(keys, keys.dropFirst()).allSatisfy(isBefore))
    #expect(keys.allSatisfy { $0.last != "0" && $0.utf8.count < 24 })
  }

  /// Others may write any text.
  @Test func longTextsHaveRoomToo() throws {
    for text in [String(repeating: "z", count: 200_000), String(repeating: "0", count: 200_000)] {
      let after = try #require(PositionKeys.between(text, nil))
      #expect(isBefore(text, after))
      let between = try #require(PositionKeys.between(text, text + "1"))
      #expect(isBefore(text, between) && isBefore(between, text + "1"))
      #expect(PositionKeys.between("", text + "1") != nil)
    }
  }

  @Test func textsThatAreAppendedOrPutInFrontStayShort() throws {
    var last = try #require(PositionKeys.between(nil, nil))
    var first = last
    for _ in 0..<10_000 {
      let next = try #require(PositionKeys.between(last, nil))
      #expect(isBefore(last, next) && next.utf8.count == 6)
      last = next
      let before = try #require(PositionKeys.between(nil, first))
      #expect(isBefore(before, first) && before.utf8.count == 6)
      first = before
    }
  }

  @Test func textsGrowByOneCharacterForFiveRowsThatAreInsertedAtOnePlace() throws {
    let low = try #require(PositionKeys.between(nil, nil))
    var high = try #require(PositionKeys.between(low, nil))
    for _ in 0..<100 { high = try #require(PositionKeys.between(low, high)) }
    #expect(high.utf8.count < 30)
  }

  @Test func otherTextsHaveRoomOrAreRefused() throws {
    for (low, high) in [
      ("1", "2"), ("2024-01-01", "2024-01-02"), ("é", "ü"), ("", "a"), ("z", "~"),
    ] {
      let key = try #require(PositionKeys.between(low, high))
      #expect(isBefore(low, key) && isBefore(key, high))
    }
    for (low, high) in [("a", "a"), ("b", "a"), ("a", "a0"), ("a", "a "), ("", "")] {
      #expect(PositionKeys.between(low, high) == nil, "\(low) \(high)")
    }
  }

  @Test func manyAreSpreadEvenly() throws {
    let keys = try #require(PositionKeys.spread(1000, between: "a", and: "b"))
    #expect(keys.count == 1000 && zip(keys, keys.dropFirst()).allSatisfy(isBefore))
    #expect(isBefore("a", keys[0]) && isBefore(keys[999], "b"))
    #expect(keys.allSatisfy { $0.utf8.count <= 5 })
  }
}
