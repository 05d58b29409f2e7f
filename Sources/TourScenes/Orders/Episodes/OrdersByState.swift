internal import Stagecraft
internal import StagecraftTestKit

/// The same orders twice more: in sections by their state, and those only that are overdue.
///
/// Both follow the list while threads edit it, each on a table of its own.
struct OrdersByState: Sendable {
  struct Report: Sendable {
    /// What one advanced order means to the sections.
    let advance: GroupedChanges
    /// In how many batches the table showed that.
    let advanceBatches: Int
    let edits: Int
    /// How many orders went from section to section while the threads wrote.
    let crossings: Int
    /// What the table with sections went through.
    let sections: TableReport
    /// What the table of overdue orders went through.
    let overdue: TableReport
  }

  /// What a table went through, and whether it ends as it should.
  struct TableReport: Sendable {
    let rows: [Int]
    let batches: Int
    let reloads: Int
    let violations: [FakeTableViolation]
    /// Whether it shows what sorting and sifting the whole list would give.
    let isRight: Bool
  }

  /// What is due before this day is overdue.
  static let today = 10

  let orders: Int
  let threads: Int
  let edits: Int

  @MainActor
  func run() async -> Report {
    var slips = OrderSlips(seed: 128)
    let list = LiveList(slips.next(orders))
    let byState = list.grouped { $0.state }
    let late = list.filtered { Self.isOverdue($0) }
    let (sections, sifted) = (FakeTable(), FakeTable())
    let presenter = ListPresenter(byState)
    let latePresenter = ListPresenter(late)
    sections.show(presenter) { $0 }
    sifted.show(latePresenter) { $0 }

    let before = byState.snapshot()
    if let order = list.snapshot().first(where: { $0.state == .placed }) {
      list.update(order.id) { $0.state = .ready }
    }
    let advance = byState.changes(since: before).changes
    presenter.flush()
    let advanceBatches = sections.batchCount

    var crossings = 0
    let observation = byState.observe(initial: false) { transition in
      crossings += transition.changes.moves.count { $0.source.section != $0.target.section }
    }
    let start = list.version
    await write(to: list)
    observation.flush()
    presenter.flush()
    latePresenter.flush()

    let rows = Array(list.snapshot())
    let expected = Order.State.allCases.map { state in rows.filter { $0.state == state } }
    return Report(
      advance: advance, advanceBatches: advanceBatches, edits: Int(list.version - start),
      crossings: crossings, sections: report(sections, expecting: expected.filter { !$0.isEmpty }),
      overdue: report(sifted, expecting: [rows.filter(Self.isOverdue)]))
  }

  private static func isOverdue(_ order: Order) -> Bool {
    order.due < today && order.state != .handedOut
  }

  /// Lets the threads write, a few edits at a time.
  @MainActor
  private func write(to list: LiveList<Order>) async {
    let turnstile = Turnstile()
    let pacing = Task { await turnstile.admit(seed: 70) }
    let writers = (1...threads).map { number in
      let writer = OrderWriter(number: number, orders: list, reserved: [], turnstile: turnstile)
      return Task.onThread { writer.write(edits) }
    }
    for writer in writers { _ = await writer.value }
    turnstile.close()
    await pacing.value
  }

  @MainActor
  private func report(_ table: FakeTable, expecting rows: [[Order]]) -> TableReport {
    table.checkRows()
    let shown = table.cells.map { section in section.compactMap { $0.content.base as? Order } }
    return TableReport(
      rows: shown.map(\.count), batches: table.batchCount, reloads: table.reloadCount,
      violations: table.violations, isRight: shown == rows)
  }
}
