internal import Stagecraft
internal import StagecraftTestKit

extension FakeTable {
  /// The orders that the table shows.
  fileprivate var sections: [[Order]] { cells.map { $0.compactMap { $0.content.base as? Order } } }
  fileprivate var rows: [Order] { Array(sections.joined()) }
}

extension OrdersScene {
  func playDesk(_ narrator: Narrator, edits: Int, isPaced: Bool) async {
    let speed = isPaced ? "a few edits at a time" : "as fast as possible"
    narrator.chapter("Ours: LiveList and ListPresenter, \(speed)")
    var slips = OrderSlips(seed: 8)
    let beginning = slips.next(orders + contestedCount)
    let list = LiveList(beginning)
    let table = FakeTable()
    let presenter = ListPresenter(list)
    table.show(presenter) { $0 }
    narrator.record(list, as: isPaced ? "paced edits" : "fast edits")
    let pace = isPaced ? Pace() : nil
    var (batches, reloads, turns, differences) = (0, 0, 0, 0)

    let start = ContinuousClock.now
    let contestedIDs = beginning.suffix(contestedCount).map(\.id)
    let logs = await narrator.live(isPaced ? "table, paced edits" : "table, fast edits") { live in
      presenter.onPresentation = { presentation in
        switch presentation {
        case .batch: batches += 1
        case .reload: reloads += 1
        case .updates: break
        case .postponed: return
        }
        turns += 1
        if !table.rows.elementsEqual(presenter.rows) { differences += 1 }
        table.checkRows()
        pace?.advance(to: presenter.rows.version)
        live.count("rows", table.rows.count)
        live.count("edits shown", Int(presenter.rows.version))
        live.count("updates of the table", turns)
      }
      let threads = (1...8).map { seed in
        Task.onThread {
          live.began("thread \(seed)", .running)
          defer { live.ended("thread \(seed)") }
          return EditLog(edits, in: list, seed: seed, contestedIDs: contestedIDs, at: pace)
        }
      }
      return await threads.values()
    }
    let seconds = (ContinuousClock.now - start).seconds
    presenter.flush()
    presenter.onPresentation = nil

    let history = logs.flatMap(\.accepted).sorted { $0.version < $1.version }
    let refused = logs.reduce(0) { $0 + $1.refused }
    var replay = beginning
    let isReplayed = history.allSatisfy { $0.edit.apply(to: &replay) }
    let wanted = Set(contestedIDs)
    let wins = logs.map { log in
      log.accepted.compactMap { $0.edit.new == nil ? $0.edit.old?.order.id : nil }
        .filter(wanted.contains)
    }
    let final = list.snapshot()
    narrator.say(
      """
      \(history.count) edits, \(Int(Double(history.count) / seconds)) per second; \(refused) were \
      refused because the order was gone. The screen was updated \(turns) times, with \(batches) \
      batches and \(reloads) reloads.
      """)
    if isPaced { narrator.promise("Few edits are shown one by one.", isKept: batches > reloads) }
    narrator.promise(
      """
      The table's rules were broken \(table.violations.count) times, and the user saw other rows \
      than those of the presenter \(differences) times.
      """, isKept: table.violations.isEmpty && differences == 0 && turns > 0)
    narrator.promise(
      """
      All threads wanted the same \(contestedCount) orders; they got \
      \(wins.map { "\($0.count)" }.joined(separator: ", ")), and none twice.
      """,
      isKept: wins.joined().count == contestedCount && Set(wins.joined()) == wanted)
    narrator.promise(
      """
      No edit was lost: each made one of the \(history.count) versions, and the same edits of an \
      array lead to the rows of the list, the presenter and the table.
      """,
      isKept: history.map(\.version).elementsEqual(1..<(final.version + 1))
        && history.count + refused == 8 * (edits + contestedCount) && isReplayed
        && replay == Array(final) && replay == Array(presenter.rows) && replay == table.rows)
  }

  func playHidden(_ narrator: Narrator, threads: Int = 4, edits: Int = 25) async {
    narrator.chapter("A hidden screen: pause() and resume()")
    var slips = OrderSlips(seed: 16)
    let list = LiveList(slips.next(orders))
    let transitions = Channel<LiveList<Order>.Transition>()
    var count = 0
    let observation = list.observe { transition in
      count += 1
      transitions.send(transition)
    }
    var rows = await transitions.next().map { Array($0.new) } ?? []
    observation.pause()
    count = 0
    await write(edits, by: threads, to: list)
    let whileHidden = count
    observation.resume()
    let last = await transitions.next()
    observation.flush()
    let changes = last?.changes ?? .none(count: rows.count)
    if let new = last?.new { rows = changes.apply(to: rows) { new[$0] } }
    narrator.promise(
      """
      \(list.version) edits while it was hidden caused \(whileHidden) notifications; afterwards there \
      was \(count - whileHidden): \(changes.removals.count) removed, \(changes.insertions.count) \
      inserted, \(changes.moves.count) moved, \(changes.updates.count) updated.
      """,
      isKept: list.version > 0 && whileHidden == 0 && count == 1 && !changes.isReset
        && rows == Array(list.snapshot()))
  }

  private func write(
    _ edits: Int, by threads: Int, to list: LiveList<Order>, at pace: Pace? = nil
  ) async {
    let writers = (1...threads).map { seed in
      Task.onThread { EditLog(edits, in: list, seed: seed, at: pace) }
    }
    _ = await writers.values()
  }

  func playOwnEdits(_ narrator: Narrator) throws {
    narrator.chapter("The user's own edits: remove(id, origin: presenter.gestures)")
    var slips = OrderSlips(seed: 32)
    let list = LiveList(slips.next(12))
    let table = FakeTable()
    let presenter = ListPresenter(list)
    table.show(presenter) { $0 }
    // How many batches the table performed, and how many of them were animated.
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
      isKept: waited && wasMoved && drag[0] == 1 && table.rows == Array(list.snapshot())
        && table.violations.isEmpty)
  }

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
    let pace = Pace()
    let pacing = list.observe { pace.advance(to: $0.new.version) }
    await write(edits, by: threads, to: list, at: pace)
    pacing.cancel()
    observation.flush()
    presenters.0.flush()
    presenters.1.flush()
    sections.checkRows()
    overdue.checkRows()
    let rows = Array(list.snapshot())
    let groups = Order.State.allCases.map { state in rows.filter { $0.state == state } }
    narrator.promise(
      """
      After \(list.version) edits and \(crossings) moves between sections, both tables show the \
      same as grouping and filtering an array of all orders.
      """,
      isKept: crossings > 0 && sections.sections == groups.filter { !$0.isEmpty }
        && overdue.rows == rows.filter(\.isOverdue)
        && sections.violations.isEmpty && overdue.violations.isEmpty)
  }

  func playOldSnapshot(_ narrator: Narrator, rows: Int, edits: Int) async {
    narrator.chapter("\(rows) orders, and an old snapshot that is retained")
    let (isUntouched, isExact) = await Task.onThread {
      var slips = OrderSlips(seed: 64)
      let beginning = slips.next(rows)
      let list = LiveList(beginning)
      let old = list.snapshot()
      var random = RandomEdits(seed: 1)
      for _ in 0..<edits { list.transaction { _ = random.edit(&$0, known: beginning) } }
      let transition = list.changes(since: old)
      let (new, changes) = (transition.new, transition.changes)
      let isExact = !changes.isReset && changes.apply(to: beginning) { new[$0] } == Array(new)
      return (old.elementsEqual(beginning), isExact && new.elementsEqual(list.snapshot()))
    }.value
    narrator.promise(
      "After \(edits) edits the old snapshot has all \(rows) rows unchanged.", isKept: isUntouched)
    narrator.promise(
      "The changes since then lead from its rows to the current ones.", isKept: isExact)
  }
}
