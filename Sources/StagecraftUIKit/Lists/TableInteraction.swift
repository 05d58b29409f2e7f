/// What the user is doing with a table, and whether changes have to wait.
struct TableInteraction: Hashable, Sendable {
  /// A row is being dragged.
  var isDragging = false
  /// The table is in editing mode.
  var isEditing = false
  /// Rows can be moved, and have handles in editing mode.
  var canMove = false
  /// The table is requesting a deletion, so no row is being dragged by its handle.
  var isDeleting = false

  /// Whether the user may be dragging a row.
  var mayDragRow: Bool { isDragging || isEditing && canMove && !isDeleting }
}
