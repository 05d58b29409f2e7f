import StagecraftLists
import StagecraftTestKit
import TestSupport
import Testing

/// The fake accepts correct batches and nothing else.
@Suite(.timeLimit(.minutes(3)))
@MainActor
struct FakeTableFuzzTests {
  /// A batch under construction, as an adapter might have written it.
  private struct Script {
    var removedSections: [Int] = []
    var insertedSections: [Int] = []
    var movedSections: [ListMove<Int>] = []
    var removed: [RowPath] = []
    var inserted: [RowPath] = []
    var moved: [ListMove<RowPath>] = []

    @MainActor
    func perform(on table: FakeTable) {
      table.deleteSections(removedSections)
      table.insertSections(insertedSections)
      for move in movedSections { table.moveSection(move.source, to: move.target) }
      table.deleteRows(at: removed)
      table.insertRows(at: inserted)
      for move in moved { table.moveRow(at: move.source, to: move.target) }
    }
  }

  /// A section, known by its number, with the numbers of its rows.
  private typealias Section = (key: Int, rows: [Int])

  private static func before(_ generator: inout SeededGenerator) -> [Section] {
    (0..<Int.random(in: 1...4, using: &generator)).map { key in
      (key, (0..<Int.random(in: 0...5, using: &generator)).map { key * 10 + $0 })
    }
  }

  /// Sections and rows after random insertions, removals, and moves.
  private static func after(_ old: [Section], _ generator: inout SeededGenerator) -> [Section] {
    var new = old.filter { _ in !generator.oneIn(5) }
    if generator.oneIn(3) { new.shuffle(using: &generator) }
    for key in 4..<6 where generator.oneIn(3) {
      new.insert((key, [key * 10]), at: Int.random(in: 0...new.count, using: &generator))
    }
    for index in new.indices {
      new[index].rows.removeAll { _ in generator.oneIn(4) }
      if generator.oneIn(3) { new[index].rows.shuffle(using: &generator) }
      if generator.oneIn(2) {
        let place = Int.random(in: 0...new[index].rows.count, using: &generator)
        new[index].rows.insert(100 + index, at: place)
      }
    }
    return new
  }

  private static func script(from old: [Section], to new: [Section]) -> Script {
    var script = Script()
    script.removedSections = old.indices.filter { index in
      !new.contains { $0.key == old[index].key }
    }
    script.insertedSections = new.indices.filter { index in
      !old.contains { $0.key == new[index].key }
    }
    let oldKeys = old.map(\.key).filter { key in new.contains { $0.key == key } }
    let newKeys = new.map(\.key).filter { key in old.contains { $0.key == key } }
    // If any section has moved, the batch reports a move for each section with a new index.
    if oldKeys != newKeys {
      for (target, section) in new.enumerated() {
        guard let source = old.firstIndex(where: { $0.key == section.key }) else { continue }
        if source != target { script.movedSections.append(ListMove(from: source, to: target)) }
      }
    }
    for (target, section) in new.enumerated() {
      guard let source = old.firstIndex(where: { $0.key == section.key }) else { continue }
      let (was, rows) = (old[source].rows, section.rows)
      script.removed += was.indices.filter { !rows.contains(was[$0]) }.map { at(source, $0) }
      script.inserted += rows.indices.filter { !was.contains(rows[$0]) }.map { at(target, $0) }
      // Rows are removed one by one until the remaining ones are in order.
      var staying = rows.filter { was.contains($0) }
      while let index = staying.indices.dropFirst().first(where: { index in
        was.firstIndex(of: staying[index])! < was.firstIndex(of: staying[index - 1])!
      }) {
        let row = staying.remove(at: index)
        script.moved.append(
          ListMove(
            from: at(source, was.firstIndex(of: row)!), to: at(target, rows.firstIndex(of: row)!)))
      }
    }
    return script
  }

  private func perform(
    _ script: Script, from old: [Section], to new: [Section]
  ) -> (table: FakeTable, source: ArraySource) {
    let source = ArraySource(old.map(\.rows))
    let table = FakeTable()
    table.dataSource = source
    table.reloadData()
    table.performBatchUpdates {
      source.sections = new.map { $0.rows.map { ShownOrder(id: $0) } }
      script.perform(on: table)
    }
    return (table, source)
  }

  @Test
  func correctBatchesAreAccepted() throws {
    try withEverySeed(in: 0..<400) { generator in
      let old = Self.before(&generator)
      let new = Self.after(old, &generator)
      let script = Self.script(from: old, to: new)
      // Moving a section to its own place would be a different mistake.
      let sections = (0..<new.count).filter { index in
        old.indices.contains(index) && old[index].key == new[index].key
      }
      guard script.movedSections.isEmpty || sections.isEmpty else { return }
      guard !script.moved.contains(where: { $0.source == $0.target }) else { return }
      let (table, _) = perform(script, from: old, to: new)
      try #require(table.violations.isEmpty, "\(table.violations)")
      try #require(table.ids == new.map(\.rows))
    }
  }

  @Test
  func everyMistakeIsDetected() throws {
    try withEverySeed(in: 0..<400) { generator in
      let old = Self.before(&generator)
      let new = Self.after(old, &generator)
      var wrong = Self.script(from: old, to: new)
      guard Self.spoil(&wrong, old, new, &generator) else { return }
      let (table, source) = perform(wrong, from: old, to: new)
      try #require(!table.violations.isEmpty)
      try #require(!table.violations[0].description.isEmpty)
      // After a violation it shows the current rows.
      try #require(table.ids == source.sections.map { $0.map(\.id) })
      let count = table.violations.count
      table.checkRows()
      try #require(table.violations.count == count)
    }
  }

  /// Makes one mistake.
  ///
  /// - Returns: Whether a mistake was possible.
  private static func spoil(
    _ script: inout Script, _ old: [Section], _ new: [Section], _ generator: inout SeededGenerator
  ) -> Bool {
    switch Int.random(in: 0..<10, using: &generator) {
    case 0:
      return script.removed.popLast() != nil
    case 1:
      return script.inserted.popLast() != nil
    case 2:
      script.removed += script.removed.suffix(1)
      return !script.removed.isEmpty
    case 3:
      script.inserted += script.inserted.suffix(1)
      return !script.inserted.isEmpty
    case 4:
      // Removes another row than the requested one.
      guard let path = script.removed.popLast() else { return false }
      let others = old[path.section].rows.indices.map { at(path.section, $0) }.filter { other in
        other != path && !script.removed.contains(other)
          && !script.moved.contains { $0.source == other }
      }
      guard let other = others.randomElement(using: &generator) else { return false }
      script.removed.append(other)
    case 5:
      guard let path = script.inserted.popLast() else { return false }
      let others = new[path.section].rows.indices.map { at(path.section, $0) }.filter { other in
        other != path && !script.inserted.contains(other)
          && !script.moved.contains { $0.target == other }
      }
      guard let other = others.randomElement(using: &generator) else { return false }
      script.inserted.append(other)
    case 6:
      return script.removedSections.popLast() != nil
    case 7:
      return script.insertedSections.popLast() != nil
    case 8:
      script.removedSections += script.removedSections.suffix(1)
      return !script.removedSections.isEmpty
    default:
      guard let move = script.moved.popLast() else { return false }
      script.moved += [move, move]
    }
    return true
  }
}
