/// What a derived list has read from its source so far, and its rules.
///
/// This is the part of an update that all engines have in common.
@usableFromInline
struct SourceTracker<Source: ListReading, Rules: Sendable> {
  @usableFromInline let source: Source
  @usableFromInline let ruleBox: RuleBox<Rules>
  /// The rules of the latest update.
  @usableFromInline var rules: Rules
  /// The version of the source at the latest update.
  @usableFromInline var lastRead: ListSnapshot<Source.Element>?

  @usableFromInline
  init(_ source: Source, ruleBox: RuleBox<Rules>) {
    self.source = source
    self.ruleBox = ruleBox
    rules = ruleBox.current
  }

  /// Reads the source and the rules.
  ///
  /// - Parameter rows: The rows of the derived list, which release what is replaced here.
  /// - Returns: What to update; nil if neither the source nor the rules have changed.
  @inlinable
  mutating func next<Row: Identifiable & Sendable>(
    for rows: UnsafeMutablePointer<DerivedRows<Row>>
  ) -> SourceUpdate<Source.Element>? where Row.ID: Sendable {
    let newRules = ruleBox.take()
    if let newRules {
      rows.pointee.deferRelease(of: rules)
      rules = newRules
    }
    guard let lastRead else {
      let snapshot = source.snapshot()
      self.lastRead = snapshot
      return SourceUpdate(snapshot, step: nil, origins: .unknown, hasNewRules: false)
    }
    let step = source.changes(since: lastRead)
    rows.pointee.deferRelease(of: lastRead)
    self.lastRead = step.new
    if step.changes.isEmpty, newRules == nil { return nil }
    return SourceUpdate(
      step.new, step: step.changes.isReset ? nil : step,
      origins: newRules == nil ? step.origins : .unknown, hasNewRules: newRules != nil)
  }
}

/// What a derived list is updated from.
@usableFromInline
struct SourceUpdate<Element: Identifiable & Sendable> where Element.ID: Sendable {
  /// The current version of the source.
  @usableFromInline let current: ListSnapshot<Element>
  /// The changes since the latest update; nil if all rows must be rebuilt.
  @usableFromInline let step: ListTransition<Element>?
  /// The origins of the update; unknown if the rules have been replaced.
  @usableFromInline let origins: ListOrigins
  /// Whether the rules have been replaced since the latest update.
  @usableFromInline let hasNewRules: Bool

  @inlinable
  init(
    _ current: ListSnapshot<Element>, step: ListTransition<Element>?, origins: ListOrigins,
    hasNewRules: Bool
  ) {
    self.current = current
    self.step = step
    self.origins = origins
    self.hasNewRules = hasNewRules
  }
}
