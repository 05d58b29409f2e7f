import StagecraftLists
import StagecraftTableLists
import Testing

@Suite(.timeLimit(.minutes(1))) struct MovingTests {
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
}
