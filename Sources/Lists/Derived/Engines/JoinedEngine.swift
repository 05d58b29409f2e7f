/// The engine of lists that follow one another.
///
/// The first list that has a row shows it; it is hidden in the others. One bit for each row of a
/// source is set if the row is shown there: its place follows from the number of set bits before it.
@usableFromInline
final class JoinedEngine<Element: Identifiable & Sendable> where Element.ID: Sendable {
  @usableFromInline typealias Rows = RowsPointer<Element>
  @usableFromInline typealias Transition = ListTransition<ListSnapshot<Element>>

  @usableFromInline let sources: [any ListReading<Element>]
  /// The versions of the sources that correspond to the rows; none before the first update.
  @usableFromInline var known: [ListSnapshot<Element>] = []
  /// The shown rows of each source.
  @usableFromInline var shown: [RankBits] = []

  @inlinable
  init(_ sources: [any ListReading<Element>]) {
    self.sources = sources
  }

  /// Returns whether the rows are updated; if `quickly`, only if that does not take long.
  @inlinable
  func update(_ rows: Rows, quickly: Bool) -> Bool {
    let isFirst = known.isEmpty
    guard var steps = collectSteps(quickly: quickly, rows) else { return false }
    if !isFirst { replaceSmallResets(&steps, quickly: quickly) }
    let isReset = isFirst || steps.contains { $0.changes.isReset }
    if quickly, takesLong(steps, isReset: isReset) { return false }
    for step in steps where Self.hasNewVersion(step) { rows.pointee.deferRelease(of: step.old) }
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
    shown = []
    var ids: Set<Element.ID> = []
    var elements: [Element] = []
    for snapshot in known {
      var bits = PackedBits()
      snapshot.forEachChunk { chunk in
        for slot in chunk.indices {
          let isShown = ids.insert(chunk[slot].id).inserted
          if isShown { elements.append(chunk[slot]) }
          bits.append(isShown ? 1 : 0, count: 1)
        }
      }
      shown.append(RankBits(bits))
    }
    if !elements.isEmpty || rows.pointee.count > 0 { rows.pointee.replaceAll(with: elements) }
  }

  // MARK: - The changes of one list

  /// The lists before `number` are at their new versions, the others at their old ones.
  @inlinable
  func apply(_ step: Transition, of number: Int, _ rows: Rows) {
    let changes = step.changes
    if changes.structuralCount > 0 { shift(by: step, of: number, rows) }
    for update in changes.updates where shown[number][update.new] {
      rows.pointee.replace(at: place(of: update.new, in: number), with: step.new[update.new])
    }
  }

  @inlinable
  func shift(by step: Transition, of number: Int, _ rows: Rows) {
    let changes = step.changes
    let movers = changes.moves.map { shown[number][$0.source] ? step.old[$0.source].id : nil }
    for position in changes.removals.reversed() where shown[number][position] {
      rows.pointee.remove(at: place(of: position, in: number))
      shown[number][position] = false
      showInLaterList(step.old[position].id, than: number, rows)
    }
    // Rows that move wait at the end, in the order in which they are placed.
    var waiting = 0
    for id in movers {
      guard let id, let position = rows.pointee.tree.position(of: id) else { continue }
      rows.pointee.move(from: position, to: rows.pointee.count - 1)
      waiting += 1
    }
    for position in changes.lost.reversed() { shown[number].remove(at: position) }
    var move = 0
    for position in changes.gained {
      guard move < changes.moves.count, changes.moves[move].target == position else {
        insert(step.new[position], at: position, of: number, rows)
        continue
      }
      let isShown = movers[move] != nil
      move += 1
      shown[number].insert(isShown, at: position)
      if isShown {
        rows.pointee.move(
          from: rows.pointee.count - waiting, to: place(of: position, in: number))
        waiting -= 1
      }
    }
  }

  @inlinable
  func insert(_ element: Element, at position: Int, of number: Int, _ rows: Rows) {
    let gap = place(of: position, in: number)
    var isShown = true
    if let place = rows.pointee.tree.position(of: element.id) {
      // Another list shows it.
      if place < gap {
        isShown = false
      } else {
        hideInLaterList(element.id, than: number)
        rows.pointee.move(from: place, to: gap)
        rows.pointee.replace(at: gap, with: element)
      }
    } else {
      rows.pointee.insert(element, at: gap)
    }
    shown[number].insert(isShown, at: position)
  }

  @inlinable
  func hideInLaterList(_ id: Element.ID, than number: Int) {
    for other in known.indices.dropFirst(number + 1) {
      guard let position = known[other].index(of: id), shown[other][position] else { continue }
      shown[other][position] = false
      return
    }
  }

  @inlinable
  func showInLaterList(_ id: Element.ID, than number: Int, _ rows: Rows) {
    for other in known.indices.dropFirst(number + 1) {
      guard let position = known[other].index(of: id) else { continue }
      rows.pointee.insert(known[other][position], at: place(of: position, in: other))
      shown[other][position] = true
      return
    }
  }

  /// The place of a row of a source if it is shown.
  @inlinable
  func place(of position: Int, in number: Int) -> Int {
    var place = shown[number].rank(before: position)
    for earlier in 0..<number { place += shown[earlier].rank }
    return place
  }
}
