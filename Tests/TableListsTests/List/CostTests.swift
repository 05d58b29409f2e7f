import StagecraftLists
import TestSupport
import Testing

@testable import StagecraftTableLists

/// Costs in calls of a format, which do not depend on the machine.
@Suite(.timeLimit(.minutes(2))) struct CostTests {
  struct Book: Identifiable, Equatable, Sendable {
    var id: Int
    var due: Int
  }

  private let read = Locked(0)
  private let written = Locked(0)

  private func open(_ count: Int) async throws -> (MemoryTableStore, TableList<Book>) {
    let store = MemoryTableStore()
    store.createTable("books", columns: [TableColumn("id"), TableColumn("due")], key: "id")
    try store.write(
      (0..<count).map { id in
        .insert([TableField("id", .integer(Int64(id))), TableField("due", .integer(Int64(id / 2)))])
      }, in: "books")
    let format = TableRowFormat<Book>(columns: "id", "due") { [read] row throws(TableError) in
      read.update { $0 += 1 }
      return Book(id: try row.value(0), due: try row.value(1))
    } values: { [written] book in
      written.update { $0 += 1 }
      return [book.id.tableValue, book.due.tableValue]
    }
    let books = try await TableList(
      "books", at: store, format: format, orderedBy: .columns(TableOrder("due")))
    return (store, books)
  }

  @Test func loadingComparesEachRowWithItsNeighbour() async throws {
    let (_, books) = try await open(20_000)
    #expect(books.list.count == 20_000)
    // The first row of each batch is decoded twice.
    #expect(read.value <= 20_010)
    #expect(written.value == 20_000)
  }

  @Test func aChangedRowCostsALogarithm() async throws {
    let (store, books) = try await open(20_000)
    for (value, limit) in [(Int64(3), 40), (9_999, 40), (20_000, 40)] {
      read.update { $0 = 0 }
      written.update { $0 = 0 }
      try store.write(
        [.update(key: .integer(100), [TableField("due", .integer(value))], expecting: [])],
        in: "books")
      try await books.catchUp()
      #expect(read.value == 1)
      #expect(written.value <= limit, "\(value)")
    }
  }

  @Test func neighboursThatAreInsertedCostAConstantEach() async throws {
    let (store, books) = try await open(20_000)
    written.update { $0 = 0 }
    try store.write(
      (0..<1000).map { number in
        .insert([
          TableField("id", .integer(Int64(100_000 + number))),
          TableField("due", .integer(Int64(50_000 + number))),
        ])
      }, in: "books")
    try await books.catchUp()
    #expect(books.list.count == 21_000)
    #expect(written.value < 5000)
  }
}
