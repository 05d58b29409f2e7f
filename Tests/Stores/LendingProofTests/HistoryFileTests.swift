#if SQLite && PostgreSQL
import Foundation
import LendingProof
@_spi(Store) import StagecraftSharedPools
import Testing

@Suite("A history in a file")
struct HistoryFileTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/histories-\(LendingID.random())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  private func append(_ text: String, to path: String) throws {
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }

  @Test("is read as it was written, and sorted among processes")
  func roundTrip() throws {
    try withFolder { folder in
      let ask = LendingAsk(id: .random(), session: .random(), wants: [Want(["größe=\"XL\""])])
      let events: [HistoryEntry.Event] = [
        .sent(.ask(ask)), .answered(.ask(ask), .asked(.waiting(next: .seconds(3)))),
        .holds(resource: "a\n", fence: Fence(7)), .killed(process: "two"),
      ]
      for (index, name) in ["one", "two"].enumerated() {
        let writer = try HistoryWriter(process: name, path: "\(folder)/\(name).history")
        for (number, event) in events.enumerated() {
          writer.record(event, end: Int64(2 * number + index))
        }
      }
      let entries = try HistoryReader.entries(in: folder)
      #expect(entries.map(\.end) == Array(0..<8))
      #expect(entries.filter { $0.process == "two" }.map(\.event) == events)
    }
  }

  @Test("may end in the middle of a line, because its process was killed")
  func cutOff() throws {
    try withFolder { folder in
      let path = "\(folder)/one.history"
      try HistoryWriter(process: "one", path: path).record(.fault("a"))
      try append("{\"process\":\"on", to: path)
      #expect(try HistoryReader.entries(in: folder).count == 1)
    }
  }

  @Test("is refused if another line is damaged")
  func damaged() throws {
    try withFolder { folder in
      let path = "\(folder)/one.history"
      let writer = try HistoryWriter(process: "one", path: path)
      try append("{\"process\":\"on\n", to: path)
      writer.record(.fault("b"))
      #expect(throws: HistoryError.self) { try HistoryReader.entries(in: folder) }
    }
  }

  @Test("counts writes of several processes without losing one")
  func counter() async throws {
    let path = FileManager.default.temporaryDirectory.path + "/counter-\(LendingID.random())"
    defer { for end in ["", ".gate"] { try? FileManager.default.removeItem(atPath: path + end) } }
    let counter = GuardedCounter(path)
    let numbers = try await withThrowingTaskGroup(of: [Int].self) { group in
      for _ in 0..<4 {
        group.addTask {
          try (0..<50).compactMap { _ in try counter.write(Fence(9)) }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(numbers.sorted() == Array(1...200))
    #expect(try counter.writes.count == 200)
  }
}
#endif
