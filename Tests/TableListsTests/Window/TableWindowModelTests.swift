import StagecraftLists
import TestSupport
import Testing

@testable import StagecraftTableLists

@Suite(.timeLimit(.minutes(3))) struct TableWindowModelTests {
  /// Random commits, scrolling, forgotten logs and failures: the window has adjacent rows of the
  /// table, and its changes lead from each state to the next.
  @Test(arguments: [UInt64](1...8)) func theWindowIsAPartOfTheTable(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let store = try MemoryTableStore.orders()
    for id in 0..<40 {
      try store.insert(Order(id, "\(id % 3)", id % 4 == 0 ? .open : .ready, due: id % 9))
    }
    let order = TableRowOrder.columns(TableOrder("due", isDescending: seed % 4 > 1))
    let isCounting = seed % 2 == 0
    let conditions = seed > 4 ? [TableCondition("state", in: [.text("ready")])] : []
    let orders = try await TableList<Order>.window(
      of: "orders", at: store, orderedBy: order, where: conditions, around: 21, count: 7,
      counting: isCounting)
    var shown = Array(orders.list.snapshot())
    var last = orders.list.snapshot()
    var next = 1000
    var asked: Int?
    for _ in 0..<400 {
      let id = store.orders().randomElement(using: &generator)?.id ?? 0
      let due = Int.random(in: 0..<12, using: &generator)
      asked = nil
      switch Int.random(in: 0..<14, using: &generator) {
      case 0, 1:
        try store.insert(Order(next, due % 2 == 0 ? "a" : "b", .ready, due: due))
        next += 1
      case 2, 3: try store.remove(id)
      case 4: try store.set("due", .integer(Int64(due)), of: id)
      case 5: try store.set("state", .text(due % 2 == 0 ? "open" : "ready"), of: id)
      case 6: store.forgetChanges(of: "orders")
      case 7:
        store.fail(with: TableError(.unreachable, "The database is away."))
        await #expect(throws: TableError.self) { try await orders.rows.catchUp() }
        #expect(orders.rows.state.error?.code == .unreachable)
        store.fail(with: nil)
      case 8: try await orders.showBeginning()
      case 9: try await orders.showEnd()
      case 10: _ = try? await orders.rows.update(id) { $0.title += "!" }
      case 11: _ = try? orders.rows.updateNow(shown.first?.id ?? 0) { $0.title += "?" }
      default:
        let isThere = store.orders(in: conditions, by: order).contains { $0.id == id }
        do {
          try await orders.show(around: id)
          #expect(isThere)
          asked = id
        } catch let error as TableError {
          #expect(error.code == .key && !isThere)
        }
      }
      await orders.rows.settle()
      try await orders.rows.catchUp()
      let expected = store.orders(in: conditions, by: order)
      let snapshot = orders.list.snapshot()
      let changes = orders.list.changes(since: last).changes
      #expect(shown.applying(changes, of: snapshot) == Array(snapshot), "\(generator)")
      (shown, last) = (Array(snapshot), snapshot)
      let start = shown.first.flatMap { first in expected.firstIndex { $0.id == first.id } } ?? 0
      #expect(Array(expected[start...].prefix(7)) == shown, "\(generator)")
      #expect(shown.count == min(7, expected.count))
      if let asked { #expect(shown.contains { $0.id == asked }) }
      let counts = TableWindowCounts(before: start, after: expected.count - start - shown.count)
      #expect(orders.counts == (isCounting ? counts : nil))
      #expect(orders.rows.state.isCurrent)
    }
  }
}

extension MemoryTableStore {
  fileprivate func orders(in conditions: [TableCondition], by order: TableRowOrder) -> [Order] {
    orders(by: order).filter { conditions.isEmpty || $0.state == .ready }
  }
}
