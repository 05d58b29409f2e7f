import StagecraftLists
import TestSupport
import Testing

@testable import StagecraftTableLists

/// Keys whose spelling in the table is not that of the id, as of a `UUID` in small letters.
@Suite(.timeLimit(.minutes(3))) struct SpellingTests {
  /// Reads both spellings, and writes capital letters.
  struct Code: Codable, Hashable, Sendable {
    let text: String
    init(_ text: String) { self.text = text.uppercased() }
    init(from decoder: any Decoder) throws {
      self.init(try decoder.singleValueContainer().decode(String.self))
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  struct Branch: Codable, Identifiable, Equatable, Sendable {
    var id: Code
    var name: String
  }

  private func store(_ keys: String...) throws -> MemoryTableStore {
    let store = MemoryTableStore()
    store.createTable("branches", columns: [TableColumn("id"), TableColumn("name")], key: "id")
    for key in keys { try store.write([insert(key)], in: "branches") }
    return store
  }

  private func insert(_ key: String) -> TableEdit {
    .insert([TableField("id", .text(key)), TableField("name", .text("of \(key)"))])
  }

  @Test func anotherSpellingThatIsNotFoundIsRefused() async throws {
    let store = try store("AB", "cd")
    let error = await #expect(throws: TableError.self) {
      try await TableList<Branch>("branches", at: store)
    }
    #expect(error?.code == .cannotBeFollowed)
    #expect(
      error?.message == """
        Row “cd” of table “branches” would be looked for as “CD”: its id must encode itself as \
        column “id” spells it.
        """)
    let window = await #expect(throws: TableError.self) {
      try await TableList<Branch>.window(of: "branches", at: store, count: 2)
    }
    #expect(window?.code == .cannotBeFollowed)
  }

  @Test func aRowThatIsInsertedWithAnotherSpellingIsAnErrorAndIsNotTheOther() async throws {
    let store = try store("AB")
    let branches = try await TableList<Branch>("branches", at: store)
    try store.write([insert("ab")], in: "branches")
    let error = await #expect(throws: TableError.self) { try await branches.catchUp() }
    #expect(error?.message.contains("Row “ab” of table “branches” would be looked for") == true)
    try store.write([.remove(key: .text("ab"), expecting: [])], in: "branches")
    try await branches.catchUp()
    #expect(branches.list.snapshot().map(\.name) == ["of AB"])
    try store.write([.remove(key: .text("AB"), expecting: [])], in: "branches")
    try await branches.catchUp()
    #expect(branches.list.isEmpty)
  }

  @Test func aRowThatGoesWhileItsSpellingIsLookedForTakesNoOtherRowWithIt() async throws {
    let memory = try store("AB")
    let store = HeldStore(memory)
    let branches = try await TableList<Branch>("branches", at: store)
    let gate = store.hold(.rows)
    try memory.write([insert("ab")], in: "branches")
    await store.arrival(at: .rows)
    try memory.write([.remove(key: .text("ab"), expecting: [])], in: "branches")
    gate.open()
    try await branches.catchUp()
    #expect(branches.list.snapshot().map(\.name) == ["of AB"])
  }

  /// As PostgreSQL does with its type `uuid`.
  @Test func whereATableFindsBothSpellingsRowsAreEdited() async throws {
    let memory = try store("ab", "cd")
    let store = HeldStore(memory) { key in
      if case .text(let text) = key { .text(text.lowercased()) } else { key }
    }
    let branches = try await TableList<Branch>("branches", at: store)
    try await branches.update(Code("ab")) { $0.name = "Harbour" }
    try await branches.updateNow(Code("ab")) { $0.name += "!" }.confirmed()
    #expect(try await branches.remove(Code("cd")))
    #expect(branches.list.snapshot().map(\.name) == ["Harbour!"])
    try memory.write([insert("ee")], in: "branches")
    try await branches.catchUp()
    #expect(branches.list.count == 2)
    try memory.write([.remove(key: .text("ab"), expecting: [])], in: "branches")
    try await branches.catchUp()
    #expect(branches.list.snapshot().map(\.name) == ["of ee"])
  }

  /// The table is empty at first, so the question arises with a change.
  @Test func aFirstRowOfAnotherSpellingIsAsked() async throws {
    let memory = try store()
    let store = HeldStore(memory) { key in
      if case .text(let text) = key { .text(text.lowercased()) } else { key }
    }
    let branches = try await TableList<Branch>("branches", at: store)
    try memory.write([insert("ab")], in: "branches")
    try await branches.catchUp()
    try memory.write([.remove(key: .text("ab"), expecting: [])], in: "branches")
    try await branches.catchUp()
    #expect(branches.list.isEmpty && branches.state.isCurrent)
  }
}
