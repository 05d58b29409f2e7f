// Reverting to an earlier version, and undoing and redoing transitions.

extension LiveList {
  /// Makes the rows of an earlier version the rows of the list again.
  ///
  /// All edits since then are undone, also those of other threads. The result is a new version, so
  /// that a later one can be reverted to as well, and observers receive what differs, as after any
  /// edit:
  ///
  /// ```swift
  /// let before = orders.snapshot()
  /// orders.removeAll { $0.isClosed }
  /// orders.revert(to: before)
  /// ```
  ///
  /// If the list has not been edited since that version, there is no edit. To undo one edit and keep
  /// later ones, see ``apply(_:origin:)``.
  ///
  /// - Parameters:
  ///   - snapshot: A version of this list.
  ///   - origin: The origin of the edit.
  /// - Precondition: The snapshot is one of this list; for others, there is `replaceAll(with:)`.
  /// - Complexity: O(1), and the time in which rows that no version has any more are freed.
  @inlinable
  public func revert(to snapshot: ListSnapshot<Element>, origin: ListOrigin? = nil) {
    edit { checkedRevert(to: snapshot, origin) }
  }

  /// Applies a transition of this list to its present rows, to undo an edit or to redo it.
  ///
  /// ```swift
  /// let edit = orders.changes(since: before)
  /// let kept = orders.apply(edit.inverted)  // undo
  /// orders.apply(edit)  // redo
  /// ```
  ///
  /// Here `before` is the snapshot that was taken before the edit. The transition contains all edits
  /// since then, also those that other threads made before `changes(since:)` was called.
  ///
  /// The list may have been edited since. What the transition does not mention stays as it is, and
  /// rows are found by identity:
  ///
  /// - A row that the transition removes or changes, and whose content has been edited since, is
  ///   neither removed nor changed; it may still be moved. A row that it inserts is not inserted if
  ///   there is one with this identity and other content. A row that it moves or changes may be
  ///   gone. The identities of such rows are returned.
  /// - An inserted or moved row stands after the row that precedes it in the new version. If that
  ///   row is gone, the next one before it takes its place, and finally the beginning of the list.
  ///
  /// If the list is still at the old version of the transition, it has exactly the rows of the new
  /// version after this call. All edits are one version. Without edits there is none, as when a
  /// transition is applied twice.
  ///
  /// - Parameters:
  ///   - transition: The transition, also one that is a reset.
  ///   - origin: The origin of the edits.
  /// - Returns: The identities of the rows that the transition could not insert, remove, move or
  ///   change as recorded; none if the list has not been edited meanwhile.
  /// - Precondition: Both versions are of this list.
  /// - Complexity: O(1) if the list has not been edited meanwhile. Otherwise O(*k* log *n*), where
  ///   *k* is the number of rows that the transition changes, and of rows before them that have
  ///   been removed meanwhile. Other edits wait for all of it; after a reset, *k* may be the number
  ///   of all rows.
  @inlinable
  @discardableResult
  public func apply(_ transition: Transition, origin: ListOrigin? = nil) -> [Element.ID] {
    edit { checkedApply(transition, origin) }
  }
}

extension LiveList.Draft {
  /// Makes the rows of an earlier version the rows of the draft again.
  ///
  /// - Parameter snapshot: A version of the list; see ``LiveList/revert(to:origin:)``.
  /// - Precondition: The snapshot is one of this list.
  /// - Complexity: O(1), and the time in which rows that no version has any more are freed.
  @inlinable
  public mutating func revert(to snapshot: ListSnapshot<Element>) {
    if isCurrent { list.checkedRevert(to: snapshot, nil) }
  }

  /// Applies a transition of the list to the present rows, to undo an edit or to redo it.
  ///
  /// - Parameter transition: The transition; see ``LiveList/apply(_:origin:)``.
  /// - Returns: The identities of the rows that the transition could not insert, remove, move or
  ///   change as recorded.
  /// - Precondition: Both versions are of this list.
  /// - Complexity: O(*k* log *n*), where *k* is the number of rows that the transition changes, and
  ///   of rows before them that have been removed meanwhile.
  @inlinable
  @discardableResult
  public mutating func apply(_ transition: LiveList.Transition) -> [Element.ID] {
    isCurrent ? list.checkedApply(transition, nil) : []
  }
}
