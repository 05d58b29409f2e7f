/// What the user is doing to a table, and whether changes have to wait for that.
struct TableHands: Hashable, Sendable {
  /// A row has been lifted.
  var isDragging = false
  /// The table is in its editing mode.
  var isEditing = false
  /// Rows can be moved: they have handles in the editing mode.
  var canMove = false
  /// The table asks for a row to be deleted: then nobody drags one by its handle.
  var isDeleting = false

  /// Whether a row may be in the user's hands.
  var mayHoldRow: Bool { isDragging || isEditing && canMove && !isDeleting }
}
