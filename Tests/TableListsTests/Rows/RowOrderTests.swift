import StagecraftLists
import TestSupport
import Testing

@testable import StagecraftTableLists

@Suite(.timeLimit(.minutes(3))) struct RowOrderTests {
  struct Parcel: Codable, Identifiable, Equatable, Sendable {
    var id: Int
    var weight: Float
  }

  private func store(_ weights: [Double]) throws -> MemoryTableStore {
    let store = MemoryTableStore()
    store.createTable("parcels", columns: [TableColumn("id"), TableColumn("weight")], key: "id")
    for (id, weight) in weights.enumerated() {
      try store.write(
        [.insert([TableField("id", .integer(Int64(id))), TableField("weight", .real(weight))])],
        in: "parcels")
    }
    return store
  }

  /// Two weights that the database can tell apart, and a `Float` cannot.
  @Test func aPropertyThatRoundsItsColumnIsSortedAsTheListComparesIt() async throws {
    let store = try store([0.100000000001, 0.1, 0.2])
    let order = TableRowOrder.columns(TableOrder("weight"))
    let parcels = try await TableList<Parcel>("parcels", at: store, orderedBy: order)
    #expect(parcels.list.snapshot().map(\.id) == [0, 1, 2])
    store.forgetChanges(of: "parcels")
    try await parcels.catchUp()
    #expect(parcels.list.snapshot().map(\.id) == [0, 1, 2])
  }

  @Test(arguments: [false, true]) func aFollowedListIsWhatANewOneIs(closures: Bool) async throws {
    var generator = SeededGenerator(seed: 21)
    func weight() -> Double {
      0.1 * Double(Int.random(in: 0..<4, using: &generator))
        + 1e-12 * Double(Int.random(in: 0..<9, using: &generator))
    }
    let store = try store((0..<40).map { _ in weight() })
    let order = TableRowOrder.columns(TableOrder("weight", isDescending: true))
    func open() async throws -> TableList<Parcel> {
      if !closures { return try await TableList("parcels", at: store, orderedBy: order) }
      let format = TableRowFormat<Parcel>(columns: "id", "weight") { row throws(TableError) in
        Parcel(id: try row.value(0), weight: try row.value(1))
      } values: {
        [$0.id.tableValue, $0.weight.tableValue]
      }
      return try await TableList("parcels", at: store, format: format, orderedBy: order)
    }
    let followed = try await open()
    for _ in 0..<100 {
      let id = Int64.random(in: 0..<40, using: &generator)
      try store.write(
        [.update(key: .integer(id), [TableField("weight", .real(weight()))], expecting: [])],
        in: "parcels")
      try await followed.catchUp()
      let new = try await open()
      #expect(Array(followed.list.snapshot()) == Array(new.list.snapshot()))
    }
  }

  /// Texts that are equal, and ordered by their bytes.
  @Test(arguments: [false, true]) func anotherSpellingOfALetterMovesARow(
    readsAll: Bool
  ) async throws {
    let memory = try MemoryTableStore.orders(Order(1, "\u{e9}"), Order(2, "f"), Order(3, "z"))
    let order = TableRowOrder.columns(TableOrder("title"))
    let orders = try await TableList<Order>("orders", at: memory, orderedBy: order)
    #expect(orders.list.snapshot().map(\.id) == [2, 3, 1])
    if readsAll { memory.forgetChanges(of: "orders") }
    try memory.set("title", .text("e\u{301}"), of: 1)
    try await orders.catchUp()
    #expect(orders.list.snapshot().map(\.id) == [1, 2, 3])
    try memory.insert(Order(4, "g"))
    try await orders.catchUp()
    #expect(orders.list.snapshot().map(\.id) == [1, 2, 4, 3])
  }
}
