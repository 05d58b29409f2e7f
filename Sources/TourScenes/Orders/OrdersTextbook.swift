internal import Stagecraft
internal import StagecraftTestKit

/// The textbook's list: each call is safe, but two calls may contradict each other.
final class LockedOrders: Sendable {
  private let rows: Locked<[Order]>

  init(_ orders: [Order]) { rows = Locked(orders) }

  var count: Int { rows.withLock { $0.count } }

  /// Nil where an app would crash.
  subscript(row: Int) -> Order? { rows.withLock { $0.indices.contains(row) ? $0[row] : nil } }

  func edit<Result>(_ body: (inout [Order]) -> Result) -> Result { rows.withLock(body) }
}

/// What a thread tells the table after an edit, in positions at the time of the edit.
enum RowNotice: Sendable {
  case inserted(Int)
  case removed(Int)
  case changed(Int)
}

/// The textbook's screen: its table reads the array at any time.
@MainActor
final class LiveArrayScreen: FakeTableDataSource {
  let table = FakeTable()
  /// How often the table asked for a row that was gone: a crash in an app.
  private(set) var missing = 0
  var afterCount: ((Int) -> Void)?
  private let orders: LockedOrders

  init(of orders: LockedOrders) {
    self.orders = orders
    table.dataSource = self
    table.reloadData()
  }

  /// In how many batches the row counts were wrong.
  var miscounts: Int { table.violations.count { $0.rule == .countsAgree } }

  var numberOfSections: Int { 1 }

  func numberOfRows(inSection section: Int) -> Int {
    let count = orders.count
    afterCount?(count)
    return count
  }

  func cell(at path: RowPath) -> FakeCell {
    guard let order = orders[path.row] else {
      missing += 1
      return FakeCell(id: 0, content: "a crash")
    }
    return FakeCell(id: order.number, content: order)
  }

  func apply(_ notice: RowNotice) {
    switch notice {
    case .inserted(let row): table.insertRows(at: [RowPath(section: 0, row: row)])
    case .removed(let row): table.deleteRows(at: [RowPath(section: 0, row: row)])
    case .changed(let row): table.reconfigureRows(at: [RowPath(section: 0, row: row)])
    }
  }
}

extension OrdersScene {
  /// Two interleavings of three threads, played on one.
  func playSteps(_ narrator: Narrator) {
    narrator.chapter("The textbook: an array behind a lock")
    narrator.show(Listing("func numberOfRows", in: "OrdersTextbook.swift"))
    var slips = OrderSlips(seed: 3)
    let orders = LockedOrders(slips.next(5))
    let screen = LiveArrayScreen(of: orders)
    narrator.say("Each call is safe, but the table needs several that agree:")
    screen.afterCount = { count in
      screen.afterCount = nil
      _ = orders.edit { $0.remove(at: 2) }
      narrator.show("The table asks for the number of rows: \(count). A thread removes row 2.")
    }
    screen.table.reloadData()
    narrator.show("The table asks for row 4 of \(orders.count): index out of range.")

    screen.table.reloadData()
    _ = orders.edit { $0.remove(at: 0) }
    orders.edit { $0.append(slips.next()) }
    narrator.show("One thread removes row 0, another adds a row. The table hears of the first:")
    screen.apply(.removed(0))
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
    let array = LockedOrders(slips.next(orders))
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
    _ edits: Int, to array: LockedOrders, by number: Int, meetingAt meeting: Rendezvous,
    tell: (RowNotice) -> Void
  ) {
    var slips = OrderSlips(seed: UInt64(40 + number), from: 1_000 * number)
    var generator = SeededGenerator(seed: UInt64(number))
    var surplus = 0
    for turn in 0..<edits {
      let order = slips.next()
      let draw = turn == 0 ? 0 : Int.random(in: 0..<4, using: &generator)
      tell(
        array.edit { rows in
          let row = Int.random(in: 0..<rows.count, using: &generator)
          switch draw {
          case 1 where surplus > 1:
            surplus -= 1
            rows.remove(at: row)
            return .removed(row)
          case 2:
            rows[row].state = rows[row].state.next
            return .changed(row)
          default:
            surplus += 1
            rows.insert(order, at: row)
            return .inserted(row)
          }
        })
      if turn == 0 { meeting.arrive() }
    }
  }
}
