import StagecraftLists
import StagecraftTableLists
import Testing

@Suite(.timeLimit(.minutes(3))) struct MovingTests {
  struct Shelf: Codable, Identifiable, Sendable {
    var id: Int
    var place: String?
  }

  private func shelves(_ places: [String?]) async throws -> TableList<Shelf> {
    let rows = places.enumerated().map { Shelf(id: $0, place: $1) }
    let store = try MemoryTableStore("shelves", rows: rows)
    return try await TableList<Shelf>("shelves", at: store, orderedBy: .positions(in: "place"))
  }

  @Test func aMoveWritesOneRow() async throws {
    let shelves = try await shelves(["V00001", "V00002", "V00003", "V00004"])
    let before = shelves.list.snapshot()
    try await shelves.move(3, before: 1)
    let transition = shelves.list.changes(since: before)
    #expect(transition.new.map(\.id) == [0, 3, 1, 2])
    #expect(transition.changes.moves.count == 1 && transition.changes.updates.count == 1)
    try await shelves.move(0, before: nil)
    #expect(shelves.list.snapshot().map(\.id) == [3, 1, 2, 0])
    try await shelves.move(2, before: 3)
    #expect(shelves.list.snapshot().map(\.id) == [2, 3, 1, 0])
    try await shelves.move(3, before: 3)
    try await shelves.move(2, before: 3)
    #expect(shelves.list.snapshot().map(\.id) == [2, 3, 1, 0])
  }

  @Test func rowsWithoutPositionsGetSome() async throws {
    let shelves = try await shelves([nil, nil, nil, nil])
    #expect(shelves.list.snapshot().map(\.id) == [0, 1, 2, 3])
    try await shelves.move(3, before: 1)
    #expect(shelves.list.snapshot().map(\.id) == [0, 3, 1, 2])
  }

  @Test func everyMoveOfSixRowsGivesTheOrderOfAList() async throws {
    for places in [["a", "b", "c", "d", "e", "f"], ["a", "a", "b", "b", "b", "c"]] {
      for source in 0..<6 {
        for target in 0...6 {
          let shelves = try await shelves(places)
          let neighbour = target < 6 ? target : nil
          var expected = Array(0..<6)
          if source != target {
            expected.remove(at: source)
            let index = neighbour.flatMap { expected.firstIndex(of: $0) } ?? expected.count
            expected.insert(source, at: index)
          }
          try await shelves.move(source, before: neighbour)
          #expect(shelves.list.snapshot().map(\.id) == expected, "\(source) before \(target)")
        }
      }
    }
  }

  @Test func aNewRowIsInsertedAtAPlace() async throws {
    let shelves = try await shelves(["V00001", "V00002"])
    try await shelves.insert(Shelf(id: 9, place: try shelves.position(before: 1)))
    try await shelves.insert(Shelf(id: 5, place: try shelves.position(before: nil)))
    #expect(shelves.list.snapshot().map(\.id) == [0, 9, 1, 5])
  }

  @Test(arguments: [nil, 1, 2, 3]) func manyMovesToOnePlaceKeepPositionsShort(
    _ neighbour: Int?
  ) async throws {
    let shelves = try await shelves(["V00001", "V00002", "V00003", "V00004", "V00005"])
    for turn in 0..<600 {
      let order = shelves.list.snapshot().map(\.id)
      // The row before the neighbour, and the one before that, change places.
      let end = neighbour.flatMap { order.firstIndex(of: $0) } ?? order.count
      if end >= 2 {
        try await shelves.move(order[end - 2], before: neighbour)
      } else {
        try await shelves.move(order[order.count - 1 - turn % 2], before: neighbour)
      }
    }
    for row in shelves.list.snapshot() {
      #expect(row.place?.utf8.count ?? 0 <= 24, "\(row)")
    }
  }

  @Test func manyInsertionsAtOnePlaceAreRefusedUntilARowIsMoved() async throws {
    let shelves = try await shelves(["V00001", "V00002"])
    var id = 10
    await #expect(throws: TableError.self) {
      while id < 5_000 {
        try await shelves.insert(Shelf(id: id, place: try shelves.position(before: 1)))
        id += 1
      }
    }
    #expect(id > 500)
    try await shelves.move(1, before: nil)
    try await shelves.insert(Shelf(id: id, place: try shelves.position(before: 1)))
    #expect(shelves.list.snapshot().map(\.id) == [0] + Array(10...id) + [1])
  }
}
