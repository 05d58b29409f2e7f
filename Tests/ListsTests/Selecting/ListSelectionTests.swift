import StagecraftLists
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct ListSelectionTests {
  private let list = LiveList(ids: 0..<10)

  @Test
  func changesAreReportedOnce() {
    let selection = ListSelection(in: list)
    var changes: [Set<Int>] = []
    selection.onChange = { changes.append($0) }
    selection.select(3)
    selection.select(3)
    selection.toggle(4)
    selection.toggle(3)
    selection.deselect(3)
    selection.replace(with: [4, 5, 6])
    selection.replace(with: [6, 5, 4])
    selection.replace(with: [])
    #expect(changes == [[3], [4], [3], [5, 6], [4, 5, 6]])
    #expect(selection.ids.isEmpty && selection.rows.isEmpty)
  }

  @Test
  func rowsAreInTheOrderOfTheList() throws {
    let selection = ListSelection(in: list)
    selection.replace(with: [7, 2, 5, 99])
    try list.move(7, to: 0)
    list.update(2) { $0.copies = 1 }
    #expect(selection.rows == [DeskOrder(7), DeskOrder(2, 1), DeskOrder(5)])
    #expect(selection.isSelected(7) && !selection.isSelected(1))
  }

  @Test
  func selectionSurvivesFilteringAndSorting() {
    let selection = ListSelection(in: list)
    let shown = list.filtered { $0.id < 5 }
    selection.replace(with: [1, 8])
    shown.filter { $0.id > 5 }
    #expect(shown.snapshot().filter { selection.isSelected($0.id) }.map(\.id) == [8])
    let sorted = shown.sorted { $0.id > $1.id }
    #expect(sorted.snapshot().filter { selection.isSelected($0.id) }.map(\.id) == [8])
    #expect(selection.ids == [1, 8])
  }

  @Test
  func removedRowsAreDeselectedTogether() async {
    let selection = ListSelection(in: list)
    selection.replace(with: [1, 2, 3, 4])
    let (gone, report) = AsyncStream<Set<Int>>.makeStream()
    selection.onChange = { report.yield($0) }
    var changes = gone.makeAsyncIterator()
    list.remove(1)
    list.remove(3)
    list.remove(9)
    #expect(await changes.next() == [1, 3])
    // More removals than selected rows, and a reset.
    list.removeAll { $0.id > 3 }
    #expect(await changes.next() == [4])
    list.replaceAll(with: (100..<900).map { DeskOrder($0) })
    #expect(await changes.next() == [2] && selection.ids.isEmpty)
  }

  @Test
  func identityWithoutARowIsDeselectedWithTheNextChange() async {
    let selection = ListSelection(in: list)
    let (gone, report) = AsyncStream<Set<Int>>.makeStream()
    var changes = gone.makeAsyncIterator()
    selection.replace(with: [1, 2, 99])
    selection.select(98)
    selection.onChange = { report.yield($0) }
    list.remove(5)
    #expect(await changes.next() == [98, 99] && selection.ids == [1, 2])
    selection.onChange = nil
    selection.replace(with: [97])
    selection.onChange = { report.yield($0) }
    list.update(3) { $0.copies = 1 }
    #expect(await changes.next() == [97] && selection.ids.isEmpty)
  }

  /// No transition has the removal of such a row.
  @Test
  func rowThatWasInsertedAndRemovedInOneTurnIsDeselected() async throws {
    let selection = ListSelection(in: list)
    try list.append(DeskOrder(20))
    selection.select(20)
    list.remove(20)
    let (gone, report) = AsyncStream<Set<Int>>.makeStream()
    selection.onChange = { report.yield($0) }
    var changes = gone.makeAsyncIterator()
    list.update(3) { $0.copies = 1 }
    #expect(await changes.next() == [20] && selection.ids.isEmpty)
  }

  @Test
  func rowThatReturnsBeforeTheNextTurnStaysSelected() async throws {
    let selection = ListSelection(in: list)
    selection.replace(with: [1, 2])
    let (gone, report) = AsyncStream<Set<Int>>.makeStream()
    selection.onChange = { report.yield($0) }
    var changes = gone.makeAsyncIterator()
    list.remove(1)
    try list.append(DeskOrder(1))
    list.remove(2)
    #expect(await changes.next() == [2] && selection.ids == [1])
  }

  @Test
  func selectionDoesNotOutliveItsOwner() {
    var selection: ListSelection? = ListSelection(in: list)
    weak let trace = selection
    selection?.select(1)
    selection = nil
    list.remove(1)
    #expect(trace == nil)
  }
}
