internal import StageFloor
public import StagecraftLists

/// The rows of a table inside a ``TableList/transaction(_:)``.
public struct TableDraft<Row: Identifiable & Sendable> where Row.ID: Sendable {
  private struct Touched {
    let old: Row?
    var new: Row?
  }

  /// The rows that the list shows.
  public let snapshot: ListSnapshot<Row>

  /// Rows that are newer than the snapshot.
  private let newer: [Row.ID: NewerRow<Row>]
  private let schema: TableSchema
  private var touched: [Row.ID: Touched] = [:]
  private var ids: [Row.ID] = []

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
    mutating get { touch(id).new }
  }

  /// Inserts a row.
  ///
  /// - Parameter row: The row.
  /// - Throws: ``TableError/Code/key`` if there is a row with its id.
  public mutating func insert(_ row: Row) throws(TableError) {
    if touch(row.id).new != nil { throw schema.rowExists("\(row.id)") }
    touched[row.id]?.new = row
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
    guard var row = touch(id).new else { throw schema.noRow("\(id)") }
    let result = try body(&row)
    require(row.id == id, "The id of a row cannot be changed from \(id) to \(row.id).")
    touched[id]?.new = row
    return result
  }

  /// Removes a row.
  ///
  /// - Parameter id: The id of the row.
  /// - Returns: The row; nil if there is none.
  @discardableResult
  public mutating func remove(_ id: Row.ID) -> Row? {
    let row = touch(id).new
    touched[id]?.new = nil
    return row
  }

  private mutating func touch(_ id: Row.ID) -> Touched {
    if let touched = touched[id] { return touched }
    let row = if let newer = newer[id] { newer.row } else { snapshot[id: id] }
    let new = Touched(old: row, new: row)
    touched[id] = new
    ids.append(id)
    return new
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
    for id in ids {
      guard let row = touched[id] else { continue }
      switch (row.old, row.new) {
      case (nil, nil): break
      case (nil, let new?):
        edits.append((id, .insert(try coder.checkedFields(of: new))))
      case (let old?, nil):
        let expected = expectation(try coder.checkedFields(of: old), id)
        edits.append((id, .remove(key: try coder.key(of: id), expecting: expected)))
      case (let old?, let new?):
        let (old, new) = (try coder.checkedFields(of: old), try coder.checkedFields(of: new))
        edits.append(
          (
            id,
            .update(
              key: try coder.key(of: id), new.changes(from: old), expecting: expectation(old, id))
          ))
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
