import Foundation
import Stagecraft
import Testing

@testable import LibraryModel

@Suite(.timeLimit(.minutes(2)))
struct DeskTests {
  @Test func ordersMoveBetweenColumnsAndBack() async throws {
    let test = try await TestLibrary()
    let desk = test.library.desk
    let (new, ready) = (desk.columns[.new]!, desk.columns[.ready]!)
    #expect((new.count, ready.count) == (128, 17))
    let before = new.snapshot().map(\.id)
    let neighbour = ready.snapshot()[3]
    try await desk.move([before[2], before[5]], to: .ready, before: neighbour.id)
    #expect(ready.snapshot()[3...5].map(\.id) == [before[2], before[5], neighbour.id])
    try await desk.undo()
    #expect(new.snapshot().map(\.id) == before)
    try await desk.close([before[0]])
    #expect(new.count == 127)
    try await desk.undo()
    #expect(new.snapshot().map(\.id) == before)
    #expect(!desk.canUndo)
  }

  @Test func ordersMoveByOnePlaceAndBack() async throws {
    let test = try await TestLibrary()
    let desk = test.library.desk
    let ready = desk.columns[.ready]!
    let before = ready.snapshot().map(\.id)
    func step(_ ids: [Order.ID], isUp: Bool) async throws -> Int? {
      try await desk.step(ids, in: .ready, isUp: isUp)
    }
    #expect(try await step([before[1]], isUp: true) == 1)
    #expect(ready.snapshot().prefix(3).map(\.id) == [before[1], before[0], before[2]])
    #expect(try await step([before[1]], isUp: true) == nil)
    #expect(try await step([before[1]], isUp: false) == 2)
    #expect(ready.snapshot().map(\.id) == before)
    // Two that are apart come together.
    #expect(try await step([before[4], before[2]], isUp: false) == 5)
    #expect(ready.snapshot()[2...5].map(\.id) == [before[3], before[5], before[2], before[4]])
    #expect(try await step([before[16]], isUp: false) == nil)
    #expect(try await step([before[0], before[16]], isUp: false) == nil)
    for _ in 0..<3 { try await desk.undo() }
    #expect(ready.snapshot().map(\.id) == before)
    #expect(!desk.canUndo)
  }

  @Test func anOrderThatIsGoneStopsNoOther() async throws {
    let test = try await TestLibrary()
    let desk = test.library.desk
    let new = desk.columns[.new]!
    let before = new.snapshot().map(\.id)
    // Another desk closes one of three, of which the list here may not know.
    let connection = try SQLConnection(test.folder.appending(path: "library.sqlite").path)
    try connection.run("DELETE FROM orders WHERE id = \(before[1])")
    try await desk.move(Array(before[0...2]), to: .ready)
    #expect(new.snapshot().map(\.id) == Array(before[3...]))
    #expect(desk.columns[.ready]!.snapshot().suffix(2).map(\.id) == [before[0], before[2]])
    try await desk.undo()
    #expect(new.snapshot().map(\.id) == [before[0]] + before[2...])
    #expect(!desk.canUndo)
  }

  @Test func undoBringsBackWhatAnotherDeskHasDone() async throws {
    let test = try await TestLibrary()
    let (desk, id) = (test.library.desk, test.library.desk.columns[.new]!.snapshot()[1].id)
    // Another desk moves the order, of which the list here may not know.
    let connection = try SQLConnection(test.folder.appending(path: "library.sqlite").path)
    try connection.run("UPDATE orders SET state = 'ready' WHERE id = \(id)")
    try await desk.move([id], to: .picking)
    try await desk.undo()
    #expect(desk.orders.list.snapshot()[id: id]?.state == .ready)
  }

  @Test func eightWorkersKeepTheOrdersMoving() async throws {
    let test = try await TestLibrary()
    let desk = test.library.desk
    let first = desk.orders.list.snapshot()
    let traffic = OrderTraffic(
      desk, titles: test.catalogue.titles.list.snapshot(), pause: .milliseconds(1))
    await TestLibrary.until(desk.orders.list) { $0.count { !first.contains(id: $0.id) } > 20 }
    traffic.stop()
    #expect(desk.orders.state.isCurrent)
    let rows = desk.orders.list.snapshot()
    #expect(rows.count > 100)
    #expect(rows.contains { order in first[id: order.id].map { $0.state != order.state } ?? false })
  }
}
