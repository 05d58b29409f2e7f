/// The engine of lists that follow one another.
///
/// The first list that has a row shows it; it is hidden in the others. Rows are found by identity,
/// and placed after the row that precedes them in their list.
@usableFromInline
final class JoinedEngine<Element: Identifiable & Sendable> where Element.ID: Sendable {
  @usableFromInline typealias Rows = RowsPointer<Element>
  @usableFromInline typealias Transition = ListTransition<ListSnapshot<Element>>

  @usableFromInline let sources: [any ListReading<Element>]
  /// The versions of the sources that correspond to the rows; none before the first update.
  @usableFromInline var known: [ListSnapshot<Element>] = []
  /// The identities of the hidden rows of each source.
  @usableFromInline var hidden: [Set<Element.ID>] = []

  @inlinable
  init(_ sources: [any ListReading<Element>]) {
    self.sources = sources
  }

  /// Returns whether the rows are updated; if `quickly`, only if that does not take long.
  @inlinable
  func update(_ rows: Rows, quickly: Bool) -> Bool {
    let isFirst = known.isEmpty
    var steps: [Transition] = []
    steps.reserveCapacity(sources.count)
    for (number, source) in sources.enumerated() {
      let old = isFirst ? ListSnapshot([]) : known[number]
      if quickly {
        guard let step = source.quickChanges(since: old) else { return false }
        steps.append(step)
      } else {
        steps.append(source.changes(since: old))
      }
    }
    let isReset = isFirst || steps.contains { $0.changes.isReset }
    if quickly, takesLong(steps, isReset: isReset) { return false }
    for step in steps where !step.isEmpty { rows.pointee.deferRelease(of: step.old) }
    if isReset {
      build(steps, rows)
      rows.pointee.commit(from: isFirst ? .unknown : origins(of: steps))
      return true
    }
    for (number, step) in steps.enumerated() {
      if !step.isEmpty { apply(step, of: number, rows) }
      known[number] = step.new
    }
    rows.pointee.commit(from: origins(of: steps))
    return true
  }

  @inlinable
  func takesLong(_ steps: [Transition], isReset: Bool) -> Bool {
    let changes = steps.lazy.map { $0.changes.structuralCount + $0.changes.updates.count }
    return isReset
      ? steps.lazy.map(\.new.count).reduce(0, +) > StepBudget.rows
      : changes.reduce(0, +) > StepBudget.changedRows
  }

  @inlinable
  func origins(of steps: [Transition]) -> ListOrigins {
    var origins = ListOrigins.none
    for step in steps where !step.isEmpty { origins.formUnion(step.origins) }
    return origins
  }

  @inlinable
  func build(_ steps: [Transition], _ rows: Rows) {
    known = steps.map(\.new)
    hidden = known.map { _ in [] }
    var shown: Set<Element.ID> = []
    var elements: [Element] = []
    for (number, snapshot) in known.enumerated() {
      snapshot.forEachChunk { chunk in
        for slot in chunk.indices {
          if shown.insert(chunk[slot].id).inserted {
            elements.append(chunk[slot])
          } else {
            hidden[number].insert(chunk[slot].id)
          }
        }
      }
    }
    if !elements.isEmpty || rows.pointee.count > 0 { rows.pointee.replaceAll(with: elements) }
  }

  // MARK: - The changes of one list

  /// The lists before `number` are at their new versions, the others at their old ones.
  @inlinable
  func apply(_ step: Transition, of number: Int, _ rows: Rows) {
    for position in step.changes.removals {
      let id = step.old[position].id
      if hidden[number].remove(id) != nil { continue }
      guard let place = rows.pointee.tree.position(of: id) else { continue }
      rows.pointee.remove(at: place)
      showInLaterList(id, than: number, rows)
    }
    var gap = numberShown(from: 0) - numberShown(from: number)
    var (latest, move) = (0, 0)
    for position in step.changes.gained {
      let isMoved =
        move < step.changes.moves.count && step.changes.moves[move].target == position
      if isMoved { move += 1 }
      gap =
        place(before: position, downTo: latest, in: step.new, of: number, rows) ?? gap
      latest = position
      let element = step.new[position]
      if isMoved {
        guard !hidden[number].contains(element.id) else { continue }
        guard let place = rows.pointee.tree.position(of: element.id) else { continue }
        rows.pointee.move(from: place, to: place < gap ? gap - 1 : gap)
      } else {
        insert(element, at: gap, of: number, rows)
      }
    }
    for update in step.changes.updates {
      let element = step.new[update.new]
      guard !hidden[number].contains(element.id) else { continue }
      guard let place = rows.pointee.tree.position(of: element.id) else { continue }
      rows.pointee.replace(at: place, with: element)
    }
  }

  @inlinable
  func insert(_ element: Element, at gap: Int, of number: Int, _ rows: Rows) {
    guard let place = rows.pointee.tree.position(of: element.id) else {
      return rows.pointee.insert(element, at: gap)
    }
    // Another list shows it.
    for other in known.indices where other != number {
      guard known[other].contains(id: element.id), !hidden[other].contains(element.id) else {
        continue
      }
      if other < number {
        hidden[number].insert(element.id)
      } else {
        hidden[other].insert(element.id)
        rows.pointee.move(from: place, to: gap)
        rows.pointee.replace(at: gap, with: element)
      }
      return
    }
  }

  @inlinable
  func showInLaterList(_ id: Element.ID, than number: Int, _ rows: Rows) {
    for other in known.indices.dropFirst(number + 1) where hidden[other].contains(id) {
      guard let position = known[other].index(of: id) else { continue }
      let gap =
        place(before: position, downTo: 0, in: known[other], of: other, rows)
        ?? rows.pointee.count - numberShown(from: other)
      hidden[other].remove(id)
      rows.pointee.insert(known[other][position], at: gap)
      return
    }
  }

  // MARK: - Places

  @inlinable
  func numberShown(from number: Int) -> Int {
    var count = 0
    for other in number..<known.count { count += known[other].count - hidden[other].count }
    return count
  }

  /// Returns the place after the nearest shown row before a position; nil if all are hidden.
  @inlinable
  func place(
    before position: Int, downTo first: Int, in snapshot: ListSnapshot<Element>, of number: Int,
    _ rows: Rows
  ) -> Int? {
    var position = position
    while position > first {
      position -= 1
      let id = snapshot[position].id
      if hidden[number].contains(id) { continue }
      if let place = rows.pointee.tree.position(of: id) { return place + 1 }
    }
    return nil
  }
}
