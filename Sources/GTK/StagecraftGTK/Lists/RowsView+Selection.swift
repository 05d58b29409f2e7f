#if GTK
internal import StagecraftLists

extension RowsView {
  /// The identities of the selected rows.
  ///
  /// Setting it does not call ``onSelectionChange``. Identities that the list does not have are
  /// dropped.
  public final var selection: Set<Element.ID> {
    get {
      let ids = store.selection.ids
      // Removed rows are among them only while these are searched for.
      let isExact = ids.count > promptSelection && !isSearchingSelection && !isApplying
      return isExact ? ids : existing(ids)
    }
    set {
      var existing = existing(newValue)
      if existing.count < newValue.count {
        flush()
        existing = self.existing(newValue)
      }
      store.announceSelection(of: store.selection.replace(with: existing))
    }
  }

  /// The same set if all exist: a copy of a large one takes several times as long.
  private func existing(_ ids: Set<Element.ID>) -> Set<Element.ID> {
    guard let rows = snapshot else { return ids }
    let isLarge = ids.count > promptSelection + rows.count / 16
    // One pass over the rows is faster than many searches.
    let isComplete =
      isLarge
      ? rows.count { ids.contains($0.id) } == ids.count
      : ids.allSatisfy { rows.index(of: $0) != nil }
    return isComplete ? ids : ids.filter { rows.index(of: $0) != nil }
  }

  /// With more selected rows, removed ones are searched for in the background.
  private var promptSelection: Int { 512 }

  func deselectRemovedRows() {
    guard !store.selection.ids.isEmpty, let rows = snapshot else { return }
    guard store.selection.ids.count > promptSelection else {
      if store.selection.removeRows(unless: { rows.index(of: $0) != nil }) { selectionChanged() }
      return
    }
    guard !isSearchingSelection else { return }
    isSearchingSelection = true
    Task { [weak self, ids = store.selection.ids] in
      let missing = await Self.rows(ids, missingIn: rows)
      guard let self else { return }
      isSearchingSelection = false
      guard let shown = snapshot else { return }
      if store.selection.remove(missing.filter { shown.index(of: $0) == nil }) {
        selectionChanged()
      }
      if !shown.isIdentical(to: rows) { deselectRemovedRows() }
    }
  }

  @concurrent
  private nonisolated static func rows(
    _ ids: Set<Element.ID>, missingIn rows: ListSnapshot<Element>
  ) async -> Set<Element.ID> {
    ids.filter { rows.index(of: $0) == nil }
  }

  /// In the next turn, once.
  func selectionChanged() {
    guard isSelectionReported else { return }
    isSelectionReported = false
    Task { [weak self] in
      guard let self else { return }
      isSelectionReported = true
      onSelectionChange?(selection)
    }
  }
}
#endif
