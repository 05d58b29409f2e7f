import StagecraftLists
import StagecraftPools
import Testing

@Suite(.timeLimit(.minutes(3)))
struct CellPoolTests {
  let pool = CellPool<CellOrder>.makeDesk(maximumIdle: 2)
  let first = CellOrder(id: 1, title: "Moby-Dick")
  let second = CellOrder(id: 2, title: "Emma")

  @Test
  func newCellShowsItsRowWithoutBeingPrepared() {
    let cell = pool.dequeue(.orderCell, for: first)
    #expect(cell.title == "Moby-Dick")
    #expect(cell.resets == 0 && cell.shows == 1)
    #expect(pool.count == 1 && Array(pool.rowIDs) == [1])
    #expect(pool.cell(.orderCell, showing: 1) === cell)
    #expect(pool.rowID(shownBy: cell) == 1)
    #expect(pool.cell(.headingCell, showing: 1) == nil)
    #expect(pool.cell(.orderCell, showing: 2) == nil)
  }

  @Test
  func rowKeepsItsCell() {
    let cell = pool.dequeue(.orderCell, for: first)
    let again = pool.dequeue(.orderCell, for: CellOrder(id: 1, title: "Moby-Dick, 2nd ed."))
    #expect(again === cell)
    #expect(cell.title == "Moby-Dick, 2nd ed." && cell.resets == 0)
    #expect(pool.reuse.snapshot(of: .orderCell).created == 1)
  }

  @Test
  func reconfigureUpdatesTheCellOfTheRowOnly() {
    let cell = pool.dequeue(.orderCell, for: first)
    let other = pool.dequeue(.orderCell, for: second)
    #expect(pool.reconfigure(CellOrder(id: 1, title: "The Whale")))
    #expect(cell.title == "The Whale" && cell.shows == 2 && other.shows == 1)
    #expect(!pool.reconfigure(CellOrder(id: 3, title: "Ulysses")))
    pool.enqueue(cell)
    #expect(!pool.reconfigure(first))
    #expect(cell.title == "The Whale")
  }

  @Test
  func cellIsPreparedOnlyForAnotherRow() {
    let cell = pool.dequeue(.orderCell, for: first)
    let other = pool.dequeue(.orderCell, for: second)
    #expect(pool.enqueue(cell) && pool.enqueue(rowWithID: 2))
    let again = pool.dequeue(.orderCell, for: second)
    #expect(again === other && other.resets == 0 && other.shows == 2)
    let third = pool.dequeue(.orderCell, for: CellOrder(id: 3, title: "Ulysses"))
    #expect(third === cell && cell.resets == 1 && cell.title == "Ulysses")
  }

  @Test
  func cellIsReturnedOnce() {
    let cell = pool.dequeue(.orderCell, for: first)
    #expect(pool.enqueue(cell))
    #expect(!pool.enqueue(cell))
    #expect(!pool.enqueue(rowWithID: 1))
    #expect(!pool.enqueue(OrderCell()))
    #expect(pool.rowID(shownBy: cell) == nil)
    #expect(pool.reuse.snapshot(of: .orderCell).strayReleases == 0)
  }

  @Test
  func rowOfAnotherKindGetsACellOfThatKind() {
    let cell = pool.dequeue(.orderCell, for: first)
    let heading = pool.dequeue(.headingCell, for: first)
    #expect(heading.title == "Moby-Dick")
    #expect(pool.rowID(shownBy: cell) == nil && pool.rowID(shownBy: heading) == 1)
    #expect(pool.reuse.snapshot(of: .orderCell).idle == 1)
    #expect(pool.count == 1)
  }

  @Test
  func enqueueAllReturnsTheCellsOfOtherRows() {
    for id in 0..<5 { _ = pool.dequeue(.orderCell, for: CellOrder(id: id, title: "")) }
    #expect(pool.enqueueAll(except: [3, 4, 9]) == 3)
    #expect(Set(pool.rowIDs) == [3, 4])
    #expect(pool.reuse.snapshot(of: .orderCell).idle == 2)
    #expect(pool.reuse.snapshot(of: .orderCell).discarded == [.surplus: 1])
    #expect(pool.enqueueAll() == 2)
    #expect(pool.count == 0)
  }

  @Test
  func warmUpCreatesCellsAndTrimDestroysIdleOnes() {
    pool.warmUp(.orderCell, count: 2)
    #expect(pool.reuse.snapshot(of: .orderCell).idle == 2)
    let cell = pool.dequeue(.orderCell, for: first)
    #expect(cell.resets == 0)
    #expect(pool.trim(.all) == 1)
    #expect(pool.cell(.orderCell, showing: 1) === cell)
  }

  @Test
  func poolsShareIdleCells() {
    let other = CellPool<CellOrder>(on: pool.reuse)
    other.register(.orderCell) { cell, order in cell.show(order) }
    let cell = pool.dequeue(.orderCell, for: first)
    let twin = other.dequeue(.orderCell, for: first)
    #expect(twin !== cell)
    #expect(!other.enqueue(cell))
    pool.enqueue(cell)
    #expect(other.dequeue(.orderCell, for: second) === cell)
  }

  @Test
  func closuresMayUseThePool() {
    let pool = CellPool<CellOrder>()
    let second = second
    pool.register(
      .headingCell, make: { HeadingCell() }, show: { cell, order in cell.title = order.title })
    pool.register(
      .orderCell,
      make: { [weak pool] in
        _ = pool?.dequeue(.headingCell, for: CellOrder(id: 1, title: "meanwhile"))
        return OrderCell()
      },
      prepareForReuse: { [weak pool] _ in pool?.enqueueAll() },
      show: { [weak pool] cell, order in
        cell.show(order)
        pool?.enqueue(rowWithID: second.id)
      })
    let cell = pool.dequeue(.orderCell, for: first)
    #expect(Array(pool.rowIDs) == [1])
    #expect(pool.rowID(shownBy: cell) == 1)
    #expect(pool.reuse.snapshot(of: .headingCell).idle == 1)
    _ = pool.dequeue(.orderCell, for: second)
    #expect(Array(pool.rowIDs) == [1])
    let third = CellOrder(id: 3, title: "Ulysses")
    _ = pool.dequeue(.orderCell, for: third)
    #expect(Array(pool.rowIDs) == [3])
  }

  @Test
  func unregisteredOrDuplicateKindTraps() async {
    await #expect(processExitsWith: .failure) {
      _ = CellPool<CellOrder>().dequeue(.orderCell, for: CellOrder(id: 1, title: ""))
    }
    await #expect(processExitsWith: .failure) {
      CellPool<CellOrder>().register(.orderCell) { cell, order in cell.show(order) }
    }
    await #expect(processExitsWith: .failure) {
      CellPool<CellOrder>.makeDesk().register(.orderCell) { cell, order in cell.show(order) }
    }
  }
}
