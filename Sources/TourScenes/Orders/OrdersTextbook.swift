internal import StageFloor
internal import Stagecraft
internal import StagecraftTestKit

/// What a thread reports to the table: the position of a row at the time of the edit.
typealias RowNotice = (row: Int, isRemoved: Bool)

/// The textbook's screen: its table reads an array behind a lock at any time.
@MainActor
final class LiveArrayScreen: FakeTableDataSource {
  let table = FakeTable()
  /// How often the table asked for a row that no longer existed; this would crash an app.
  private(set) var missing = 0
  var afterCount: ((Int) -> Void)?
  private let orders: Locked<[Order]>

  init(of orders: Locked<[Order]>) {
    self.orders = orders
    table.dataSource = self
    table.reloadData()
  }

  /// The number of batches with wrong row counts.
  var miscounts: Int { table.violations.count { $0.rule == .countsAgree } }
  var numberOfSections: Int { 1 }

  func numberOfRows(inSection section: Int) -> Int {
    let count = orders.withLock { $0.count }
    afterCount?(count)
    return count
  }

  func cell(at path: RowPath) -> FakeCell {
    let order = orders.withLock { $0.indices.contains(path.row) ? $0[path.row] : nil }
    guard let order else {
      missing += 1
      return FakeCell(id: 0, content: "a crash")
    }
    return FakeCell(id: order.id, content: order)
  }

  /// Updates the table after an edit; returns whether it was right before and after.
  @discardableResult
  func apply(_ notice: RowNotice) -> Bool {
    let mistakes = table.violations.count + missing
    let paths = [RowPath(section: 0, row: notice.row)]
    if notice.isRemoved { table.deleteRows(at: paths) } else { table.insertRows(at: paths) }
    return table.violations.count + missing == mistakes
  }
}

extension OrdersScene {
  func playSteps(_ narrator: Narrator) {
    narrator.chapter("The textbook: an array behind a lock")
    narrator.show(Listing("func numberOfRows", in: "OrdersTextbook.swift"))
    var slips = OrderSlips(seed: 3)
    let orders = Locked(slips.next(5))
    let screen = LiveArrayScreen(of: orders)
    narrator.say("Each call is safe, but the table needs several calls that agree:")
    screen.afterCount = { count in
      screen.afterCount = nil
      _ = orders.withLock { $0.remove(at: 2) }
      narrator.show("The table asks for the number of rows: \(count). A thread removes row 2.")
    }
    screen.table.reloadData()
    narrator.show("The table asks for row 4 of 4: index out of range.")

    screen.table.reloadData()
    _ = orders.withLock { $0.remove(at: 0) }
    orders.withLock { $0.append(slips.next()) }
    narrator.show("One thread removes row 0, another adds a row. The table receives the first:")
    screen.apply((row: 0, isRemoved: true))
    for violation in screen.table.violations { narrator.quote("“\(violation)”") }
    narrator.observation(
      """
      The table asked for \(screen.missing) row that was gone, and in \(screen.miscounts) of \
      \(screen.table.batchCount) batches the number of rows was wrong.
      """, isSeen: screen.missing == 1 && screen.miscounts == 1)
  }

  /// Threads edit the array while the table shows it.
  func playThreads(
    _ narrator: Narrator, orders: Int = 40, threads: Int = 8, edits: Int = 40
  ) async {
    var slips = OrderSlips(seed: 40)
    let array = Locked(slips.next(orders))
    let screen = LiveArrayScreen(of: array)
    let notices = Channel<RowNotice>()
    let writers = (1...threads).map { number in
      Task.onThread { Self.write(edits, to: array, seed: number, notices) }
    }
    // Each thread first adds rows. Several have been added when the table receives the first
    // notice.
    var received: [RowNotice] = []
    while received.count < threads, let notice = await notices.next() { received.append(notice) }
    var right = received.count { screen.apply($0) }
    for _ in threads..<threads * edits {
      if let notice = await notices.next(), screen.apply(notice) { right += 1 }
    }
    _ = await writers.values()
    let violations = screen.table.violations
    for violation in violations.prefix(2) { narrator.quote("“\(violation)”") }
    narrator.observation(
      """
      With \(threads) threads the table was right after \(right) of \(threads * edits) edits. A real \
      one crashes at its first mistake; this one counted \(violations.count), and \(screen.missing) \
      rows that were gone.
      """, isSeen: screen.miscounts > 0 && right < threads * edits)
  }

  /// Makes the edits of one thread, which never removes more rows than it has added.
  @available(*, noasync)
  nonisolated private static func write(
    _ edits: Int, to array: Locked<[Order]>, seed: Int, _ notices: Channel<RowNotice>
  ) {
    var slips = OrderSlips(seed: 40 + seed, from: 1_000 * seed)
    var generator = SplitMix64(seed: UInt64(seed))
    var surplus = 0
    for _ in 0..<edits {
      let order = slips.next()
      let removes = surplus > 1 && Int.random(in: 0..<3, using: &generator) == 0
      surplus += removes ? -1 : 1
      notices.send(
        array.withLock { rows in
          let row = Int.random(in: 0..<rows.count, using: &generator)
          if removes { rows.remove(at: row) } else { rows.insert(order, at: row) }
          return (row, removes)
        })
    }
  }
}
