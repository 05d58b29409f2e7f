import StagecraftLists
import StagecraftTableLists
import Testing

@Suite(.timeLimit(.minutes(3))) struct TableListTests {
  @Test func opensWithAllRowsInTheOrderOfTheirKeys() async throws {
    let store = try MemoryTableStore.orders(Order(2), Order(1), Order(3))
    let orders = try await TableList<Order>("orders", at: store)
    #expect(orders.list.snapshot().map(\.id) == [1, 2, 3])
    #expect(orders.state.isCurrent)
  }

  @Test func anEditIsInTheListWhenItReturns() async throws {
    let store = try MemoryTableStore.orders(Order(1))
    let orders = try await TableList<Order>("orders", at: store)
    let written = try await orders.update(1) { $0.state = .ready }
    #expect(written.state == .ready)
    #expect(orders.list.snapshot()[id: 1]?.state == .ready)
    try await orders.insert(Order(5, "Heidi"))
    #expect(orders.list.snapshot().map(\.id) == [1, 5])
    #expect(try await orders.remove(1))
    #expect(try await !orders.remove(1))
    #expect(orders.list.snapshot().map(\.id) == [5])
  }

  @Test func everyListOfTheTableShowsAnEdit() async throws {
    let store = try MemoryTableStore.orders(Order(1))
    let one = try await TableList<Order>("orders", at: store)
    let other = try await TableList<Order>("orders", at: store)
    try await one.update(1) { $0.title = "Heidi" }
    try await other.catchUp()
    #expect(other.list.snapshot()[id: 1]?.title == "Heidi")
  }

  @Test func aSignalOfTheDatabaseIsEnough() async throws {
    let store = try MemoryTableStore.orders(Order(1))
    let orders = try await TableList<Order>("orders", at: store)
    let transitions = orders.list.transitions(initial: false)
    try store.set("title", .text("Heidi"), of: 1)
    for await transition in transitions {
      #expect(transition.changes.updates.count == 1)
      #expect(transition.new[0].title == "Heidi")
      break
    }
  }

  @Test func columnsDecideTheOrder() async throws {
    let store = try MemoryTableStore.orders(Order(1, due: 3), Order(2, due: 1), Order(3, due: 2))
    let orders = try await TableList<Order>(
      "orders", at: store, orderedBy: .columns(TableOrder("due", isDescending: true)))
    #expect(orders.list.snapshot().map(\.id) == [1, 3, 2])
    let old = orders.list.snapshot()
    try await orders.update(2) { $0.due = 9 }
    #expect(orders.list.snapshot().map(\.id) == [2, 1, 3])
    #expect(orders.list.changes(since: old).changes.moves.count == 1)
    try await orders.insert(Order(0, due: 2))
    #expect(orders.list.snapshot().map(\.id) == [2, 1, 0, 3])
  }

  @Test func aTransactionIsOneTransition() async throws {
    let store = try MemoryTableStore.orders(Order(1), Order(2))
    let orders = try await TableList<Order>("orders", at: store)
    let before = orders.list.snapshot()
    try await orders.transaction { rows in
      try rows.insert(Order(3))
      try rows.update(1) { $0.state = .closed }
      rows.remove(2)
      #expect(rows[id: 1]?.state == .closed)
      #expect(rows[id: 2] == nil)
    }
    let after = orders.list.snapshot()
    #expect(after.map(\.id) == [1, 3])
    #expect(after.version == before.version + 1)
  }

  @Test func aTransactionThatThrowsWritesNothing() async throws {
    struct Refusal: Error {}
    let store = try MemoryTableStore.orders(Order(1))
    let orders = try await TableList<Order>("orders", at: store)
    await #expect(throws: Refusal.self) {
      try await orders.transaction { rows in
        rows.remove(1)
        throw Refusal()
      }
    }
    #expect(store.rows(of: "orders").count == 1)
  }

  @Test func theClosureRunsAgainOnTheRowThatAnotherProcessHasWritten() async throws {
    let store = try MemoryTableStore.orders(Order(1, due: 1))
    let orders = try await TableList<Order>("orders", at: store)
    var calls = 0
    try await orders.update(1) { order in
      calls += 1
      // Between the list's state and the write.
      if calls == 1 { try store.set("due", .integer(10), of: 1) }
      order.due += 1
    }
    #expect(calls == 2)
    #expect(orders.list.snapshot()[id: 1]?.due == 11)
  }

  @Test func aMissingRowIsAnError() async throws {
    let store = try MemoryTableStore.orders(Order(1))
    let orders = try await TableList<Order>("orders", at: store)
    let error = await #expect(throws: TableError.self) { try await orders.update(7) { _ in } }
    #expect(error?.code == .key)
    #expect(error?.message == "Table “orders” has no row 7.")
    let second = await #expect(throws: TableError.self) { try await orders.insert(Order(1)) }
    #expect(second?.message == "Table “orders” has a row 1 already.")
  }

  @Test func aRowThatDoesNotDecodeLeavesTheListAsItWas() async throws {
    let store = try MemoryTableStore.orders(Order(1), Order(2))
    let orders = try await TableList<Order>("orders", at: store)
    try store.write(
      [
        .update(key: .integer(1), [TableField("title", .text("Heidi"))], expecting: []),
        .update(key: .integer(2), [TableField("state", .text("lost"))], expecting: []),
      ], in: "orders")
    let error = await #expect(throws: TableError.self) { try await orders.catchUp() }
    #expect(error?.code == .undecodableRow)
    #expect(
      error?.message
        == """
        Row 2 of table “orders” cannot be decoded: column “state”: Cannot initialize State from \
        invalid String value lost.
        """)
    #expect(orders.list.snapshot().map(\.title) == ["Momo", "Momo"])
    #expect(orders.state.error?.code == .undecodableRow)
    try store.set("state", .text("ready"), of: 2)
    try await orders.catchUp()
    #expect(orders.list.snapshot().map(\.title) == ["Heidi", "Momo"])
    #expect(orders.state.isCurrent)
  }

  @Test func aListThatCannotShowARowCatchesUpWithAllOnceItCan() async throws {
    let store = try MemoryTableStore.orders(Order(1), Order(2), Order(3))
    let orders = try await TableList<Order>("orders", at: store)
    for id in [2, 3] { try store.set("state", .text("lost"), of: id) }
    await #expect(throws: TableError.self) { try await orders.catchUp() }
    try store.set("title", .text("Heidi"), of: 1)
    await #expect(throws: TableError.self) { try await orders.catchUp() }
    try store.set("state", .text("ready"), of: 2)
    let error = await #expect(throws: TableError.self) { try await orders.catchUp() }
    #expect(error?.message.hasPrefix("Row 3 ") == true)
    #expect(orders.list.snapshot().map(\.title) == ["Momo", "Momo", "Momo"])
    try store.write([.remove(key: .integer(3), expecting: [])], in: "orders")
    try await orders.catchUp()
    #expect(orders.list.snapshot().map(\.title) == ["Heidi", "Momo"])
    #expect(orders.state.isCurrent)
  }

  /// The row was never shown, so its removal is no change.
  @Test func aKeyThatIsNoIdIsForgottenWithItsRow() async throws {
    let store = try MemoryTableStore.orders(Order(1))
    let orders = try await TableList<Order>("orders", at: store)
    try store.write([.insert([TableField("id", .text("x"))])], in: "orders")
    let error = await #expect(throws: TableError.self) { try await orders.catchUp() }
    #expect(error?.code == .undecodableRow)
    try store.write([.remove(key: .text("x"), expecting: [])], in: "orders")
    try await orders.catchUp()
    #expect(orders.list.count == 1)
  }

  /// They are two rows of a database, and equal strings.
  @Test func keysThatDifferInTheSpellingOfALetterAreAnError() async throws {
    struct Word: Codable, Identifiable, Sendable {
      var id: String
      var note = ""
    }
    func insert(_ key: String) -> TableEdit {
      .insert(["id", "note"].map { TableField($0, .text(key)) })
    }
    let store = try MemoryTableStore("words", rows: [Word(id: "\u{E9}")])
    let words = try await TableList<Word>("words", at: store)
    try store.write([insert("e\u{301}")], in: "words")
    let error = await #expect(throws: TableError.self) { try await words.catchUp() }
    #expect(error?.code == .key)
    #expect(words.list.snapshot()[0].note == "")
    let second = await #expect(throws: TableError.self) {
      try await TableList<Word>("words", at: store)
    }
    #expect(second?.code == .key)
    try store.write([.remove(key: .text("e\u{301}"), expecting: [])], in: "words")
    try store.write([insert("o\u{301}"), insert("\u{F3}")], in: "words")
    await #expect(throws: TableError.self) { try await words.catchUp() }
    #expect(words.list.count == 1)
  }

  @Test func beyondTheLogAllRowsAreComparedAndShownAsExactChanges() async throws {
    let store = try MemoryTableStore.orders(Order(1), Order(2), Order(3))
    let orders = try await TableList<Order>("orders", at: store)
    let before = orders.list.snapshot()
    try store.set("title", .text("Heidi"), of: 2)
    try store.remove(3)
    store.forgetChanges(of: "orders")
    try await orders.catchUp()
    let transition = orders.list.changes(since: before)
    #expect(transition.changes.removals == [2])
    #expect(transition.changes.updates.count == 1)
    #expect(transition.new.map(\.title) == ["Momo", "Heidi"])
  }

  @Test func aDroppedTableIsStaleAndItsSuccessorIsShown() async throws {
    let store = try MemoryTableStore.orders(Order(1))
    let orders = try await TableList<Order>("orders", at: store)
    store.dropTable("orders")
    let error = await #expect(throws: TableError.self) { try await orders.catchUp() }
    #expect(error?.code == .noSuchTable)
    #expect(orders.list.count == 1)
    await #expect(throws: TableError.self) { try await orders.remove(1) }
    store.createTable("orders", columns: Order.columns, key: "id")
    try store.insert(Order(8))
    try await orders.catchUp()
    #expect(orders.list.snapshot().map(\.id) == [8])
  }

  @Test func afterClosingWaitsEndAndTheListStays() async throws {
    let store = try MemoryTableStore.orders(Order(1))
    let orders = try await TableList<Order>("orders", at: store)
    await orders.close()
    #expect(orders.list.count == 1)
    let error = await #expect(throws: TableError.self) { try await orders.update(1) { $0.due = 1 } }
    #expect(error?.code == .closed)
    var states: [TableState] = []
    for await state in orders.states() { states.append(state) }
    #expect(states.count == 1)
  }
}
