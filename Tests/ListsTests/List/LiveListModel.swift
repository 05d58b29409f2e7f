import TestSupport
import Testing

@testable import StagecraftLists

/// A live list, and a plain array with the same edits.
struct LiveListModel {
  let list: LiveList<DeskOrder>
  private(set) var rows: [DeskOrder]
  private var nextID: Int
  private var known: [(snapshot: ListSnapshot<DeskOrder>, rows: [DeskOrder])] = []

  init(count: Int) {
    rows = (0..<count).map { DeskOrder($0) }
    nextID = count
    list = LiveList(rows)
  }

  /// Makes an edit or a transaction with several; some fail or are undone.
  mutating func step(_ generator: inout SeededGenerator) throws {
    if generator.oneIn(4) { known.append((list.snapshot(), rows)) }
    if generator.oneIn(15), let version = known.randomElement(using: &generator) {
      list.revert(to: version.snapshot)
      rows = version.rows
    } else if generator.oneIn(5) {
      let kept = rows
      do {
        try list.transaction { draft in try transact(&draft, &generator, depth: 0) }
      } catch is DeskClosed {
        rows = kept
      }
    } else {
      try edit(&generator)
    }
    if known.count > 6 { known.removeFirst(3) }
  }

  func check() throws {
    let snapshot = list.snapshot()
    try #require(snapshot.elementsEqual(rows) && snapshot.count == rows.count)
    for (position, row) in rows.enumerated() {
      try #require(snapshot[position] == row && snapshot.index(of: row.id) == position)
      try #require(snapshot[id: row.id] == row)
    }
    snapshot.storage.tree.checkInvariants()
    for (old, oldRows) in known {
      try #require(old.elementsEqual(oldRows))
      let transition = list.changes(since: old)
      try transition.changes.validate()
      try #require(transition.changes.apply(to: oldRows) { rows[$0] } == rows)
    }
  }

  private mutating func transact(
    _ draft: inout LiveList<DeskOrder>.Draft, _ generator: inout SeededGenerator, depth: Int
  ) throws {
    for _ in 0..<Int.random(in: 0...6, using: &generator) {
      if depth < 2, generator.oneIn(4) {
        let kept = rows
        do {
          try list.transaction { inner in try transact(&inner, &generator, depth: depth + 1) }
        } catch is DeskClosed {
          rows = kept
        }
      } else if generator.oneIn(2) {
        try edit(&generator)
      } else {
        try edit(&draft, &generator)
      }
      try #require(draft.elements == rows)
    }
    if generator.oneIn(3) { throw DeskClosed() }
  }

  private func somePosition(_ generator: inout SeededGenerator, _ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  /// Returns a random id, which is usually in the list.
  private func someID(_ generator: inout SeededGenerator) -> Int {
    generator.oneIn(6) || rows.isEmpty
      ? Int.random(in: 0...nextID, using: &generator)
      : rows[Int.random(in: 0..<rows.count, using: &generator)].id
  }

  private mutating func newRow(_ generator: inout SeededGenerator) -> DeskOrder {
    nextID += 1
    return DeskOrder(
      generator.oneIn(8) ? someID(&generator) : nextID, somePosition(&generator, 0...9))
  }

  private func position(of id: Int) -> Int? { rows.firstIndex { $0.id == id } }

  private mutating func insert(_ row: DeskOrder, at position: Int?) -> ListError? {
    if self.position(of: row.id) != nil { return .duplicateID }
    guard let position else { return .unknownID }
    guard rows.indices.contains(position) || position == rows.count else {
      return .positionOutOfRange(position, count: rows.count)
    }
    rows.insert(row, at: position)
    return nil
  }

  private mutating func move(_ id: Int, to position: Int) -> ListError? {
    guard let source = self.position(of: id) else { return .unknownID }
    guard rows.indices.contains(position) else {
      return .positionOutOfRange(position, count: rows.count)
    }
    rows.insert(rows.remove(at: source), at: position)
    return nil
  }

  private mutating func move(_ id: Int, _ distance: Int, from other: Int) -> ListError? {
    guard let source = position(of: id), position(of: other) != nil else { return .unknownID }
    guard id != other else { return nil }
    let row = rows.remove(at: source)
    rows.insert(row, at: position(of: other).map { $0 + distance } ?? 0)
    return nil
  }

  private func error(_ body: () throws(ListError) -> Void) -> ListError? {
    do {
      try body()
      return nil
    } catch {
      return error
    }
  }

  private mutating func edit(_ generator: inout SeededGenerator) throws {
    let list = list
    let id = someID(&generator)
    let other = someID(&generator)
    let row = newRow(&generator)
    let place = somePosition(&generator, -1...rows.count + 1)
    switch Int.random(in: 0..<14, using: &generator) {
    case 0:
      try #require(
        error { () throws(ListError) in try list.append(row) } == insert(row, at: rows.count))
    case 1:
      try #require(
        error { () throws(ListError) in try list.insert(row, at: place) } == insert(row, at: place))
    case 2:
      try #require(
        error { () throws(ListError) in try list.insert(row, before: id) }
          == insert(row, at: position(of: id)))
    case 3:
      let expected = insert(row, at: position(of: id).map { $0 + 1 })
      try #require(error { () throws(ListError) in try list.insert(row, after: id) } == expected)
    case 4:
      let old = position(of: row.id)
      try #require(list.upsert(row) == old.map { rows[$0] })
      if let old { rows[old] = row } else { rows.append(row) }
    case 5, 6:
      try #require(list.update(id) { $0.copies += 1 } != nil || position(of: id) == nil)
      if let position = position(of: id) { rows[position].copies += 1 }
    case 7:
      list.update(at: place) { $0.copies += 1 }
      if rows.indices.contains(place) { rows[place].copies += 1 }
    case 8:
      try #require(
        error { () throws(ListError) in try list.move(id, to: place) } == move(id, to: place))
    case 9:
      try #require(
        error { () throws(ListError) in try list.move(id, before: other) }
          == move(id, 0, from: other))
    case 10:
      try #require(
        error { () throws(ListError) in try list.move(id, after: other) }
          == move(id, 1, from: other))
    case 11:
      try #require(list.remove(id) == position(of: id).map { rows[$0] })
      rows.removeAll { $0.id == id }
    case 12:
      if rows.indices.contains(place) {
        try #require(try list.remove(at: place) == rows.remove(at: place))
      } else {
        try #require(throws: ListError.self) { try list.remove(at: place) }
      }
    default:
      if generator.oneIn(30) {
        list.removeAll()
        rows = []
      } else if generator.oneIn(3) {
        let divisor = Int.random(in: 3...20, using: &generator)
        try #require(
          list.removeAll { $0.id % divisor == 0 } == rows.filter { $0.id % divisor == 0 })
        rows.removeAll { $0.id % divisor == 0 }
      } else {
        let (new, rejected) = replacement(row, &generator)
        try #require(list.replaceAll(with: new) == rejected)
      }
    }
  }

  private mutating func edit(
    _ draft: inout LiveList<DeskOrder>.Draft, _ generator: inout SeededGenerator
  ) throws {
    let id = someID(&generator)
    let other = someID(&generator)
    let row = newRow(&generator)
    let place = somePosition(&generator, -1...rows.count + 1)
    do {
      switch Int.random(in: 0..<12, using: &generator) {
      case 0:
        let expected = insert(row, at: rows.count)
        try draft.append(row)
        try #require(expected == nil)
      case 1:
        let expected = insert(row, at: place)
        try draft.insert(row, at: place)
        try #require(expected == nil)
      case 2:
        let expected = insert(row, at: position(of: id))
        try draft.insert(row, before: id)
        try #require(expected == nil)
      case 3:
        let expected = insert(row, at: position(of: id).map { $0 + 1 })
        try draft.insert(row, after: id)
        try #require(expected == nil)
      case 4:
        let old = position(of: row.id)
        try #require(draft.upsert(row) == old.map { rows[$0] })
        if let old { rows[old] = row } else { rows.append(row) }
      case 5:
        draft.update(id) { $0.copies += 1 }
        if let position = position(of: id) { rows[position].copies += 1 }
      case 6:
        draft.update(at: place) { $0.copies += 1 }
        if rows.indices.contains(place) { rows[place].copies += 1 }
      case 7:
        let expected = move(id, to: place)
        try draft.move(id, to: place)
        try #require(expected == nil)
      case 8:
        let expected = move(id, 0, from: other)
        try draft.move(id, before: other)
        try #require(expected == nil)
      case 9:
        let expected = move(id, 1, from: other)
        try draft.move(id, after: other)
        try #require(expected == nil)
      case 10:
        try #require(draft.remove(id) == position(of: id).map { rows[$0] })
        rows.removeAll { $0.id == id }
      default:
        let (new, rejected) = replacement(row, &generator)
        try #require(draft.replaceAll(with: new) == rejected)
      }
    } catch is ListError {
      // Also after refused edits, because the model compares all rows after each edit.
    }
  }

  private mutating func replacement(
    _ row: DeskOrder, _ generator: inout SeededGenerator
  ) -> (new: [DeskOrder], rejected: [DeskOrder]) {
    var new = rows
    for _ in 0..<3 {
      guard let from = new.indices.randomElement(using: &generator) else { break }
      let some = new.remove(at: from)
      new.insert(some, at: Int.random(in: 0...new.count, using: &generator))
    }
    if !new.isEmpty { new.removeLast() }
    if let first = new.indices.first { new[first].copies = 3 }
    var rejected: [DeskOrder] = []
    if new.contains(where: { $0.id == row.id }) { rejected.append(row) }
    if let some = new.first { rejected.append(some) }
    rows = rejected.contains(row) ? new : new + [row]
    return (new + [row] + new.prefix(1), rejected)
  }
}
