@usableFromInline typealias RowsPointer<Row: Identifiable & Sendable> =
  UnsafeMutablePointer<DerivedRows<Row>> where Row.ID: Sendable

@usableFromInline
protocol DerivedEngine: AnyObject {
  associatedtype Source: ListReading
  associatedtype Output: Identifiable & Sendable where Output.ID: Sendable
  associatedtype Rules: Sendable

  var source: Source { get }
  var ruleBox: RuleBox<Rules> { get }
  var rules: Rules { get set }
  /// The version of the source that corresponds to the rows; nil before the first update.
  var known: ListSnapshot<Source.Element>? { get set }

  func build(
    _ snapshot: ListSnapshot<Source.Element>, from origins: ListOrigins, hasNewRules: Bool,
    _ rows: RowsPointer<Output>)

  func applyRules(_ step: Source.Transition, _ rows: RowsPointer<Output>)

  func applyChanges(_ step: Source.Transition, _ rows: RowsPointer<Output>)
}

extension DerivedEngine {
  /// Returns whether the rows are updated; if `quickly`, only if that does not take long.
  @inlinable
  func update(_ rows: RowsPointer<Output>, quickly: Bool) -> Bool {
    if quickly { return updateQuickly(rows) }
    let newRules = ruleBox.take()
    guard let known else {
      replaceRules(by: newRules, rows)
      let snapshot = source.snapshot()
      self.known = snapshot
      build(snapshot, from: .unknown, hasNewRules: false, rows)
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
  func updateQuickly(_ rows: RowsPointer<Output>) -> Bool {
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
  func replaceRules(by newRules: Rules?, _ rows: RowsPointer<Output>) {
    guard let newRules else { return }
    rows.pointee.deferRelease(of: rules)
    rules = newRules
  }

  @inlinable
  func update(by step: Source.Transition, _ newRules: Rules?, _ rows: RowsPointer<Output>) {
    replaceRules(by: newRules, rows)
    let isFirst = known == nil
    if let known { rows.pointee.deferRelease(of: known) }
    known = step.new
    if isFirst || step.changes.isReset {
      return build(
        step.new, from: isFirst || newRules != nil ? .unknown : step.origins,
        hasNewRules: !isFirst && newRules != nil, rows)
    }
    if newRules != nil { return applyRules(step, rows) }
    if !step.changes.isEmpty { applyChanges(step, rows) }
  }
}
