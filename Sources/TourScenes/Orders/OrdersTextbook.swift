internal import Stagecraft
internal import StagecraftTestKit

/// What a thread tells the table after an edit: the row at the time of the edit.
typealias RowNotice = (row: Int, isRemoved: Bool)

/// The textbook's screen: its table reads an array behind a lock at any time.
@MainActor
final class LiveArrayScreen: FakeTableDataSource {
  let table = FakeTable()
  /// How often the table asked for a row that was gone: a crash in an app.
  private(set) var missing = 0
  var afterCount: ((Int) -> Void)?
  private let orders: Locked<[Order]>

  init(of orders: Locked<[Order]>) {
    self.orders = orders
    table.dataSource = self
    table.reloadData()
  }

  /// In how many batches the row counts were wrong.
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
    return FakeCell(id: order.number, content: order)
  }

  func apply(_ notice: RowNotice) {
    let paths = [RowPath(section: 0, row: notice.row)]
    if notice.isRemoved { table.deleteRows(at: paths) } else { table.insertRows(at: paths) }
  }
}

extension OrdersScene {
  /// Two interleavings of three threads, played on one.
  func playSteps(_ narrator: Narrator) {
    narrator.chapter("The textbook: an array behind a lock")
    narrator.show(Listing("func numberOfRows", in: "OrdersTextbook.swift"))
    var slips = OrderSlips(seed: 3)
    let orders = Locked(slips.next(5))
    let screen = LiveArrayScreen(of: orders)
    narrator.say("Each call is safe, but the table needs several that agree:")
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
    show(screen.table.violations, narrator)
    narrator.promise(
      """
      The table asked for \(screen.missing) row that was gone, and in \(screen.miscounts) of \
      \(screen.table.batchCount) batches the number of rows was wrong.
      """, isKept: screen.missing == 1 && screen.miscounts == 1)
  }

  /// Threads that edit the array while the table shows it.
  func playThreads(
    _ narrator: Narrator, orders: Int = 40, threads: Int = 8, edits: Int = 40
  ) async {
    var slips = OrderSlips(seed: 40)
    let array = Locked(slips.next(orders))
    let screen = LiveArrayScreen(of: array)
    let (notices, teller) = AsyncStream.makeStream(of: RowNotice.self)
    // Each thread has made an edit before the screen hears of any.
    let meeting = Rendezvous(of: threads)
    let writers = (1...threads).map { number in
      Task.onThread {
        Self.write(edits, to: array, by: number, meetingAt: meeting) { teller.yield($0) }
      }
    }
    var told = notices.makeAsyncIterator()
    var heard: [RowNotice] = []
    var right = 0
    for turn in 1...threads * edits {
      guard let notice = await told.next(isolation: MainActor.shared) else { break }
      heard.append(notice)
      guard turn >= threads else { continue }
      for notice in heard {
        let failures = screen.table.violations.count + screen.missing
        screen.apply(notice)
        if screen.table.violations.count + screen.missing == failures { right += 1 }
      }
      heard = []
    }
    for writer in writers { await writer.value }
    let violations = screen.table.violations
    show(Array(violations.prefix(2)), narrator)
    narrator.promise(
      """
      With \(threads) threads the table was right after \(right) of \(threads * edits) edits. A real \
      one crashes at its first mistake; this one counted \(violations.count), and \(screen.missing) \
      rows that were gone.
      """, isKept: screen.miscounts > 0 && right < threads * edits)
  }

  private func show(_ violations: [FakeTableViolation], _ narrator: Narrator) {
    narrator.show(violations.flatMap { "“\($0)”".wrapped(to: Narrator.width - 2) })
  }

  /// What one thread does; it never removes more rows than it has added.
  @available(*, noasync)
  nonisolated private static func write(
    _ edits: Int, to array: Locked<[Order]>, by number: Int, meetingAt meeting: Rendezvous,
    tell: (RowNotice) -> Void
  ) {
    var slips = OrderSlips(seed: UInt64(40 + number), from: 1_000 * number)
    var generator = SeededGenerator(seed: UInt64(number))
    var surplus = 0
    for turn in 0..<edits {
      let order = slips.next()
      let removes = surplus > 1 && Int.random(in: 0..<3, using: &generator) == 0
      surplus += removes ? -1 : 1
      tell(
        array.withLock { rows in
          let row = Int.random(in: 0..<rows.count, using: &generator)
          if removes { rows.remove(at: row) } else { rows.insert(order, at: row) }
          return (row, removes)
        })
      if turn == 0 { meeting.arrive() }
    }
  }
}
