/// The effect of one transition of the source on rows in another order.
///
/// Creating a plan only reads the rows and the source; it may call user closures.
@usableFromInline
struct OrderPlan<Element: Identifiable & Sendable, Key: Hashable & Sendable>
where Element.ID: Sendable {
  @usableFromInline typealias Rows = UnsafeMutablePointer<DerivedRows<Element>>

  @usableFromInline
  struct Item {
    @usableFromInline var element: Element
    @usableFromInline var position: Int
    /// Nil for an insertion.
    @usableFromInline var row: Int?
    @usableFromInline var isUpdated = false
    @usableFromInline var key: Key
    @usableFromInline var section = 0
    @usableFromInline var gap = 0
    @usableFromInline var stays = false

    @inlinable
    init(element: Element, position: Int, row: Int?, isUpdated: Bool = false, key: Key) {
      self.element = element
      self.position = position
      self.row = row
      self.isUpdated = isUpdated
      self.key = key
    }
  }

  @usableFromInline var gone: [Int] = []
  @usableFromInline var items: [Item] = []
  @usableFromInline var sections: SectionCounts<Key>

  @inlinable
  init(
    _ step: ListTransition<ListSnapshot<Element>>, rules: OrderRules<Element, Key>, _ rows: Rows,
    _ table: GroupedTable<Key>
  ) {
    sections = SectionCounts(table, order: rules.sectionOrder)
    gone = step.changes.removals.compactMap { rows.pointee.tree.position(of: step.old[$0].id) }
    gone.sort()
    takeChanged(in: step, rules, rows, table)
    // Exclude the rows that were taken out from the counts of the sections.
    for row in gone + items.compactMap(\.row) {
      sections.count(-1, in: table.path(of: row).section)
    }
    sections.add(items.map(\.key))
    place(among: RemainingRows(taken: (gone + items.compactMap(\.row)).sorted()), step, rules, rows)
    for item in items { sections.count(1, in: item.section) }
    if !rules.keepsEmptySections { sections.dropEmpty() }
  }

  // MARK: - Taking out

  @inlinable
  mutating func takeChanged(
    in step: ListTransition<ListSnapshot<Element>>, _ rules: OrderRules<Element, Key>, _ rows: Rows,
    _ table: GroupedTable<Key>
  ) {
    let changes = step.changes
    for position in changes.insertions {
      let element = step.new[position]
      items.append(Item(element: element, position: position, row: nil, key: rules.key(element)))
    }
    for update in changes.updates {
      let element = step.new[update.new]
      items.append(
        Item(
          element: element, position: update.new, row: rows.pointee.tree.position(of: element.id),
          isUpdated: true, key: rules.key(element)))
    }
    var updates = changes.updates[...]
    for move in changes.moves {
      while let update = updates.first, update.new < move.target { updates.removeFirst() }
      if updates.first?.new == move.target { continue }
      let element = step.new[move.target]
      guard let row = rows.pointee.tree.position(of: element.id) else { continue }
      items.append(
        Item(
          element: element, position: move.target, row: row,
          key: table.keys[table.path(of: row).section]))
    }
  }

  // MARK: - Searching

  @inlinable
  mutating func place(
    among rest: RemainingRows, _ step: ListTransition<ListSnapshot<Element>>,
    _ rules: OrderRules<Element, Key>,
    _ rows: Rows
  ) {
    let starts = sections.starts
    // The new rows at the end of the source: all others are before them.
    var tail = step.new.count
    for position in step.changes.insertions.reversed() where position == tail - 1 { tail -= 1 }
    for index in items.indices {
      guard let section = sections.number(of: items[index].key) else {
        ListMisuse.keyIsNotItself(items[index].key)
      }
      items[index].section = section
      let start = starts[section]
      items[index].gap = gap(
        for: items[index], in: start...(start + sections.counts[section]), rest, step.new,
        tail, rules, rows)
    }
    items.sort { one, other in
      if one.section != other.section { return one.section < other.section }
      if one.gap != other.gap { return one.gap < other.gap }
      if let rowOrder = rules.rowOrder {
        if rowOrder(one.element, other.element) { return true }
        if rowOrder(other.element, one.element) { return false }
      }
      return one.position < other.position
    }
    let candidates = items.indices.filter { index in
      items[index].row.map { rest.number(before: $0) == items[index].gap } ?? false
    }
    let olds = candidates.map { items[$0].row ?? 0 }
    for index in IncreasingSubsequence.longest(in: olds) { items[candidates[index]].stays = true }
  }

  @inlinable
  func gap(
    for item: Item, in bounds: ClosedRange<Int>, _ rest: RemainingRows,
    _ source: ListSnapshot<Element>, _ tail: Int, _ rules: OrderRules<Element, Key>, _ rows: Rows
  ) -> Int {
    func stands(before number: Int) -> Bool {
      let other = rows.pointee.tree.element(at: rest.position(of: number))
      return Self.precedes(item, other, in: source, rules)
    }
    var (low, high) = (bounds.lowerBound, bounds.upperBound)
    // Most rows return to their old places, for which two comparisons are sufficient.
    if let guess = item.row.map({ rest.number(before: $0) }), bounds.contains(guess) {
      if guess < high, !stands(before: guess) {
        low = guess + 1
      } else {
        high = guess
        if low < guess, stands(before: guess - 1) { high = guess - 1 } else { low = guess }
      }
    } else if rules.rowOrder == nil, low < high {
      // In the order of the source, most new rows are the last of their section.
      if item.position < tail, stands(before: high - 1) { high -= 1 } else { low = high }
    }
    while low < high {
      let middle = low + (high - low) / 2
      if stands(before: middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  @inlinable
  static func precedes(
    _ item: Item, _ other: Element, in source: ListSnapshot<Element>,
    _ rules: OrderRules<Element, Key>
  ) -> Bool {
    if let rowOrder = rules.rowOrder {
      if rowOrder(item.element, other) { return true }
      if rowOrder(other, item.element) { return false }
    }
    return source.index(of: other.id).map { item.position < $0 } ?? true
  }

  // MARK: - Editing

  @inlinable
  func perform(on rows: Rows) {
    if gone.count + items.count <= max(8, rows.pointee.count / 16) {
      edit(rows)
    } else {
      rebuild(rows)
    }
  }

  @inlinable
  func edit(_ rows: Rows) {
    for row in gone.reversed() { rows.pointee.remove(at: row) }
    // Rows that move wait at the end, in the order in which they are placed.
    var waiting = 0
    for item in items where item.row != nil && !item.stays {
      guard let row = rows.pointee.tree.position(of: item.element.id) else { continue }
      rows.pointee.move(from: row, to: rows.pointee.count - 1)
      waiting += 1
    }
    for (index, item) in items.enumerated() {
      let target = item.gap + index
      if item.row == nil {
        rows.pointee.insert(item.element, at: target)
        continue
      }
      if !item.stays {
        rows.pointee.move(from: rows.pointee.count - waiting, to: target)
        waiting -= 1
      }
      if item.isUpdated { rows.pointee.replace(at: target, with: item.element) }
    }
  }

  @inlinable
  func rebuild(_ rows: Rows) {
    var rest = UntakenRows(taken: (gone + items.compactMap(\.row)).sorted())
    var rebuilder = TreeRebuilder(rows.pointee.tree, version: rows.pointee.version + 1)
    for item in items {
      if item.stays, let row = item.row {
        rest.advance(&rebuilder, to: row, keeping: .max)
        if item.isUpdated { rebuilder.update(with: item.element) } else { rebuilder.keep(1) }
        rest.skipTaken()
        continue
      }
      rest.advance(&rebuilder, to: rows.pointee.count, keeping: item.gap)
      let hash = ListTree<Element>.hash(of: item.element.id)
      if let row = item.row, !item.isUpdated {
        rebuilder.move(rows.pointee.tree.place(at: row), hash: hash)
      } else {
        rebuilder.insert(item.element, hash: hash)
      }
    }
    rest.advance(&rebuilder, to: rows.pointee.count, keeping: .max)
    rows.pointee.replaceTree(by: rebuilder.finish(rows.pointee.tree))
    rows.pointee.dropStaleEntries()
  }

  @usableFromInline
  struct UntakenRows {
    @usableFromInline let taken: [Int]
    @usableFromInline var next = 0
    @usableFromInline var position = 0
    @usableFromInline var kept = 0

    @inlinable
    init(taken: [Int]) {
      self.taken = taken
    }

    /// `most` counts the rows kept from the beginning.
    @inlinable
    mutating func advance(
      _ rebuilder: inout TreeRebuilder<Element>, to end: Int, keeping most: Int
    ) {
      while position < end, kept < most {
        let stop = next < taken.count ? min(taken[next], end) : end
        let run = min(stop - position, most - kept)
        rebuilder.keep(run)
        position += run
        kept += run
        if position < end, kept < most {
          rebuilder.drop(1)
          skipTaken()
        }
      }
    }

    @inlinable
    mutating func skipTaken() {
      position += 1
      next += 1
    }
  }
}
