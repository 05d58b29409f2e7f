internal import StagecraftLists

/// Edits a list that is sorted by a table's order, so that it stays sorted.
struct RowPlacer<Row: Identifiable & Sendable> where Row.ID: Sendable {
  typealias Draft = LiveList<Row>.Draft

  let coder: RowCoder<Row>
  let order: RowOrder
  let areSame: @Sendable (Row, Row) -> Bool
  /// Where the previous row was placed: rows that come sorted are often neighbours.
  private var hint = 0

  init(
    coder: RowCoder<Row>, order: RowOrder, areSame: @escaping @Sendable (Row, Row) -> Bool
  ) {
    self.coder = coder
    self.order = order
    self.areSame = areSame
  }

  /// Writes rows into the list.
  ///
  /// - Complexity: O(*k* log *n*) for *k* rows; less for many new rows that are neighbours.
  mutating func place(_ rows: [Row], in draft: inout Draft) throws(TableError) {
    var moved: [(key: SortKey, row: Row)] = []
    for row in rows {
      guard let position = draft.index(of: row.id) else {
        moved.append((try coder.sortKey(of: row, in: order), row))
        continue
      }
      let old = draft[position]
      try requireSameKey(old, row)
      let isSame = areSame(old, row)
      if order.isByKey {
        if !isSame { draft.update(at: position) { $0 = row } }
        continue
      }
      // Equal rows may have other places: an accented letter has several spellings.
      let key = try coder.sortKey(of: row, in: order)
      if order.compare(try coder.sortKey(of: old, in: order), key) == .same {
        if !isSame { draft.update(at: position) { $0 = row } }
      } else {
        moved.append((key, row))
      }
    }
    if moved.count > 1 { moved.sort { order.isBefore($0.key, $1.key) } }
    for (key, row) in moved { try place(row, key, in: &draft) }
  }

  private mutating func place(
    _ row: Row, _ key: SortKey, in draft: inout Draft
  ) throws(TableError) {
    let old = draft.index(of: row.id)
    let target = try position(of: key, in: draft, without: old)
    if let old {
      try requireSameKey(draft[old], row)
      draft.update(at: old) { $0 = row }
      if old != target {
        try inList { () throws(ListError) in try draft.move(from: old, to: target) }
      }
    } else {
      try inList { () throws(ListError) in try draft.insert(row, at: target) }
    }
    hint = target + 1
  }

  private func inList(_ edit: () throws(ListError) -> Void) throws(TableError) {
    do { try edit() } catch { preconditionFailure("The list refused an edit: \(error)") }
  }

  private func requireSameKey(_ old: Row, _ row: Row) throws(TableError) {
    if coder.keysAreExact { return }
    if try coder.hasOtherKey(old, coder.key(of: row.id)) { throw coder.schema.duplicateIDs }
  }

  /// Where the key belongs, as if the row at `skipped` were not there.
  private func position(
    of key: SortKey, in draft: borrowing Draft, without skipped: Int?
  ) throws(TableError) -> Int {
    let count = draft.count - (skipped == nil ? 0 : 1)
    var low = 0
    var high = count
    // The previous place, the own place, and the end are tried first.
    for guess in [hint, skipped ?? count] where guess >= low && guess <= high {
      if guess < high, try isBefore(draft, guess, skipped, key) {
        low = guess + 1
      } else if guess > low, try !isBefore(draft, guess - 1, skipped, key) {
        high = guess - 1
      } else {
        return guess
      }
    }
    // Rows of a batch come in their order: the next one is often near.
    var step = 1
    while hint > 0, low + step < high {
      if try isBefore(draft, low + step, skipped, key) {
        low += step + 1
        step *= 2
      } else {
        high = low + step
      }
    }
    while low < high {
      let middle = low + (high - low) / 2
      if try isBefore(draft, middle, skipped, key) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func isBefore(
    _ draft: borrowing Draft, _ index: Int, _ skipped: Int?, _ key: SortKey
  ) throws(TableError) -> Bool {
    let position = if let skipped, index >= skipped { index + 1 } else { index }
    return order.isBefore(try coder.sortKey(of: draft[position], in: order), key)
  }
}

/// Compares rows where their type can be compared.
enum RowEquality {
  static func comparison<Row: Sendable>(_ type: Row.Type) -> @Sendable (Row, Row) -> Bool {
    guard let type = type as? any (Equatable & SendableMetatype).Type else {
      return { _, _ in false }
    }
    return comparison(Row.self, type)
  }

  private static func comparison<Row: Sendable, Same: Equatable & SendableMetatype>(
    _ row: Row.Type, _ type: Same.Type
  ) -> @Sendable (Row, Row) -> Bool {
    { one, other in one as! Same == other as! Same }
  }
}
