import Testing

@testable import StagecraftUIKit

@Suite("The user's hands on a table")
struct TableHandsTests {
  @Test(arguments: [
    (TableHands(), false),
    (TableHands(isDragging: true), true),
    // A table does not say when a drag by the handle begins.
    (TableHands(isEditing: true, canMove: true), true),
    (TableHands(isEditing: true), false),
    (TableHands(canMove: true), false),
    // The row that the user deletes in the editing mode goes at once.
    (TableHands(isEditing: true, canMove: true, isDeleting: true), false),
    (TableHands(isDragging: true, isDeleting: true), true),
  ])
  func mayHoldARow(hands: TableHands, mayHoldRow: Bool) {
    #expect(hands.mayHoldRow == mayHoldRow)
  }
}
