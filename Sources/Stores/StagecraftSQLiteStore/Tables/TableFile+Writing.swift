#if SQLite
internal import CSQLite
internal import StagecraftTableLists

extension TableFile {
  /// Makes edits in one transaction; does not wait for a lock.
  ///
  /// - Returns: The result, or nil if another connection is writing.
  func tryWrite(_ edits: [TableEdit]) throws -> TableWriteResult? {
    try reopenIfReplaced()
    connection.patience = Patience(deadline: 0) { false }
    defer { connection.trimTextStatements() }
    do throws(SQLiteFailure) {
      try connection.run("BEGIN IMMEDIATE")
    } catch {
      if error.isBusy { return nil }
      throw error
    }
    do {
      guard try isUpToDate() else {
        try connection.run("ROLLBACK")
        try repair()
        return nil
      }
      for edit in edits { try check(edit) }
      for (number, edit) in edits.enumerated() {
        if let conflict = try conflict(making: edit) {
          try connection.run("ROLLBACK")
          return .conflict(edit: number, current: conflict.current)
        }
        if edit.writes, connection.changes == 0 {
          throw TableError(
            .refused,
            """
            The table "\(shape.table)" ignores an edit, and nothing was written: a trigger with \
            RAISE(IGNORE), or a constraint with ON CONFLICT IGNORE, has left the row as it was.
            """)
        }
      }
      try connection.run("COMMIT")
      return .written
    } catch {
      if connection.isInTransaction { try? connection.run("ROLLBACK") }
      if let failure = error as? SQLiteFailure, failure.isBusy { return nil }
      throw error
    }
  }

  private struct Conflict { var current: TableRecord? }

  private func check(_ edit: TableEdit) throws {
    let (written, expected): ([TableField], [TableField]) =
      switch edit {
      case .insert(let fields): (fields, [])
      case .update(_, let fields, let expecting): (fields, expecting)
      case .remove(_, let expecting): ([], expecting)
      }
    for field in written + expected where !columns.contains(where: { $0.name == field.column }) {
      throw noSuchColumn(field.column)
    }
    try requireNoNaN(in: written, of: shape.table)
  }

  /// Makes an edit unless the row is not as expected.
  private func conflict(making edit: TableEdit) throws -> Conflict? {
    switch edit {
    case .insert(let fields):
      // A row that is read has them, and they cannot be written.
      let fields = fields.filter { shape.settable.contains($0.column) }
      if let key = fields.first(where: { $0.column == columns[keyColumn].name })?.value,
        key != .null, let current = try row(key)
      {
        return Conflict(current: current)
      }
      try connection.run(
        text: insertion(of: fields.map(\.column), into: shape.table),
        fields.map { Binding($0.value) })
    case .update(let key, let fields, let expecting):
      guard try holds(expecting, key) else { return Conflict(current: try row(key)) }
      if fields.isEmpty { return nil }
      let list = fields.map { "\(quoted($0.column)) = ?" }.joined(separator: ", ")
      try connection.run(
        text: "UPDATE \(rows) SET \(list) WHERE \(keyName) IS ?",
        fields.map { Binding($0.value) } + [Binding(key)])
    case .remove(let key, let expecting):
      guard try holds(expecting, key) else { return Conflict(current: try row(key)) }
      try connection.run(text: "DELETE FROM \(rows) WHERE \(keyName) IS ?", [Binding(key)])
    }
    return nil
  }

  /// Whether there is a row with a key, and it has these values.
  private func holds(_ expected: [TableField], _ key: TableValue) throws -> Bool {
    var condition = RowCondition()
    condition.add("\(keyName) IS ?", [key])
    for field in expected {
      condition.add("r.\(quoted(field.column)) COLLATE BINARY IS ?", [field.value])
    }
    return try connection.first(
      text: "SELECT 1 FROM \(rows) WHERE \(condition.sql)", condition.values
    ) { _ in true } ?? false
  }
}

extension TableEdit {
  /// Whether it is more than an expectation.
  fileprivate var writes: Bool {
    if case .update(_, let fields, _) = self { return !fields.isEmpty }
    return true
  }
}
#endif
