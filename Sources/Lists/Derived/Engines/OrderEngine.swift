/// The engine that keeps the rows of a list in another order, with or without sections.
///
/// An update takes out all rows that were removed, inserted, moved or changed. The rest is in
/// order, and each of those rows is placed in it by binary search; rows that the order does not
/// distinguish are in the order of the source. Of the rows that return to their old places, as many
/// as possible are not moved. With a new order, all rows are arranged again.
@usableFromInline
final class OrderEngine<Source: ListReading, Key: Hashable & Sendable>: DerivedEngine {
  @usableFromInline typealias Element = Source.Element
  @usableFromInline typealias Output = Element
  @usableFromInline typealias Rows = RowsPointer<Element>
  @usableFromInline typealias Rules = OrderRules<Element, Key>

  @usableFromInline let source: Source
  @usableFromInline let ruleBox: RuleBox<Rules>
  @usableFromInline var rules: Rules
  @usableFromInline var known: ListSnapshot<Element>?
  @usableFromInline var table = GroupedTable<Key>()
  @usableFromInline var epoch: UInt64 = 0

  @usableFromInline
  init(_ source: Source, ruleBox: RuleBox<Rules>) {
    self.source = source
    self.ruleBox = ruleBox
    rules = ruleBox.current
  }

  @inlinable
  func applyChanges(_ step: Source.Transition, _ rows: Rows) {
    let plan = OrderPlan(step, rules: rules, rows, table)
    plan.perform(on: rows)
    table = GroupedTable(keys: plan.sections.keys, counts: plan.sections.counts)
    rows.pointee.commit(from: step.origins)
  }
}
