// Arranging all rows at once.
extension OrderEngine {
  @inlinable
  func build(
    _ snapshot: ListSnapshot<Element>, from origins: ListOrigins, hasNewRules: Bool,
    _ rows: Rows
  ) {
    let old = rules.keepsEmptySections && !hasNewRules ? table.keys : []
    let arrangement = Arrangement(of: snapshot, rules: rules, keeping: old)
    // From here on no user code is called that could read the sections.
    if hasNewRules { epoch += 1 }
    rows.pointee.replaceAll(with: arrangement.rows)
    table = arrangement.table
    rows.pointee.commit(from: origins)
  }

  @inlinable
  func applyRules(_ step: Source.Transition, _ rows: Rows) {
    guard mayKeepRows(in: step, rows) else {
      return build(step.new, from: .unknown, hasNewRules: true, rows)
    }
    let arrangement = Arrangement(of: step.new, rules: rules, keeping: [])
    let plan = Rearrangement(
      of: arrangement.rows, from: rows.pointee.tree,
      updated: step.changes.updates.map { step.new[$0.new].id })
    epoch += 1
    rows.pointee.touch()
    if plan.changes <= max(8, arrangement.rows.count / 16) {
      plan.edit(rows, arrangement.rows)
    } else {
      plan.rebuild(rows, arrangement.rows)
    }
    table = arrangement.table
    rows.pointee.commit(from: .unknown)
  }

  /// Returns false if the changes by new rules are certainly a reset.
  ///
  /// They are if too many rows are removed, inserted or moved, and all are moved except those of an
  /// increasing subsequence. No such subsequence is longer than the sum of the longest ones of all
  /// stretches of sixteen rows, which takes fewer comparisons than sorting. Rows whose content has
  /// changed might all stay in addition.
  @inlinable
  func mayKeepRows(in step: ListTransition<ListSnapshot<Element>>, _ rows: Rows) -> Bool {
    let limit = max(256, rows.pointee.count / 2, step.new.count / 2)
    // With sections, a new order is a reset unless there are so few rows.
    if Key.self != WholeList.self { return max(rows.pointee.count, step.new.count) <= limit }
    let needed =
      rows.pointee.count + step.changes.insertions.count - step.changes.updates.count - limit
    guard needed > 0, let precedes = rules.rowOrder else { return true }
    var bound = 0
    var tails = [Int](repeating: 0, count: 16)
    var cursor = rows.pointee.tree.cursor()
    while let chunk = cursor.nextChunk() {
      for start in stride(from: 0, to: chunk.count, by: tails.count) {
        var length = 0
        for slot in start..<min(start + tails.count, chunk.count) {
          var (low, high) = (0, length)
          while low < high {
            let middle = (low + high) / 2
            if precedes(chunk[slot], chunk[tails[middle]]) {
              high = middle
            } else {
              low = middle + 1
            }
          }
          tails[low] = slot
          if low == length { length += 1 }
        }
        bound += length
      }
      if bound >= needed { return true }
    }
    return false
  }
}
