extension JoinedEngine {
  @inlinable
  static func hasNewVersion(_ step: Transition) -> Bool { !step.old.isIdentical(to: step.new) }

  @inlinable
  func step(of number: Int, since old: ListSnapshot<Element>, quickly: Bool) -> Transition? {
    quickly ? sources[number].quickChanges(since: old) : sources[number].changes(since: old)
  }

  /// Returns the changes of each source; nil if they cannot be found quickly.
  ///
  /// A row may be inserted into a source that has been read, and then removed from one that has
  /// not. So the sources are read again until none has changed meanwhile, at most twice.
  @inlinable
  func collectSteps(quickly: Bool, _ rows: Rows) -> [Transition]? {
    var steps: [Transition] = []
    steps.reserveCapacity(sources.count)
    for number in sources.indices {
      let old = known.isEmpty ? ListSnapshot([]) : known[number]
      guard let step = step(of: number, since: old, quickly: quickly) else { return nil }
      steps.append(step)
    }
    guard steps.contains(where: Self.hasNewVersion) else { return steps }
    for _ in 0..<2 {
      var isSettled = true
      for number in sources.indices {
        let (old, new) = (steps[number].old, steps[number].new)
        guard let later = step(of: number, since: new, quickly: quickly) else { return nil }
        guard Self.hasNewVersion(later) else { continue }
        isSettled = false
        rows.pointee.deferRelease(of: new)
        guard let step = step(of: number, since: old, quickly: quickly) else { return nil }
        rows.pointee.deferRelease(of: later.new)
        steps[number] = step
      }
      if isSettled { break }
    }
    return steps
  }

  /// Finds the exact changes of sources that have been replaced, if they have few of all rows.
  @inlinable
  func replaceSmallResets(_ steps: inout [Transition], quickly: Bool) {
    guard steps.contains(where: { $0.changes.isReset }) else { return }
    var (replaced, all) = (0, 0)
    for step in steps {
      all += step.new.count
      guard step.changes.isReset else { continue }
      if step.old.storage.lineage != step.new.storage.lineage { return }
      replaced += step.old.count + step.new.count
    }
    if replaced > all / 2 || quickly && replaced > StepBudget.rows { return }
    for number in steps.indices where steps[number].changes.isReset {
      let step = steps[number]
      let (old, new) = (step.old.storage, step.new.storage)
      steps[number] = Transition(
        from: step.old, to: step.new, changes: new.comparison(old, new, .max, .max),
        origins: step.origins)
    }
  }
}
