#if SQLite || PostgreSQL
import StoreFloor
import TestSupport
import Testing

@Suite struct PendingTableTests {
  @Test func aRequestIsRemovedOnce() {
    var table = PendingTable<String>()
    let number = table.insert("a", until: 10)
    #expect(table[number] == "a")
    #expect(table.remove(number) == "a")
    #expect(table.remove(number) == nil)
    #expect(table.removeOverdue(at: 20).isEmpty)
  }

  @Test func overdueRequestsLeaveInTheOrderOfTheirDeadlines() {
    var table = PendingTable<Int>()
    for deadline in [50, 10, 40, 20, 30] { _ = table.insert(deadline, until: Int64(deadline)) }
    #expect(table.nextDeadline == 10)
    #expect(table.removeOverdue(at: 30) == [10, 20, 30])
    #expect(table.nextDeadline == 40)
    #expect(table.removeAll() == [50, 40])
    #expect(table.nextDeadline == nil)
  }

  /// Compares the table with an array, for a seeded sequence of inputs.
  @Test(arguments: UInt64(1)...20) func agreesWithAnArray(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var table = PendingTable<Int>()
    var model: [(number: UInt64, waiter: Int, deadline: Int64)] = []
    for step in 0..<2_000 {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<5:
        let deadline = Int64.random(in: 0..<1_000, using: &generator)
        model.append((table.insert(step, until: deadline), step, deadline))
      case 5..<9:
        let number = UInt64.random(in: 1...UInt64(step + 1), using: &generator)
        let index = model.firstIndex { $0.number == number }
        #expect(table.remove(number) == index.map { model[$0].waiter }, "seed \(seed)")
        if let index { model.remove(at: index) }
      default:
        let now = Int64.random(in: 0..<300, using: &generator)
        let overdue = Set(model.filter { $0.deadline <= now }.map(\.waiter))
        #expect(Set(table.removeOverdue(at: now)) == overdue, "seed \(seed)")
        model.removeAll { $0.deadline <= now }
      }
      #expect(table.nextDeadline == model.map(\.deadline).min(), "seed \(seed)")
      #expect(table.count == model.count, "seed \(seed)")
    }
  }
}
#endif
