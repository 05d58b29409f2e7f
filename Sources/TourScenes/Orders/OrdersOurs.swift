internal import Stagecraft
internal import StagecraftTestKit

extension OrdersScene {
  /// Eight threads edit a live list while a table shows it.
  func playDesk(_ narrator: Narrator, edits: Int, isPaced: Bool) async {
    narrator.chapter("Ours: LiveList and ListPresenter, \(isPaced ? "with pauses" : "in a hurry")")
    var slips = OrderSlips(seed: 8)
    let beginning = slips.next(orders + contests)
    let list = LiveList(beginning)
    let table = FakeTable()
    let presenter = ListPresenter(list)
    table.show(presenter) { $0 }
    let attempts = 6 * edits + 2 * contests
    let painter = WindowPainter(on: narrator)
    var (batches, reloads, turns, most, differences) = (0, 0, 0, 0, 0)
    var shown = presenter.rows.version
    func window() -> [String] {
      let rows = rows(of: table).prefix(6).map { order in
        "\(order.title.padded(to: 14))\(order.reader.padded(to: 8))\(order.state)"
      }
      let missing = repeatElement("", count: 6 - rows.count)
      return rows + missing + ["on the screen: \(shown) edits in \(turns) turns"]
    }
    presenter.onPresentation = { presentation in
      switch presentation {
      case .batch: batches += 1
      case .reload: reloads += 1
      case .updates: break
      case .postponed: return
      }
      turns += 1
      most = max(most, Int(presenter.rows.version - shown))
      shown = presenter.rows.version
      if rows(of: table).prefix(6) != Array(presenter.rows.prefix(6))[...] { differences += 1 }
      table.checkRows()
      painter.paint(window())
    }

    let turnstile = isPaced ? Turnstile() : nil
    let pacing = turnstile.map { turnstile in Task { await turnstile.admit(seed: 60) } }
    let start = ContinuousClock.now
    let prizes = beginning.suffix(contests).map { (id: $0.id, meeting: Rendezvous(of: 2)) }
    let reserved = Set(prizes.map(\.id))
    let threads = (0..<8).map { number in
      Task.onThread {
        number < 2
          ? EditLog(removing: prizes, in: list, through: turnstile)
          : EditLog(edits, in: list, by: number - 1, except: reserved, through: turnstile)
      }
    }
    var logs: [EditLog] = []
    for thread in threads { logs.append(await thread.value) }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    turnstile?.close()
    await pacing?.value
    presenter.flush()
    painter.finish(window())
    presenter.onPresentation = nil

    let history = logs.flatMap(\.accepted).sorted { $0.version < $1.version }
    let refused = logs.reduce(0) { $0 + $1.refused }
    var replay = beginning
    let isReplayed = history.allSatisfy { $0.edit.repeat(on: &replay) }
    let wins = logs.prefix(2).map { log in
      log.accepted.compactMap { if case .remove(let id) = $0.edit { id } else { nil } }
    }
    let final = list.snapshot()
    narrator.say(
      """
      \(history.count) edits, \(Int(Double(history.count) / seconds)) per second; \(refused) were \
      refused because the order was gone. \(turns) turns with \(batches) batches and \(reloads) \
      reloads; \(most) edits in one turn at most.
      """)
    if isPaced { narrator.promise("Few edits are shown one by one.", isKept: batches > reloads) }
    narrator.promise(
      """
      The table's rules were broken \(table.violations.count) times, and the user saw other rows \
      than the presenter has \(differences) times.
      """, isKept: table.violations.isEmpty && differences == 0 && turns > 0)
    narrator.promise(
      """
      Two threads wanted the same \(contests) orders; they got \(wins[0].count) and \
      \(wins[1].count), and none twice.
      """,
      isKept: wins[0].count + wins[1].count == contests && Set(wins.joined()) == reserved)
    narrator.promise(
      """
      No edit was lost: each of the \(history.count) versions was made by one, and an array on which \
      they are repeated ends with the rows of the list, the presenter and the table.
      """,
      isKept: history.map(\.version).elementsEqual(1..<(final.version + 1))
        && history.count + refused >= attempts - contests && isReplayed && replay == Array(final)
        && replay == Array(presenter.rows) && replay == rows(of: table))
  }

  private func rows(of table: FakeTable) -> [Order] {
    table.cells.joined().compactMap { $0.content.base as? Order }
  }

  /// A screen that is hidden for a while.
  func playHidden(_ narrator: Narrator, threads: Int = 4, edits: Int = 25) async {
    narrator.chapter("A hidden screen: pause() and resume()")
    var slips = OrderSlips(seed: 16)
    let list = LiveList(slips.next(orders))
    let (transitions, teller) = AsyncStream.makeStream(of: ListTransition<Order>.self)
    var told = 0
    let observation = list.observe { transition in
      told += 1
      teller.yield(transition)
    }
    var next = transitions.makeAsyncIterator()
    let first = await next.next(isolation: MainActor.shared)
    var rows = first.map { Array($0.new) } ?? []
    observation.pause()
    told = 0
    await write(edits, by: threads, to: list)
    let toldWhileHidden = told
    observation.resume()
    let last = await next.next(isolation: MainActor.shared)
    observation.flush()
    let changes = last?.changes ?? .none(count: rows.count)
    if let new = last?.new { rows = changes.apply(to: rows) { new[$0] } }
    narrator.promise(
      """
      \(list.version) edits while it was hidden, reported \(toldWhileHidden) times; then \
      \(told - toldWhileHidden) change: \(changes.removals.count) removed, \
      \(changes.insertions.count) inserted, \(changes.moves.count) moved, \
      \(changes.updates.count) updated.
      """,
      isKept: list.version > 0 && toldWhileHidden == 0 && told == 1 && !changes.isReset
        && rows == Array(list.snapshot()))
  }

  private func write(
    _ edits: Int, by threads: Int, to list: LiveList<Order>, through turnstile: Turnstile? = nil
  ) async {
    let writers = (1...threads).map { number in
      Task.onThread { EditLog(edits, in: list, by: number, through: turnstile) }
    }
    for writer in writers { _ = await writer.value }
  }

  /// The user's own edits, and those of others.
  func playOwnEdits(_ narrator: Narrator) throws {
    narrator.chapter("The user's own edits: remove(id, origin: presenter.gestures)")
    var slips = OrderSlips(seed: 32)
    let list = LiveList(slips.next(12))
    let table = FakeTable()
    let presenter = ListPresenter(list)
    table.show(presenter) { $0 }
    /// How many batches the table performed, and how many of them were animated.
    func batches(_ body: () throws -> Void) rethrows -> [Int] {
      let before = (table.batchCount, table.animatedBatchCount)
      try body()
      return [table.batchCount - before.0, table.animatedBatchCount - before.1]
    }
    let own = try batches {
      try list.remove(at: 3, origin: presenter.gestures)
      presenter.flush()
    }
    let others = try batches {
      try list.remove(at: 5)
      presenter.flush()
    }
    let both = try batches {
      try list.remove(at: 1, origin: presenter.gestures)
      try list.append(slips.next())
      presenter.flush()
    }
    var (waited, wasMoved) = (false, false)
    let drag = try batches {
      table.isDragging = true
      try list.remove(at: 0)
      waited = !presenter.flush()
      table.isDragging = false
      let (source, target) = (RowPath(section: 0, row: 2), RowPath(section: 0, row: 6))
      let id = presenter.row(at: source).id
      table.dragRow(at: source, to: target) {
        presenter.surfaceMovedRow(from: source, to: target)
        let neighbour = presenter.row(at: RowPath(section: 0, row: target.row + 1)).id
        wasMoved = (try? list.move(id, before: neighbour, origin: presenter.gestures)) != nil
      }
      presenter.surfaceBecameReady()
    }
    table.checkRows()
    narrator.promise(
      "The user's own edits are not animated; those of others are.",
      isKept: own == [1, 0] && others == [1, 1] && both == [1, 1])
    narrator.promise(
      "While the user drags a row, other edits wait; afterwards the table receives only those.",
      isKept: waited && wasMoved && drag[0] == 1 && rows(of: table) == Array(list.snapshot())
        && table.violations.isEmpty)
  }

  /// The same orders grouped by state, and the overdue ones.
  func playDerived(_ narrator: Narrator, threads: Int = 4, edits: Int) async {
    narrator.chapter("Derived lists: grouped { $0.state } and filtered { $0.isOverdue }")
    var slips = OrderSlips(seed: 128)
    let list = LiveList(slips.next(orders))
    let byState = list.grouped { $0.state }
    let (sections, overdue) = (FakeTable(), FakeTable())
    let presenters = (ListPresenter(byState), ListPresenter(list.filtered { $0.isOverdue }))
    sections.show(presenters.0) { $0 }
    overdue.show(presenters.1) { $0 }
    let before = byState.snapshot()
    if let order = list.snapshot().first(where: { $0.state == .placed }) {
      list.update(order.id) { $0.state = .ready }
    }
    let advance = byState.changes(since: before).changes
    presenters.0.flush()
    narrator.promise(
      "An order that changes its state moves to its section, in one batch with one move.",
      isKept: advance.moves.count == 1 && advance.removals.isEmpty && advance.insertions.isEmpty
        && advance.moves.allSatisfy { $0.source.section != $0.target.section }
        && sections.batchCount == 1)

    var crossings = 0
    let observation = byState.observe(initial: false) { transition in
      crossings += transition.changes.moves.count { $0.source.section != $0.target.section }
    }
    let turnstile = Turnstile()
    let pacing = Task { await turnstile.admit(seed: 70) }
    await write(edits, by: threads, to: list, through: turnstile)
    turnstile.close()
    await pacing.value
    observation.flush()
    presenters.0.flush()
    presenters.1.flush()
    sections.checkRows()
    overdue.checkRows()
    let rows = Array(list.snapshot())
    let groups = Order.State.allCases.map { state in rows.filter { $0.state == state } }
    let shown = sections.cells.map { $0.compactMap { $0.content.base as? Order } }
    narrator.promise(
      """
      After \(list.version) edits and \(crossings) moves between sections, both tables show what \
      grouping and filtering all orders gives.
      """,
      isKept: crossings > 0 && shown == groups.filter { !$0.isEmpty }
        && self.rows(of: overdue) == rows.filter(\.isOverdue)
        && sections.violations.isEmpty && overdue.violations.isEmpty)
  }

  /// A long list, with an old snapshot that is kept.
  func playOldSnapshot(_ narrator: Narrator, rows: Int, edits: Int) async {
    narrator.chapter("\(rows) orders, and an old snapshot that is kept")
    let report = await Task.onThread { Self.measure(rows: rows, edits: edits) }.value
    narrator.table("operation", "median", rows: report.times.map { [$0, $1.reading] })
    narrator.promise(
      "After \(edits) edits the old snapshot has all \(rows) rows unchanged.",
      isKept: report.isUntouched)
    narrator.promise(
      "The changes since then lead from its rows to the current ones.", isKept: report.isExact)
  }

  @available(*, noasync)
  nonisolated private static func measure(
    rows: Int, edits: Int
  ) -> (times: [(String, Duration)], isUntouched: Bool, isExact: Bool) {
    var slips = OrderSlips(seed: 64)
    var generator = SeededGenerator(seed: 1)
    let beginning = slips.next(rows)
    let list = LiveList(beginning)
    let known = beginning.map(\.id)
    func edit(_ turn: Int) -> Duration {
      guard let one = known.randomElement(using: &generator),
        let other = known.randomElement(using: &generator)
      else { return .zero }
      let edit: OrderEdit =
        switch turn % 6 {
        case 0: .add(slips.next(), after: one)
        case 2: .move(one, before: other)
        case 4: .remove(one)
        default: .advance(one)
        }
      return ContinuousClock().measure { list.transaction { _ = edit.make(in: &$0) } }
    }
    let old = list.snapshot()
    let watched = (0..<edits).map(edit)
    var change: ListTransition<Order>?
    let comparison = ContinuousClock().measure { change = list.changes(since: old) }
    let isExact = change.map { change in
      !change.changes.isReset
        && change.changes.apply(to: beginning) { change.new[$0] } == Array(change.new)
        && Array(change.new) == Array(list.snapshot())
    }
    var array = beginning
    let copied = (0..<21).map { turn in
      let copy = array
      defer { withExtendedLifetime(copy) {} }
      return ContinuousClock().measure { array[turn * rows / 21].due = 1 }
    }
    let times = [
      ("an edit while a snapshot is kept", watched.sorted()[edits / 2]),
      ("an edit of an array that was copied", copied.sorted()[10]),
      ("all changes since the old snapshot", comparison),
    ]
    return (times, old.elementsEqual(beginning), isExact == true)
  }
}

/// Shows rows as they change, in place, where control codes are understood.
@MainActor
final class WindowPainter {
  private let narrator: Narrator
  private var last = ContinuousClock.now
  private var height = 0

  init(on narrator: Narrator) { self.narrator = narrator }

  func paint(_ lines: [String]) {
    guard narrator.isTerminal, last.duration(to: .now) > .milliseconds(40) else { return }
    finish(lines)
    last = .now
  }

  func finish(_ lines: [String]) {
    narrator.show(lines, inPlaceOf: narrator.isTerminal ? height : 0)
    height = lines.count
  }
}
