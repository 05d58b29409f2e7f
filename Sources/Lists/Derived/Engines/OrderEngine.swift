/// The engine that keeps the rows of a list in another order, with or without sections.
///
/// An update takes out all rows that were removed, inserted, moved or changed. The rest is in
/// order, and each of those rows is placed in it by binary search; rows that the order does not
/// distinguish are in the order of the source. Of the rows that return to their old places, as many
/// as possible are not moved. With a new order, all rows are arranged again.
@usableFromInline
final class OrderEngine<Source: ListReading, Key: Hashable & Sendable> {
  @usableFromInline typealias Element = Source.Element
  @usableFromInline typealias Rows = UnsafeMutablePointer<DerivedRows<Element>>
  @usableFromInline typealias Rules = OrderRules<Element, Key>

  @usableFromInline let source: Source
  @usableFromInline let ruleBox: RuleBox<Rules>
  @usableFromInline var rules: Rules
  @usableFromInline var known: ListSnapshot<Element>?
  @usableFromInline var table = GroupedTable<Key>()
  /// How often the grouping or the order of the rows has been replaced.
  @usableFromInline var epoch: UInt64 = 0

  @usableFromInline
  init(_ source: Source, ruleBox: RuleBox<Rules>) {
    self.source = source
    self.ruleBox = ruleBox
    rules = ruleBox.current
  }

  // `FilterMapEngine` begins an update in the same way. Sharing that code made each read that finds
  // no change about a tenth slower.

  /// Updates the rows; if `quickly`, only if that does not take long; returns whether they are
  /// updated.
  @inlinable
  func update(_ rows: Rows, quickly: Bool) -> Bool {
    if quickly { return updateQuickly(rows) }
    let newRules = ruleBox.take()
    guard let known else {
      apply(newRules, rows)
      let snapshot = source.snapshot()
      self.known = snapshot
      build(snapshot, from: .unknown, rows)
      return true
    }
    let step = source.changes(since: known)
    if step.changes.isEmpty, newRules == nil {
      rows.pointee.deferRelease(of: known)
      self.known = step.new
      return true
    }
    update(by: step, newRules, rows)
    return true
  }

  @inlinable
  func updateQuickly(_ rows: Rows) -> Bool {
    guard let step = source.quickChanges(since: known ?? ListSnapshot([])) else { return false }
    let isLarge = step.new.count > StepBudget.rows
    if isLarge, known == nil || step.changes.isReset || ruleBox.hasChanged { return false }
    guard step.changes.structuralCount + step.changes.updates.count <= StepBudget.changedRows
    else { return false }
    // Rules that are replaced at this moment apply from the next update.
    update(by: step, isLarge ? nil : ruleBox.take(), rows)
    return true
  }

  @inlinable
  func apply(_ newRules: Rules?, _ rows: Rows) {
    guard let newRules else { return }
    rows.pointee.deferRelease(of: rules)
    rules = newRules
  }

  @inlinable
  func update(by step: ListTransition<ListSnapshot<Element>>, _ newRules: Rules?, _ rows: Rows) {
    apply(newRules, rows)
    let isFirst = known == nil
    if let known { rows.pointee.deferRelease(of: known) }
    known = step.new
    if isFirst || step.changes.isReset {
      return build(
        step.new, from: isFirst || newRules != nil ? .unknown : step.origins,
        hasNewRules: !isFirst && newRules != nil, rows)
    }
    if newRules != nil { return reorder(step, rows) }
    if step.changes.isEmpty { return }
    let plan = OrderPlan(step, rules: rules, rows, table)
    plan.perform(on: rows)
    table = GroupedTable(keys: plan.sections.keys, counts: plan.sections.counts)
    rows.pointee.commit(from: step.origins)
  }
}
