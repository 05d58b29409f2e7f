#if GTK
import Testing

@testable import StagecraftGTK

@Suite("Selected rows")
struct RowSelectionTests {
  @Test func nothingIsSelectedWithoutASelection() {
    var selection = RowSelection<Int>(.none)
    #expect(selection.replace(with: [1]) == [])
    #expect(selection.choose([1]) { _ in true } == [])
    #expect(selection.ids == [])
  }

  @Test func oneRowReplacesTheOther() {
    var selection = RowSelection<Int>(.single)
    #expect(selection.choose([1]) { _ in true } == [1])
    // Adding a row, as with the control key, replaces it too.
    #expect(selection.choose([2]) { $0 == 2 } == [1, 2])
    #expect(selection.ids == [2])
    #expect(selection.replace(with: [1, 2, 3]) == [])
    #expect(selection.choose([]) { $0 == 2 } == [2])
    #expect(selection.ids == [])
  }

  @Test func rowsOutsideTheConcernedOnesStaySelected() {
    var selection = RowSelection<Int>(.multiple)
    #expect(selection.choose([1, 2, 3]) { _ in true } == [1, 2, 3])
    #expect(selection.choose([9]) { $0 == 9 } == [9])
    #expect(selection.choose([2]) { $0 <= 2 } == [1])
    #expect(selection.ids == [2, 3, 9])
    #expect(selection.choose([5]) { _ in true } == [2, 3, 5, 9])
    #expect(selection.ids == [5])
  }

  @Test func manyChangedRowsAreNotCollected() {
    var selection = RowSelection<Int>(.multiple)
    #expect(selection.replace(with: Set(0..<32)) == Set(0..<32))
    #expect(selection.replace(with: Set(0..<65)) == nil)
    #expect(selection.replace(with: Set(100..<165)) == nil, "As many, but others.")
    #expect(selection.replace(with: Set(101..<165)) == [100])
    #expect(selection.ids == Set(101..<165))
  }

  @Test func removedRowsAreDeselected() {
    var selection = RowSelection<Int>(.multiple)
    _ = selection.replace(with: [1, 2, 3])
    let removed = (
      selection.removeRows { $0 != 2 }, selection.removeRows { $0 != 2 }
    )
    #expect(removed == (true, false))
    #expect(selection.ids == [1, 3])
    let subtracted = (selection.remove([3, 9]), selection.remove([9]))
    #expect(subtracted == (true, false))
    #expect(selection.ids == [1])
  }
}
#endif
