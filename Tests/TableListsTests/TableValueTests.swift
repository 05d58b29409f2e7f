import StagecraftTableLists
import Testing

@Suite struct TableValueTests {
  @Test func valuesOfDifferentTypesDiffer() {
    #expect(TableValue.integer(1) != .real(1))
  }
}
