internal import Stagecraft

extension OrdersScene {
  /// A screen is hidden, and shown again.
  @MainActor
  func playHiddenScreen(_ narrator: Narrator) async {
    narrator.chapter("A screen that was hidden: pause() and resume()")
    let report = await HiddenScreen(orders: extent.orders, threads: 4, edits: 25).run()
    let changes = report.changes
    narrator.promise(
      """
      \(report.edits) edits while it was hidden, of which it was told \(report.toldWhileHidden) \
      times; then \(report.toldAfterwards) change: \(changes.removals.count) orders went, \
      \(changes.insertions.count) came, \(changes.moves.count) moved, and \
      \(changes.updates.count) have new content.
      """,
      isKept: report.edits > 0 && report.toldWhileHidden == 0 && report.toldAfterwards == 1
        && report.isExact)
  }

  /// The user's own edits, and those of others.
  @MainActor
  func playOwnEdits(_ narrator: Narrator) throws {
    narrator.chapter("The user's own edits: remove(order.id, origin: presenter.gestures)")
    let report = try OwnEdits(orders: 12).run()
    typealias Batches = OwnEdits.Report.Batches
    var table = Table("an edit", "batches", "animated")
    for (name, batches) in [
      ("of the user's finger", report.own), ("of somebody else", report.others),
      ("of both, in one turn", report.both), ("a dragged row, and another's edit", report.drag),
    ] {
      table.add(name, "\(batches.all)", "\(batches.animated)")
    }
    narrator.show(table)
    narrator.promise(
      "What the user has just done is not animated for them; what others do is.",
      isKept: report.own == Batches(all: 1, animated: 0)
        && report.others == Batches(all: 1, animated: 1)
        && report.both == Batches(all: 1, animated: 1))
    narrator.promise(
      """
      While the user drags a row, the edits of others wait; after that the table is told of them \
      alone, since the row is where the user dropped it.
      """,
      isKept: report.waited && report.wasMoved && report.drag.all == 1 && report.isRight
        && report.violations.isEmpty)
  }

  /// The same orders by state, and those that are overdue.
  @MainActor
  func playSections(_ narrator: Narrator) async {
    narrator.chapter("By state, and overdue: grouped { $0.state } and filtered { … }")
    let report = await OrdersByState(
      orders: extent.orders, threads: 4, edits: max(10, extent.pacedEdits / 4)
    ).run()
    if let move = report.advance.moves.first {
      narrator.say(
        """
        An order was placed and is now ready: the table with sections moves row \(move.source) to \
        \(move.target). Then four threads make \(report.edits.grouped) edits:
        """)
    }
    var table = Table("a table that follows", "rows", "batches", "reloads", "violations")
    for (name, one) in [("by state", report.sections), ("overdue", report.overdue)] {
      table.add(
        name, one.rows.map { "\($0)" }.joined(separator: " + "), one.batches.grouped,
        one.reloads.grouped, "\(one.violations.count)")
    }
    narrator.show(table)
    let advance = report.advance
    narrator.promise(
      "An order that gets another state moves to its section: 1 move, and nothing comes or goes.",
      isKept: advance.moves.count == 1 && advance.removals.isEmpty && advance.insertions.isEmpty
        && advance.moves.allSatisfy { $0.source.section != $0.target.section }
        && report.advanceBatches == 1)
    narrator.promise(
      """
      \(report.crossings.grouped) moves from section to section, and both tables end with what \
      sorting and sifting all orders gives.
      """,
      isKept: report.crossings > 0 && report.sections.isRight && report.overdue.isRight
        && report.sections.violations.isEmpty && report.overdue.violations.isEmpty)
  }

  /// A long list, and an old version of it.
  @MainActor
  func playOldSnapshot(_ narrator: Narrator) async -> OldSnapshot.Report {
    narrator.chapter("\(extent.rows.grouped) orders, and somebody who keeps an old version")
    let episode = OldSnapshot(rows: extent.rows, edits: extent.lateEdits)
    let report = await Task.onThread { episode.run() }.value
    var table = Table("\(report.rows.grouped) orders", "one takes")
    table.add("a list, from an array", report.making.fineReading)
    table.add("an edit, while nobody has a snapshot", report.lonelyEdit.fineReading)
    table.add("an edit, while somebody keeps an old one", report.watchedEdit.fineReading)
    table.add("a snapshot just after an edit", report.snapshot.fineReading)
    table.add("an edit just after a snapshot", report.edgeEdit.fineReading)
    table.add("the textbook's: an array that somebody has copied", report.arrayEdit.fineReading)
    table.add(
      "all changes since the old snapshot (\(report.changes.structuralCount.grouped) + "
        + "\(report.changes.updates.count.grouped))", report.comparison.fineReading)
    narrator.show(table)
    narrator.say(
      """
      In processor time; what happens just after a snapshot or an edit, and to the array, is the \
      median by the clock.
      """)
    narrator.promise(
      """
      \(report.edits.grouped) edits later the old snapshot has all \(report.rows.grouped) rows as \
      they were.
      """, isKept: report.isUntouched)
    narrator.promise(
      "The changes since then lead from its rows to those of today.", isKept: report.isExact)
    narrator.say(
      """
      An edit copies the few nodes on the way to its row, and no more: just after a snapshot it \
      takes \(report.edgeEdit.fineReading), where an array, which copies everything, takes \
      \(report.arrayEdit.fineReading): \((report.arrayEdit / report.edgeEdit).times) as long.
      """)
    return report
  }
}

extension Duration {
  /// The duration for readers, with nanoseconds where microseconds would say little.
  var fineReading: String {
    let nanoseconds = self / .nanoseconds(1)
    return nanoseconds < 10_000 ? "\(Int(nanoseconds.rounded()).grouped) ns" : reading
  }
}
