import StagecraftTableLists
import Testing

@Suite struct TableValueTests {
  @Test func valuesOfDifferentTypesDiffer() {
    #expect(TableValue.integer(1) != .real(1))
  }

  @Test func theOrderIsThatOfADatabase() {
    let sorted: [TableValue] = [
      .null, .real(-.infinity), .integer(.min), .real(-1.5), .integer(-1), .integer(0), .real(0.5),
      .integer(1), .integer(1 << 53), .integer(1 << 53 + 1), .integer(.max), .real(0x1p63),
      .real(.infinity), .real(.nan), .text(""), .text("Z"), .text("a"), .text("ab"),
      .text("a\u{301}"), .text("z"), .text("á"), .text("\u{FFFD}"), .text("😀"), .bytes([]),
      .bytes([0]),
      .bytes([0, 1]), .bytes([1]),
    ]
    for (index, value) in sorted.enumerated() {
      for (other, otherValue) in sorted.enumerated() {
        #expect((value < otherValue) == (index < other), "\(value) and \(otherValue)")
        #expect((value == otherValue) == (index == other), "\(value) and \(otherValue)")
      }
    }
  }

  @Test func numbersOfDifferentTypesArePlacedByTheirValue() {
    #expect(!(TableValue.integer(1) < .real(1)) && !(TableValue.real(1) < .integer(1)))
    #expect(TableValue.integer(1) < .real(1.5))
    #expect(TableValue.integer(-2) < .real(-1.5))
    #expect(TableValue.real(9_007_199_254_740_992) < .integer(9_007_199_254_740_993))
  }

  @Test func spellingsOfOneLetterAreTwoKeys() {
    let keys: Set<TableValue> = [.text("\u{E9}"), .text("e\u{301}")]
    #expect(keys.count == 2)
  }
}
