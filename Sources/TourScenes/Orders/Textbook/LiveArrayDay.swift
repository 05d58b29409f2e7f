internal import StagecraftTestKit

/// Threads that really change the array while the table shows it.
struct LiveArrayDay: Sendable {
  struct Report: Sendable {
    /// How many edits the threads made.
    let edits: Int
    /// After how many of them the table was right once more.
    let right: Int
    /// How often the table asked for a row that was gone.
    let missing: Int
    let violations: [FakeTableViolation]

    /// In how many batches the rows did not add up.
    var miscounts: Int { violations.count { $0.rule == .countsAgree } }

    /// How often each rule was broken, the most broken first.
    var rules: [(rule: FakeTableViolation.Rule, count: Int)] {
      Dictionary(grouping: violations, by: \.rule).map { ($0.key, $0.value.count) }
        .sorted { ($1.count, "\($0.rule)") < ($0.count, "\($1.rule)") }
    }
  }

  let orders: Int
  let threads: Int
  let edits: Int

  @MainActor
  func run() async -> Report {
    var slips = OrderSlips(seed: 40)
    let array = LockedOrders(slips.next(orders))
    let screen = LiveArrayScreen(of: array)
    let (notices, teller) = AsyncStream.makeStream(of: RowNotice.self)
    // Nobody goes on before everybody has made an edit, and the screen not before that either.
    let meeting = Rendezvous(of: threads)
    let writers = (1...threads).map { number in
      Task.onThread { write(number, to: array, meeting: meeting) { teller.yield($0) } }
    }
    var early: [RowNotice] = []
    var right = 0
    func hear(_ notice: RowNotice) {
      let count = screen.table.violations.count + screen.missing
      screen.apply(notice)
      if screen.table.violations.count + screen.missing == count { right += 1 }
    }
    var told = notices.makeAsyncIterator()
    while early.count < threads, let notice = await told.next() { early.append(notice) }
    for notice in early { hear(notice) }
    for _ in early.count..<threads * edits {
      guard let notice = await told.next() else { break }
      hear(notice)
    }
    for writer in writers { await writer.value }
    return Report(
      edits: threads * edits, right: right, missing: screen.missing,
      violations: screen.table.violations)
  }

  /// What one thread does: it never removes more than it has added.
  private func write(
    _ number: Int, to array: LockedOrders, meeting: Rendezvous,
    telling tell: @Sendable (RowNotice) -> Void
  ) {
    var slips = OrderSlips(seed: UInt64(40 + number), from: 1_000 * number)
    var generator = SeededGenerator(seed: UInt64(number))
    var surplus = 0
    for turn in 0..<edits {
      let order = slips.next()
      let draw = turn == 0 ? 0 : Int.random(in: 0..<4, using: &generator)
      let notice = array.edit { rows -> RowNotice in
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
      }
      tell(notice)
      if turn == 0 { meeting.arrive() }
    }
  }
}
