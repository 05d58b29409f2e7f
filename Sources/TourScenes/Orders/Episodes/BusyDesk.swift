internal import Stagecraft

/// Eight threads change the orders while the desk's screen shows them.
struct BusyDesk: Sendable {
  struct Report: Sendable {
    /// How many orders there were in the end.
    let rows: Int
    let accepted: Int
    let refused: Int
    /// For how long the threads wrote.
    let duration: Duration
    let contests: Int
    /// How many of the contested orders each of the two threads got.
    let wins: [Int]
    /// How many contested orders went to both, or to nobody.
    let unfair: Int
    let screen: ScreenReport
    /// Whether each version of the list was made by one noted edit.
    let isHistoryComplete: Bool
    /// Whether list, presenter, and table end with the rows that a plain array has after a replay.
    let isReplayEqual: Bool

    /// How many edits there were in a second.
    var rate: Int { Int(Double(accepted) / (duration / .seconds(1))) }
  }

  /// How many orders there are in the beginning.
  let orders: Int
  /// How many edits each of six threads tries to make.
  let edits: Int
  /// How many orders the two others are after.
  let contests: Int
  /// Whether threads wait for the screen when they are too far ahead of it.
  let isPaced: Bool

  /// How many edits are tried at most.
  var attempts: Int { 6 * edits + 2 * contests }

  /// Plays it.
  ///
  /// - Parameter paint: gets the window after each turn of the main actor in which the screen has
  ///   changed, and in the end.
  /// - Returns: how it went.
  @MainActor
  func run(showing paint: @escaping (DeskWindow) -> Void = { _ in }) async -> Report {
    var slips = OrderSlips(seed: 8)
    let beginning = slips.next(orders + contests)
    let list = LiveList(beginning)
    let screen = DeskScreen(of: list, showing: DeskWindow.rows)
    screen.onTurn = { [weak screen] in
      if let screen { paint(window(of: screen)) }
    }

    let turnstile = isPaced ? Turnstile() : nil
    let pacing = turnstile.map { turnstile in Task { await turnstile.admit(seed: 60) } }
    let start = ContinuousClock.now
    let prizes = beginning.suffix(contests).map(\.id)
    let pair = contest(for: prizes, in: list, turnstile)
    let writers = (1...6).map { number in
      let writer = OrderWriter(
        number: number, orders: list, reserved: Set(prizes), turnstile: turnstile)
      return Task.onThread { writer.write(edits) }
    }
    var logs: [EditLog] = []
    for writer in writers { logs.append(await writer.value) }
    var won: [Set<Order.ID>] = []
    for contestant in pair {
      let result = await contestant.value
      logs.append(result.log)
      won.append(result.won)
    }
    let duration = ContinuousClock.now - start
    turnstile?.close()
    await pacing?.value

    screen.presenter.flush()
    paint(window(of: screen))
    let history = History(logs)
    let replay = history.replayed(on: beginning)
    let rows = list.snapshot()
    return Report(
      rows: rows.count, accepted: history.count, refused: logs.map(\.refused).reduce(0, +),
      duration: duration, contests: contests, wins: won.map(\.count),
      unfair: prizes.count { prize in won.count { $0.contains(prize) } != 1 },
      screen: screen.report, isHistoryComplete: history.isComplete(through: rows.version),
      isReplayEqual: replay == Array(rows) && replay == Array(screen.presenter.rows)
        && replay == screen.rowsOfTable)
  }

  private func contest(
    for prizes: [Order.ID], in list: LiveList<Order>, _ turnstile: Turnstile?
  ) -> [Task<(log: EditLog, won: Set<Order.ID>), Never>] {
    let meetings = prizes.map { _ in Rendezvous(of: 2) }
    return (0..<2).map { _ in
      let contestant = Contestant(orders: list, turnstile: turnstile)
      return Task.onThread { contestant.contest(prizes, meetingAt: meetings) }
    }
  }

  @MainActor
  private func window(of screen: DeskScreen) -> DeskWindow {
    DeskWindow(
      orders: screen.visibleRows, edits: screen.report.merged.reduce(0, +),
      turns: screen.report.turns, count: screen.presenter.rows.count)
  }
}
