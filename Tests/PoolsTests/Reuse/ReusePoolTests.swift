import StagecraftPools
import Testing

private final class OrderCell {
  var title: String?
  var resets = 0
  func show(_ title: String) { self.title = title }
  func reset() {
    title = nil
    resets += 1
  }
}

private final class Heading {}

extension ReuseIdentifier where Element == OrderCell {
  fileprivate static let orderCell = ReuseIdentifier("cell")
  fileprivate static let wideOrderCell = ReuseIdentifier("wide cell")
}

extension ReuseIdentifier where Element == Heading {
  // Deliberately the same name as a cell's.
  fileprivate static let heading = ReuseIdentifier("cell")
}

extension ReuseIdentifier where Element == [String] {
  fileprivate static let notes = ReuseIdentifier("notes")
}

@Suite("A reuse pool", .timeLimit(.minutes(3)))
struct ReusePoolTests {
  let cells = ReusePool()

  init() {
    cells.register(
      .orderCell, maximumIdle: 2, prepareForReuse: { $0.reset() }, make: { OrderCell() })
    cells.register(.heading) { Heading() }
  }

  @Test("lends each kind as its own type, prepared when it is reused")
  func dequeues() {
    let cell = cells.dequeue(.orderCell)
    cell.show("Moby-Dick")
    #expect(cell.resets == 0)
    #expect(cells.enqueue(cell, for: .orderCell))
    #expect(cells.dequeue(.orderCell) === cell)
    #expect(cell.title == nil)
    #expect(cell.resets == 1)
  }

  @Test("distinguishes kinds by type and by name")
  func kinds() {
    cells.register(.wideOrderCell) { OrderCell() }
    let heading: Heading = cells.dequeue(.heading)
    cells.enqueue(heading, for: .heading)
    cells.enqueue(cells.dequeue(.wideOrderCell), for: .wideOrderCell)
    #expect(cells.snapshot(of: .heading).idle == 1)
    #expect(cells.snapshot(of: .wideOrderCell).idle == 1)
    #expect(cells.snapshot(of: .orderCell).created == 0)
    #expect(ReuseIdentifier.orderCell.description == "“cell” (OrderCell)")
  }

  @Test("lends the object that last showed a key, unchanged")
  func affinity() {
    let first = cells.dequeue(.orderCell, preferring: 1)
    let second = cells.dequeue(.orderCell, preferring: 2)
    first.show("Moby-Dick")
    cells.enqueue(first, for: .orderCell)
    cells.enqueue(second, for: .orderCell)
    #expect(cells.dequeue(.orderCell, preferring: 1) === first)
    #expect(first.title == "Moby-Dick")
    #expect(cells.dequeue(.orderCell, preferring: 3) === second)
    #expect(second.resets == 1)
  }

  @Test("keeps no more of each kind than its limit")
  func caps() {
    let lent = (0..<3).map { _ in cells.dequeue(.orderCell) }
    for cell in lent { cells.enqueue(cell, for: .orderCell) }
    #expect(cells.snapshot(of: .orderCell).idle == 2)
    #expect(cells.snapshot(of: .orderCell).discarded == [.surplus: 1])
  }

  @Test("rejects objects that were not dequeued as this kind, or were returned already")
  func strays() {
    let cell = cells.dequeue(.orderCell)
    cells.register(.wideOrderCell) { OrderCell() }
    #expect(!cells.enqueue(cell, for: .wideOrderCell))
    #expect(cells.enqueue(cell, for: .orderCell))
    #expect(!cells.enqueue(cell, for: .orderCell))
    #expect(cells.snapshot(of: .orderCell).strayReleases == 1)
    #expect(cells.snapshot(of: .wideOrderCell).strayReleases == 1)
  }

  @Test("lends objects and values by lease")
  func leases() {
    cells.register(.notes) { [] }
    do {
      var notes = cells.lease(.notes, preferring: "today")
      notes.element.append("Call the binder")
    }
    let notes = cells.lease(.notes, preferring: "today")
    #expect(notes.isPreferred == true)
    #expect(notes.element == ["Call the binder"])
    let cell = cells.lease(.orderCell)
    #expect(cell.element.title == nil)
    #expect(cells.snapshot(of: .orderCell).onLoan == 1)
  }

  @Test("creates elements in advance, and trims and invalidates all kinds")
  func upkeep() {
    cells.warmUp(.orderCell, count: 2)
    cells.warmUp(.heading, count: 4)
    #expect(cells.trim(.fraction(0.5)) == 3)
    #expect(cells.snapshot(of: .orderCell).idle == 1)
    #expect(cells.snapshot(of: .heading).idle == 2)
    cells.invalidateAll()
    #expect(cells.snapshot(of: .orderCell).idle == 0)
    #expect(cells.snapshot(of: .heading).idle == 0)
    #expect(cells.trim(.all) == 0)
  }

  @Test("accepts a pool configured elsewhere, and gives access to each kind's pool")
  func ownPool() {
    let pool = LocalPool(maximumIdle: 1) { OrderCell() }
    #expect(!cells.isRegistered(.wideOrderCell))
    cells.register(.wideOrderCell, pool: pool)
    #expect(cells.isRegistered(.wideOrderCell))
    #expect(cells.pool(for: .wideOrderCell) === pool)
    #expect(cells.pool(for: .orderCell).snapshot.name == "cell")
  }

  @Test("traps when a kind is registered twice")
  func registeredTwice() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let cells = ReusePool()
      cells.register(.heading) { Heading() }
      cells.register(.heading) { Heading() }
    }
    expect(result, toSay: "“cell” (Heading) is registered already.")
  }

  @Test("traps when an unregistered kind is dequeued")
  func notRegistered() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let cells = ReusePool()
      cells.register(.orderCell) { OrderCell() }
      _ = cells.dequeue(.heading)
    }
    expect(result, toSay: "“cell” (Heading) is not registered. Call register(_:make:)")
  }

  private func expect(_ result: ExitTest.Result?, toSay sentence: String) {
    // Release builds trap without a message.
    #if DEBUG
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains(sentence))
    #endif
  }
}
