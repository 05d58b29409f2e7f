// Changes of the rows of a list, as positions.
// snippet.hide
import StagecraftLists

struct Book: Identifiable, Sendable {
  var id: Int
  var title: String
}

final class Cell {}
final class Table {
  func reloadData() {}
}

func makeCell(for book: Book) -> Cell { Cell() }

// snippet.show
func example() throws {
  // Orders A, B, C become C, A*, D: C moves up, B is removed, D is new, and A has changed.
  let changes = try ListChanges(
    oldCount: 3, newCount: 3, removals: [1], insertions: [2],
    moves: [ListMove(from: 2, to: 0)], updates: [ListUpdate(old: 0, new: 1)])
  print(changes.newPosition(of: 2) ?? -1)  // 0
}
// snippet.hide

func replaying(_ changes: ListChanges, cells: [Cell], orders: ListSnapshot<Book>) -> [Cell] {
  var cells = cells
  // snippet.show
  cells = changes.apply(to: cells) { position in makeCell(for: orders[position]) }
  // snippet.hide
  return cells
}

func checking(_ changes: ListChanges, table: Table) throws {
  // snippet.show
  do {
    try changes.validate()
  } catch ListChangesError.countsDisagree {
    table.reloadData()
  }
  // snippet.hide
}

try example()
