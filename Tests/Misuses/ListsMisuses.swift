import Stagecraft

let listMisuses: [Misuse] = [
  // Identities
  Misuse(
    "list: append a row whose id is not itself",
    says: "The identity “nan” is not equal to itself"
  ) {
    try? LiveList<Gauge>().append(Gauge(id: .nan))
  },
  Misuse(
    "list: insert such a row in a transaction",
    says: "The identity “nan” is not equal to itself"
  ) {
    LiveList<Gauge>().transaction { draft in try? draft.insert(Gauge(id: .nan), at: 0) }
  },
  Misuse(
    "list: make a list with such a row", says: "The identity “nan” is not equal to itself"
  ) {
    _ = LiveList([Gauge(id: 1), Gauge(id: .nan)])
  },
  Misuse(
    "list: replace all rows by such a row", says: "The identity “nan” is not equal to itself"
  ) {
    LiveList([Gauge(id: 1)]).replaceAll(with: [Gauge(id: .nan)])
  },
  Misuse(
    "list: group by a key that is not itself",
    says: "The key “nan” of a section is not equal to itself"
  ) {
    _ = LiveList([Slip(id: 1), Slip(id: 2, weight: .nan)]).grouped(by: \.weight).snapshot()
  },
  Misuse(
    "list: remove a row whose id changed",
    says: "The row at position 1 has the identity “77”, but was inserted with another one."
  ) {
    let shelves = LiveList((0..<3).map { Shelf($0) })
    shelves.snapshot()[1].id = 77
    _ = try? shelves.remove(at: 1)
  },
  Misuse(
    "list: move a row whose id changed",
    says: "The row at position 2 has the identity “77”, but was inserted with another one."
  ) {
    let shelves = LiveList((0..<3).map { Shelf($0) })
    shelves.snapshot()[2].id = 77
    shelves.transaction { draft in try? draft.move(from: 2, to: 0) }
  },
  Misuse(
    "list: derive from a list in which an id changed",
    says: "The source of a derived list has two rows with the identity “0”."
  ) {
    let shelves = LiveList((0..<3).map { Shelf($0) })
    shelves.snapshot()[2].id = 0
    _ = shelves.filtered { _ in true }.snapshot()
  },
  Misuse(
    "list: change the id in an update",
    says: "A closure that updates the row “1” must not change its identity, but changed it to “7”."
  ) {
    LiveList([Slip(id: 1)]).update(1) { $0 = Slip(id: 7) }
  },
  Misuse(
    "list: change the id in an update of a draft",
    says: "A closure that updates the row “1” must not change its identity, but changed it to “7”."
  ) {
    LiveList([Slip(id: 1)]).transaction { draft in draft.update(at: 0) { $0 = Slip(id: 7) } }
  },
  Misuse(
    "list: revert to a version of another list",
    says: "This snapshot or transition belongs to another list"
  ) {
    LiveList([Slip(id: 1)]).revert(to: LiveList([Slip(id: 1)]).snapshot())
  },
  Misuse(
    "list: apply a transition of another list",
    says: "This snapshot or transition belongs to another list"
  ) {
    let slips = LiveList([Slip(id: 1)])
    LiveList([Slip(id: 1)]).transaction { draft in
      _ = draft.apply(slips.changes(since: slips.snapshot()))
    }
  },
  Misuse(
    "list: read a derived list while an id is hashed", says: "These must not access the list."
  ) {
    let source = LiveList([NosyRow(id: NosyID(1))])
    let list = source.filtered { _ in true }
    _ = list.snapshot()
    try? source.append(NosyRow(id: NosyID(2)))
    NosyID.onHash = { _ = list.count }
    _ = list.snapshot()
  },

  // Positions
  Misuse("list: read a row of a snapshot", says: "There is no row 9 in a snapshot, which has 3.") {
    _ = LiveList((0..<3).map { Slip(id: $0) }).snapshot()[9]
  },
  Misuse("list: read a row of a draft", says: "There is no row -1 in a draft, which has 3.") {
    LiveList((0..<3).map { Slip(id: $0) }).transaction { draft in _ = draft[-1] }
  },
  Misuse("list: read a row of a section", says: "There is no row 4 in a section, which has 3.") {
    _ = GroupedSnapshot([(key: 1, rows: (0..<3).map { Slip(id: $0) })]).sections[0][4]
  },
  Misuse("list: read a section", says: "There is no section 7: there are 1.") {
    _ = GroupedSnapshot([(key: 1, rows: (0..<3).map { Slip(id: $0) })]).sections[7]
  },
  Misuse(
    "list: read the changes of a section",
    says: "There is no section 5: there are 2 after these changes."
  ) {
    _ = GroupedChanges.none(counts: [1, 2]).rows(ofSection: 5)
  },

  // Changes
  Misuse("list: a reset to fewer rows than none", says: "A list cannot have -2 rows.") {
    _ = ListChanges.reset(from: 3, to: -2)
  },
  Misuse("list: no change of fewer rows than none", says: "A list cannot have -1 rows.") {
    _ = ListChanges.none(count: -1)
  },
  Misuse(
    "list: apply changes to other rows",
    says: "These changes begin with 3 rows, and cannot be applied to 1."
  ) {
    _ = ListChanges.none(count: 3).apply(to: [0]) { $0 }
  },
  Misuse(
    "list: compose changes that do not follow each other",
    says: "These changes end with 3 rows, and the next begin with 4."
  ) {
    _ = ListChanges.none(count: 3).composed(with: .none(count: 4))
  },
  Misuse(
    "list: apply changes to other sections",
    says: "These changes begin with [1, 2] rows in their sections, and cannot be applied to [1]."
  ) {
    _ = GroupedChanges.none(counts: [1, 2]).apply(to: [[0]]) { _ in 0 }
  },

  // Presenters
  Misuse("list: ask a presenter for another section", says: "There is no section 3") {
    await MainActor.run {
      _ = ListPresenter(LiveList([Slip(id: 1)])).numberOfRows(inSection: 3)
    }
  },
  Misuse("list: ask a presenter for a row of another section", says: "There is no section 3") {
    await MainActor.run {
      _ = ListPresenter(LiveList([Slip(id: 1)])).row(at: RowPath(section: 3, row: 0))
    }
  },
  Misuse(
    "list: ask a presenter for another row", says: "There is no row 2 in a snapshot, which has 1."
  ) {
    await MainActor.run {
      _ = ListPresenter(LiveList([Slip(id: 1)])).row(at: RowPath(section: 0, row: 2))
    }
  },
  Misuse("list: move a row that is not there", says: "There is no row 0.4 to move") {
    await MainActor.run {
      ListPresenter(LiveList([Slip(id: 1)]))
        .surfaceMovedRow(from: RowPath(section: 0, row: 4), to: RowPath(section: 0, row: 0))
    }
  },
  Misuse(
    "list: move a row to a position that does not exist",
    says: "There is no position 0.4 to move a row to"
  ) {
    await MainActor.run {
      ListPresenter(LiveList([Slip(id: 1)]))
        .surfaceMovedRow(from: RowPath(section: 0, row: 0), to: RowPath(section: 0, row: 4))
    }
  },

  // Cells
  Misuse("list: dequeue a cell of an unknown kind", says: "is not registered.") {
    _ = CellPool<Slip>().dequeue(ReuseIdentifier<Cell>("slip"), for: Slip(id: 1))
  },
  Misuse(
    "list: show cells of a kind without a closure to create them",
    says: "is not registered with the reuse pool."
  ) {
    CellPool<Slip>().register(ReuseIdentifier<Cell>("slip"), show: { _, _ in })
  },
  Misuse("list: register a kind of cells twice", says: "is registered already.") {
    let cells = CellPool<Slip>()
    let kind = ReuseIdentifier<Cell>("slip")
    cells.register(kind, make: { Cell() }, show: { _, _ in })
    cells.register(kind, show: { _, _ in })
  },
]

private struct Gauge: Identifiable, Sendable {
  let id: Double
}

private struct Slip: Identifiable, Sendable {
  let id: Int
  var weight = 1.0
}

/// A row whose identity changes while it is in a list.
private final class Shelf: Identifiable, @unchecked Sendable {  // guard: one thread
  var id: Int
  init(_ id: Int) { self.id = id }
}

private final class Cell {}

private struct NosyRow: Identifiable, Sendable {
  let id: NosyID
}

/// An identity whose hashing reads other state.
private struct NosyID: Hashable, Sendable {
  nonisolated(unsafe) static var onHash: () -> Void = {}  // guard: one thread

  let number: Int
  init(_ number: Int) { self.number = number }

  func hash(into hasher: inout Hasher) {
    Self.onHash()
    hasher.combine(number)
  }
}
