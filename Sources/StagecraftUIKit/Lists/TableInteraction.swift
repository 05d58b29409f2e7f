struct TableInteraction: Hashable, Sendable {
  var isDragging = false
  var isEditing = false
  /// Rows have handles in editing mode.
  var canMove = false
  /// No row is being dragged by its handle then.
  var isDeleting = false

  var mayDragRow: Bool { isDragging || isEditing && canMove && !isDeleting }
}
