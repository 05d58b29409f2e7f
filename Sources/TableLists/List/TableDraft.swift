internal import StageFloor
public import StagecraftLists

/// The rows of a table inside a ``TableList/transaction(_:)``.
public struct TableDraft<Row: Identifiable & Sendable> where Row.ID: Sendable {
  /// A row that was read, or edited.
  private struct Step {
    let id: Row.ID
    /// Whether the row was not touched before.
    let isFirst: Bool
    let old: Row?
    var new: Row?
  }

  /// The rows that the list shows.
  public let snapshot: ListSnapshot<Row>

  /// Rows that are newer than the snapshot.
  private let newer: [Row.ID: NewerRow<Row>]
  private let schema: TableSchema
  private var steps: [Step] = []
  /// The last step of each row.
  private var latest: [Row.ID: Int] = [:]
  private var lastEdit = 0

  init(_ snapshot: ListSnapshot<Row>, newer: [Row.ID: NewerRow<Row>], schema: TableSchema) {
    self.snapshot = snapshot
    self.newer = newer
    self.schema = schema
  }

  /// The row with an id, with the edits that were made so far; nil if there is none.
  ///
  /// The transaction commits only if the row has not been changed by others.
  ///
  /// - Parameter id: The id.
  public subscript(id id: Row.ID) -> Row? {
    mutating get { row(id) }
  }

  /// Inserts a row.
  ///
  /// - Parameter row: The row.
  /// - Throws: ``TableError/Code/key`` if there is a row with its id.
  public mutating func insert(_ row: Row) throws(TableError) {
    if self.row(row.id) != nil { throw schema.rowExists("\(row.id)") }
    replace(row.id, by: row)
  }

  /// Changes a row.
  ///
  /// - Parameters:
  ///   - id: The id of the row, which must not be changed.
  ///   - body: Changes the row.
  /// - Returns: The result of `body`.
  /// - Throws: ``TableError/Code/key`` if there is no such row, or the error that `body` throws.
  @discardableResult
  public mutating func update<Result>(
    _ id: Row.ID, _ body: (inout Row) throws -> Result
  ) throws -> Result {
    guard var row = row(id) else { throw schema.noRow("\(id)") }
    let result = try body(&row)
    require(row.id == id, "The id of a row cannot be changed from \(id) to \(row.id).")
    replace(id, by: row)
    return result
  }

  /// Removes a row.
  ///
  /// - Parameter id: The id of the row.
  /// - Returns: The row; nil if there is none.
  @discardableResult
  public mutating func remove(_ id: Row.ID) -> Row? {
    let row = row(id)
    if row != nil { replace(id, by: nil) }
    return row
  }

  private mutating func row(_ id: Row.ID) -> Row? {
    if let step = latest[id] { return steps[step].new }
    let row = if let newer = newer[id] { newer.row } else { snapshot[id: id] }
    latest[id] = steps.count
    steps.append(Step(id: id, isFirst: true, old: row, new: row))
    return row
  }

  /// Edits are written in their order, because a constraint may depend on it.
  private mutating func replace(_ id: Row.ID, by row: Row?) {
    if let step = latest[id], step >= lastEdit {
      steps[step].new = row
      lastEdit = step
      return
    }
    let step = Step(id: id, isFirst: false, old: self.row(id), new: row)
    lastEdit = steps.count
    latest[id] = lastEdit
    steps.append(step)
  }
}

/// A row that was found when an edit was written.
struct NewerRow<Row: Sendable>: Sendable {
  let row: Row?
  /// The values exactly as the database has them.
  let fields: [String: TableValue]
}

extension TableDraft {
  /// What has to be written, with the ids of the rows.
  func edits(_ coder: inout RowCoder<Row>) throws(TableError) -> [(id: Row.ID, edit: TableEdit)] {
    var edits: [(id: Row.ID, edit: TableEdit)] = []
    for step in steps {
      let id = step.id
      let old = try step.old.map { row throws(TableError) in try coder.checkedFields(of: row) }
      let new = try step.new.map { row throws(TableError) in try coder.checkedFields(of: row) }
      // What an earlier edit of the transaction has left may have been changed by a trigger.
      let expected = step.isFirst ? expectation(old ?? [], id) : []
      switch (old, new) {
      case (nil, nil): break
      case (nil, let new?): edits.append((id, .insert(new)))
      case (_?, nil): edits.append((id, .remove(key: try coder.key(of: id), expecting: expected)))
      case (let old?, let new?):
        let changes = new.changes(from: old)
        if changes.isEmpty, !step.isFirst { break }
        edits.append((id, .update(key: try coder.key(of: id), changes, expecting: expected)))
      }
    }
    return edits
  }

  private func expectation(_ fields: [TableField], _ id: Row.ID) -> [TableField] {
    guard let newer = newer[id] else { return fields }
    return fields.map { TableField($0.column, newer.fields[$0.column] ?? $0.value) }
  }
}

extension [TableField] {
  func changes(from old: [TableField]) -> [TableField] {
    enumerated().compactMap { index, field in
      let before =
        index < old.count && old[index].column == field.column
        ? old[index] : old.first { $0.column == field.column }
      return before == field ? nil : field
    }
  }
}
