/// The engine that keeps the rows of a list in another order, with or without sections.
///
/// An update takes out all rows that were removed, inserted, moved or changed. The rest is in
/// order, and each of those rows is placed in it by binary search; rows that the order does not
/// distinguish are in the order of the source. Of the rows that return to their old places, as many
/// as possible are not moved.
@usableFromInline
final class OrderEngine<Source: ListReading, Key: Hashable & Sendable> {
  @usableFromInline typealias Element = Source.Element
  @usableFromInline typealias Rows = UnsafeMutablePointer<DerivedRows<Element>>
  @usableFromInline typealias Rules = OrderRules<Element, Key>

  @usableFromInline var tracker: SourceTracker<Source, Rules>
  /// The sections of the version that readers see.
  @usableFromInline var table = GroupedTable<Key>()
  /// How often the grouping or the order of the rows has been replaced.
  @usableFromInline var epoch: UInt64 = 0

  @usableFromInline
  init(_ source: Source, ruleBox: RuleBox<Rules>) {
    tracker = SourceTracker(source, ruleBox: ruleBox)
  }

  @inlinable
  func update(_ rows: Rows) {
    guard let update = tracker.next(for: rows) else { return }
    guard let step = update.step else {
      return build(update.current, from: update.origins, hasNewRules: update.hasNewRules, rows)
    }
    let plan = OrderPlan(
      step, rules: tracker.rules, hasNewRules: update.hasNewRules, rows, table)
    if update.hasNewRules {
      epoch += 1
      rows.pointee.touch()
    }
    plan.perform(on: rows)
    table = GroupedTable(keys: plan.sections.keys, counts: plan.sections.counts)
    rows.pointee.commit(from: update.origins)
  }

  /// Rebuilds all rows.
  @inlinable
  func build(
    _ snapshot: ListSnapshot<Element>, from origins: ListOrigins, hasNewRules: Bool, _ rows: Rows
  ) {
    let rules = tracker.rules
    let old = rules.keepsEmptySections && !hasNewRules ? table : GroupedTable()
    var counts = SectionCounts(
      GroupedTable(keys: old.keys, counts: old.keys.map { _ in 0 }), order: rules.sectionOrder)
    let keys = snapshot.map(rules.key)
    counts.add(keys)
    var entries: [(section: Int, position: Int, element: Element)] = []
    entries.reserveCapacity(keys.count)
    for (position, element) in snapshot.enumerated() {
      guard let section = counts.number(of: keys[position]) else {
        ListMisuse.keyIsNotItself(keys[position])
      }
      counts.count(1, in: section)
      entries.append((section, position, element))
    }
    entries.sort { [rowOrder = rules.rowOrder] one, other in
      if one.section != other.section { return one.section < other.section }
      if let rowOrder {
        if rowOrder(one.element, other.element) { return true }
        if rowOrder(other.element, one.element) { return false }
      }
      return one.position < other.position
    }
    // From here on no user code is called that could read the sections.
    if hasNewRules { epoch += 1 }
    rows.pointee.replaceAll(with: entries.map(\.element))
    table = GroupedTable(keys: counts.keys, counts: counts.counts)
    rows.pointee.commit(from: origins)
  }
}
