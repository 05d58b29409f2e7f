import StageFloor
import StagecraftLists
import TestSupport
import Testing

@testable import StagecraftTableLists

@Suite(.timeLimit(.minutes(3))) struct TableListModelTests {
  /// Random commits of others, own edits, forgotten logs and failures.
  @Test(arguments: [UInt64](1...6)) func theListEqualsTheTable(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let store = try MemoryTableStore.orders()
    for id in 0..<20 { try store.insert(Order(id, due: id % 5)) }
    let order: TableRowOrder =
      seed % 2 == 0 ? .key : .columns(TableOrder("due", isDescending: true), TableOrder("title"))
    let orders = try await TableList<Order>("orders", at: store, orderedBy: order)
    var shown = Array(orders.list.snapshot())
    var last = orders.list.snapshot()
    var next = 100
    for _ in 0..<300 {
      let id = Int.random(in: 0..<30, using: &generator)
      switch Int.random(in: 0..<9, using: &generator) {
      case 0, 1:
        try store.insert(Order(next, "\(next % 7)", due: Int.random(in: 0..<5, using: &generator)))
        next += 1
      case 2: try store.remove(shown.randomElement(using: &generator)?.id ?? 0)
      case 3: try store.set("due", .integer(Int64.random(in: 0..<5, using: &generator)), of: id)
      case 4: try store.set("title", .text("\(next)"), of: id)
      case 5: store.forgetChanges(of: "orders")
      case 6:
        store.fail(with: TableError(.unreachable, "The database is away."))
        _ = try? await orders.catchUp()
        store.fail(with: nil)
      case 7: _ = try? await orders.update(id) { $0.due += 1 }
      default: _ = try? orders.updateNow(id) { $0.title += "!" }
      }
      if Bool.random(using: &generator) { continue }
      try await orders.catchUp()
      let snapshot = orders.list.snapshot()
      // The changes lead from each state that was looked at to the next, row by row.
      let changes = orders.list.changes(since: last).changes
      #expect(!changes.isReset)
      #expect(shown.applying(changes, of: snapshot) == Array(snapshot))
      (shown, last) = (Array(snapshot), snapshot)
    }
    await orders.settle()
    try await orders.catchUp()
    #expect(Array(orders.list.snapshot()) == store.orders(by: order))
  }
}

extension [Order] {
  func applying(_ changes: ListChanges, of new: ListSnapshot<Order>) -> [Order] {
    changes.apply(to: self) { new[$0] }
  }
}
