import StagecraftLists
import StagecraftTableLists
import Testing

@Suite(.timeLimit(.minutes(2))) struct ConcurrentEditingTests {
  /// Each writer has a list of its own, as another process would.
  @Test func noIncrementIsLost() async throws {
    let store = try MemoryTableStore.orders(Order(1), Order(2))
    try await withThrowingTaskGroup(of: Void.self) { writers in
      for _ in 0..<4 {
        writers.addTask {
          let orders = try await TableList<Order>("orders", at: store)
          for _ in 0..<100 { try await orders.update(1) { $0.due += 1 } }
        }
      }
      try await writers.waitForAll()
    }
    #expect(store.rows(of: "orders")[0].values[3] == .integer(400))
  }

  /// The sum of two rows stays what it is, in the table and in every state that a list shows.
  @Test func transactionsAreShownAsAWhole() async throws {
    let store = try MemoryTableStore.orders(Order(1, due: 100), Order(2, due: 100))
    let watched = try await TableList<Order>("orders", at: store)
    let transitions = watched.list.transitions()
    let watcher = Task {
      for await transition in transitions {
        let sum = transition.new.reduce(0) { $0 + $1.due }
        if sum != 200 { return sum }
        if transition.new.count == 3 { return 200 }
      }
      return 0
    }
    try await withThrowingTaskGroup(of: Void.self) { writers in
      for writer in 0..<4 {
        writers.addTask {
          let orders = try await TableList<Order>("orders", at: store)
          for amount in 0..<50 {
            try await orders.transaction { rows in
              try rows.update(writer % 2 + 1) { $0.due -= amount }
              try rows.update(2 - writer % 2) { $0.due += amount }
            }
          }
        }
      }
      try await writers.waitForAll()
    }
    try store.insert(Order(3))
    #expect(await watcher.value == 200)
  }

  @Test func aTransactionOfManyRowsThatOthersHaveChangedEnds() async throws {
    let store = try MemoryTableStore.orders()
    for id in 0..<100 { try store.insert(Order(id)) }
    let orders = try await TableList<Order>("orders", at: store)
    store.dropSignals()
    for id in 0..<100 { try store.set("title", .text("Heidi"), of: id) }
    try await orders.transaction { rows in
      for id in 0..<100 { try rows.update(id) { $0.due = $0.title == "Heidi" ? 1 : 2 } }
    }
    #expect(orders.list.snapshot().allSatisfy { $0.due == 1 })
  }

  @Test func aRowThatOthersHaveChangedIsNotRemovedUnseen() async throws {
    let store = try MemoryTableStore.orders(Order(1), Order(2))
    let orders = try await TableList<Order>("orders", at: store)
    var titles: [String?] = []
    try await orders.transaction { rows in
      titles.append(rows[id: 1]?.title)
      if titles.count == 1 { try store.set("title", .text("Heidi"), of: 1) }
      rows.remove(1)
    }
    #expect(titles == ["Momo", "Heidi"])
    #expect(orders.list.snapshot().map(\.id) == [2])
  }

  /// In the store of the tests.
  @Test func whatAConflictEndsIsNotWrittenHalf() throws {
    let store = try MemoryTableStore.orders(Order(1), Order(2))
    let due = TableField("due", .integer(9))
    let result = try store.write(
      [
        .update(key: .integer(1), [due], expecting: []), .remove(key: .integer(2), expecting: []),
        .update(key: .integer(3), [due], expecting: []),
      ], in: "orders")
    #expect(result == .conflict(edit: 2, current: nil))
    #expect(store.orders() == [Order(1), Order(2)])
  }

  /// A row that was only read is checked too: two readers cannot both take the last copy.
  @Test func whatATransactionReadsByIdIsChecked() async throws {
    let store = try MemoryTableStore.orders(Order(1, due: 1), Order(2), Order(3))
    let orders = try await TableList<Order>("orders", at: store)
    var calls = 0
    try await orders.transaction { rows in
      calls += 1
      let copies = rows[id: 1]?.due ?? 0
      if calls == 1 { try store.set("due", .integer(0), of: 1) }
      try rows.update(2) { $0.title = copies > 0 ? "taken" : "waiting" }
    }
    #expect(calls == 2)
    #expect(orders.list.snapshot()[id: 2]?.title == "waiting")
  }
}
