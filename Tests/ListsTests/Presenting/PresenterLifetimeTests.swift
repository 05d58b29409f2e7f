import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftLists

/// The lifetimes of presenters, lists and surfaces.
@Suite(.timeLimit(.minutes(3)))
@MainActor
struct PresenterLifetimeTests {
  private struct TrackedOrder: Identifiable, Sendable {
    var id: Int
    var tracked: Tracked
  }

  @Test
  func presentersAreReleasedWithTheirTables() throws {
    try withLifetimeTracking { tracker in
      let orders = LiveList((0..<100).map { TrackedOrder(id: $0, tracked: tracker.make()) })
      let table = FakeTable()
      table.show(ListPresenter(orders)) { $0.id }
      let view = FakeListView()
      view.show(SplicePresenter(orders)) { $0.id }
      orders.remove(3)
      orders.remove(0)
    }
  }

  @Test
  func presentersRetainTheirLists() throws {
    try withLifetimeTracking { tracker in
      weak var list: LiveList<TrackedOrder>?
      let table = FakeTable()
      do {
        let orders = LiveList([TrackedOrder(id: 0, tracked: tracker.make())])
        list = orders
        table.show(ListPresenter(orders)) { $0.id }
        orders.removeAll()
      }
      #expect(list != nil)
      #expect(table.ids == [[0]])
      table.isDragging = true
    }
  }

  /// The screen is destroyed, while its presenter is kept for another one.
  @Test
  func presentersDoNotRetainSurfaces() {
    let orders = LiveList([ShownOrder(id: 0)])
    let presenter = ListPresenter(orders)
    weak var gone: FakeTable?
    do {
      let table = FakeTable()
      gone = table
      presenter.attach(to: table)
      orders.removeAll()
    }
    #expect(gone == nil)
    #expect(presenter.flush())
    #expect(presenter.rows.isEmpty)

    let splices = SplicePresenter(orders)
    weak var view: FakeListView?
    do {
      let shown = FakeListView()
      view = shown
      splices.attach(to: shown)
      orders.upsert(ShownOrder(id: 1))
    }
    #expect(view == nil)
    #expect(splices.flush() && splices.count == 1)
  }

  /// A released presenter does not listen any longer.
  @Test
  func releasedPresenterIsNotNotified() {
    let orders = LiveList([ShownOrder(id: 0)])
    weak var gone: ListPresenter<ListSnapshot<ShownOrder>>?
    let table = FakeTable()
    do {
      let presenter = ListPresenter(orders)
      gone = presenter
      presenter.attach(to: table)
    }
    #expect(gone == nil)
    orders.removeAll()
    #expect(table.batchCount == 0 && table.violations.isEmpty)
  }
}
