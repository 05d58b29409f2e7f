import Testing

@testable import StagecraftUIKit

struct TableInteractionTests {
  @Test(arguments: [
    (TableInteraction(), false),
    (TableInteraction(isDragging: true), true),
    // A table does not report the start of a drag by the handle.
    (TableInteraction(isEditing: true, canMove: true), true),
    (TableInteraction(isEditing: true), false),
    (TableInteraction(canMove: true), false),
    // The row that the user deletes in the editing mode is removed immediately.
    (TableInteraction(isEditing: true, canMove: true, isDeleting: true), false),
    (TableInteraction(isDragging: true, isDeleting: true), true),
  ])
  func changesWaitWhileARowMayBeDragged(interaction: TableInteraction, mayDragRow: Bool) {
    #expect(interaction.mayDragRow == mayDragRow)
  }
}
