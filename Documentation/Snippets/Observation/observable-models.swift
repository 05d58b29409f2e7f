// Rows, operations, figures and pressure as observable properties.
// snippet.hide
import Observation
import StagecraftLists
import StagecraftMemory
import StagecraftObservation
import StagecraftOperations
import StagecraftPools

struct Book: Identifiable, Sendable {
  let id: Int
  var title: String
}

struct Order: Identifiable, Sendable {
  let id: Int
  var title: String
}

@MainActor
func models(
  _ books: LiveList<Book>, _ copies: BoundedPool<Int>, _ manager: OperationManager,
  _ pressure: PressureMonitor, showFewerCovers: () -> Void
) {
  // snippet.show
  let momo = RowModel(of: books, id: 7)
  print(momo.row?.title ?? "It was removed.")
  // snippet.hide

  figures(of: copies)
  // snippet.show
  let imports = ManagerModel(of: manager)
  print("\(imports.progress.finished) of \(imports.progress.total)")
  // snippet.hide

  // snippet.show
  let memory = PressureModel(of: pressure)
  if memory.level >= .high { showFewerCovers() }
  // snippet.hide
}

@MainActor
func figures(of books: BoundedPool<Int>) {
  // snippet.show
  let copies = PoolModel(of: books)
  print("\(copies.onLoan) on loan, \(copies.waiting) readers wait.")
  // snippet.hide
}

@MainActor
func follow(_ orders: LiveList<Order>) async {
  // snippet.show
  let shown = ListModel(of: orders)
  for await count in Observations({ shown.rows.count }) {
    print("\(count) orders")
  }
  // snippet.hide
}
