/// The engine of filters and maps: each row of the source has one output row or none.
///
/// One bit for each row of the source is set if the row is shown; the number of set bits before it
/// is its position.
@usableFromInline
final class FilterMapEngine<Source: ListReading, Output: Identifiable & Sendable>: DerivedEngine
where Output.ID == Source.Element.ID {
  @usableFromInline typealias Rows = RowsPointer<Output>
  @usableFromInline typealias Rules = RowRules<Source.Element, Output>

  @usableFromInline let source: Source
  @usableFromInline var rules: Rules
  /// Whether two outputs with the same identity are known to be equal; nil if that is never known.
  @usableFromInline let areSame: ((Output, Output) -> Bool)?
  @usableFromInline let ruleBox: RuleBox<Rules>

  @usableFromInline var known: ListSnapshot<Source.Element>?
  @usableFromInline var shown = RankBits()

  @usableFromInline
  init(
    _ source: Source, ruleBox: RuleBox<Rules>,
    areSame: (@Sendable (Output, Output) -> Bool)?
  ) {
    self.source = source
    self.ruleBox = ruleBox
    self.areSame = areSame
    rules = ruleBox.current
  }

  @usableFromInline
  enum RowResult {
    case hide
    case show(Output)
    case keep
  }

  @inlinable
  func applyChanges(_ step: Source.Transition, _ rows: Rows) {
    let results = evaluateChanged(in: step, rows)
    shift(by: step, rows)
    for (position, result) in results { perform(result, at: position, of: rows) }
    finish(from: step.origins, rows)
  }

  @inlinable
  func finish(from origins: ListOrigins, _ rows: Rows) {
    rows.pointee.dropStaleEntries()
    rows.pointee.commit(from: origins)
  }

  // MARK: - Deciding

  @inlinable
  func evaluateChanged(
    in step: Source.Transition, _ rows: Rows
  ) -> [(position: Int, result: RowResult)] {
    var results: [(position: Int, result: RowResult)] = []
    results.reserveCapacity(step.changes.insertions.count + step.changes.updates.count)
    for position in step.changes.insertions {
      let element = step.new[position]
      if rules.shows(element) { results.append((position, .show(rules.output(element)))) }
    }
    for update in step.changes.updates {
      results.append((update.new, evaluate(step.new[update.new], shownAt: update.old, rows)))
    }
    return results
  }

  @inlinable
  func evaluate(
    _ element: Source.Element, shownAt old: Int, _ rows: Rows
  ) -> RowResult {
    guard rules.shows(element) else { return .hide }
    let output = rules.output(element)
    if let areSame, shown[old],
      areSame(rows.pointee.tree.element(at: shown.rank(before: old)), output)
    {
      return .keep
    }
    return .show(output)
  }

  // MARK: - Editing

  /// Removes and moves rows as in the source; inserted rows are hidden at first.
  @inlinable
  func shift(by step: Source.Transition, _ rows: Rows) {
    let changes = step.changes
    guard changes.structuralCount > 0 else { return }
    let movers = changes.moves.map { move in
      shown[move.source]
        ? rows.pointee.tree.element(at: shown.rank(before: move.source)).id : nil
    }
    for position in changes.removals.reversed() where shown[position] {
      rows.pointee.remove(at: shown.rank(before: position))
      shown[position] = false
    }
    // Rows that move wait at the end, in the order in which they are placed.
    var waiting = 0
    for id in movers {
      guard let id, let position = rows.pointee.tree.position(of: id) else { continue }
      rows.pointee.move(from: position, to: rows.pointee.count - 1)
      waiting += 1
    }
    for position in changes.lost.reversed() { shown.remove(at: position) }
    var insertions = changes.insertions[...]
    for (move, id) in zip(changes.moves, movers) {
      while let position = insertions.first, position < move.target {
        shown.insert(false, at: position)
        insertions.removeFirst()
      }
      shown.insert(id != nil, at: move.target)
      guard id != nil else { continue }
      rows.pointee.move(
        from: rows.pointee.count - waiting, to: shown.rank(before: move.target))
      waiting -= 1
    }
    for position in insertions { shown.insert(false, at: position) }
  }

  @inlinable
  func perform(_ result: RowResult, at position: Int, of rows: Rows) {
    let isShown = shown[position]
    switch result {
    case .keep: break
    case .hide:
      guard isShown else { return }
      rows.pointee.remove(at: shown.rank(before: position))
      shown[position] = false
    case .show(let output):
      let place = shown.rank(before: position)
      if isShown { return rows.pointee.replace(at: place, with: output) }
      rows.pointee.insert(output, at: place)
      shown[position] = true
    }
  }
}
