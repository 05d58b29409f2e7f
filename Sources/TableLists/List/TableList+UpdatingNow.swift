internal import StageFloor
internal import StagecraftLists

extension TableList {
  /// Changes a row in the list at once, and then in the table.
  ///
  /// - The edit is confirmed when it is committed. If it is refused, or if others have changed the row
  ///   meanwhile, the list shows the row of the table again, and ``PendingEdit/confirmed()`` throws.
  /// - Such edits of a list are written in their order. An edit of a row whose previous edit was taken
  ///   back is taken back too.
  /// - While an edit is not confirmed, ``list`` shows more than the commits of the table.
  ///
  /// - Parameters:
  ///   - id: The id of the row, which must not be changed.
  ///   - body: Changes the row; ``PendingEdit/retry()`` calls it again.
  /// - Returns: The edit, to be watched or not.
  /// - Throws: ``TableError/Code/key`` if there is no such row.
  @discardableResult
  public func updateNow(
    _ id: Row.ID, _ body: @escaping @Sendable (inout Row) -> Void
  ) throws(TableError) -> PendingEdit<Row> {
    let (before, after) = try core.show(id, body)
    let edit = PendingEdit(self, before: before, after: after, body: body)
    let core = core
    core.enqueue { await core.commit(edit) }
    return edit
  }
}

extension TableCore {
  /// Shows an edit that is not committed.
  fileprivate func show(
    _ id: Row.ID, _ body: (inout Row) -> Void
  ) throws(TableError) -> (before: Row, after: Row) {
    var placer = RowPlacer(coder: try makeCoder(), order: order, areSame: areSame)
    let schema = schema
    return try list.transaction { draft throws(TableError) in
      if isClosed { throw closedError }
      guard let before = draft[id: id] else { throw schema.noRow("\(id)") }
      var after = before
      body(&after)
      require(after.id == id, "The id of a row cannot be changed from \(id) to \(after.id).")
      try placer.place([after], in: &draft)
      var overlaid = overlay[id] ?? OverlaidRow(base: before, shown: after, edits: 0)
      overlaid.shown = after
      overlaid.edits += 1
      overlay[id] = overlaid
      return (before, after)
    }
  }

  /// Ends the overlay of a row if this was its only edit.
  ///
  /// - `written`: The row that the edit has committed; a list that is closed does not read it.
  func endEdit(of id: Row.ID, written: Row? = nil) {
    let coder = try? makeCoder()
    list.transaction { draft in
      guard var overlaid = overlay[id] else { return }
      if let written, isClosed { overlaid.base = written }
      overlaid.edits -= 1
      overlay[id] = overlaid.edits > 0 ? overlaid : nil
      if overlaid.edits > 0 { return }
      guard let base = overlaid.base else {
        draft.remove(id)
        return
      }
      guard let coder else { return }
      var placer = RowPlacer(coder: coder, order: order, areSame: areSame)
      try? placer.place([base], in: &draft)
    }
  }

  /// After the edits before it.
  fileprivate func enqueue(_ edit: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      let last = state.lastEdit
      state.lastEdit = Task.detached {
        await last?.value
        await edit()
      }
    }
  }

  fileprivate func commit(_ edit: PendingEdit<Row>) async {
    do {
      try await write(edit)
      edit.finish(.success(()))
      switch await catchUp() {
      case .finished, .closed: endEdit(of: edit.before.id, written: edit.after)
      case .failed, .cancelled:
        // Otherwise the list would show the row from before the edit until it is read.
        state.withLock { $0.committed.append(edit.after) }
        signalled()
      }
    } catch {
      _ = await catchUp()
      endEdit(of: edit.before.id)
      edit.finish(.failure(error))
    }
  }

  private func write(_ edit: PendingEdit<Row>) async throws {
    var coder = try makeCoder()
    let old = try coder.checkedFields(of: edit.before)
    let changes = try coder.checkedFields(of: edit.after).changes(from: old)
    let key = try coder.key(of: edit.before.id)
    if changes.isEmpty { return }
    var expected = old
    for isLast in [false, true] {
      guard
        case .conflict(_, let record) = try await write([
          .update(key: key, changes, expecting: expected)
        ])
      else { return }
      let theirs = try newerRow(record)
      // The database may spell the same values in another way.
      guard !isLast, let row = theirs.row, try coder.checkedFields(of: row) == old else {
        throw TableConflict(yours: edit.after, theirs: theirs.row)
      }
      expected = old.map { TableField($0.column, theirs.fields[$0.column] ?? $0.value) }
    }
  }
}
