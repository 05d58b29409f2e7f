internal import StageFloor
internal import StagecraftLists

/// The shell of ``FollowMachine``: reads a table, and edits the list that shows it.
final class TableCore<Row: Identifiable & Sendable>: Sendable where Row.ID: Sendable {
  struct State: Sendable {
    var machine: FollowMachine
    var waiters = WaiterTable<Wait>()
    var staleSince: ContinuousClock.Instant?
    var listener: Task<Void, Never>?
    /// The read that has begun last.
    var read: Task<Void, Never>?
    /// The last of the edits that were shown at once, which are written one after the other.
    var lastEdit: Task<Void, Never>?
    /// Rows with edits that are committed, and end when the table can be read again.
    var committed: [Row] = []
    /// The rows that cannot be decoded, while the list is behind the position of the machine.
    var failing: [TableValue: TableError] = [:]
    /// Whether the table finds a row by another spelling of its key; see ``OtherSpelling``.
    var findsOtherSpellings = false
  }

  /// How a wait for a read has ended.
  enum Wait: Equatable, Sendable {
    case finished, cancelled, closed
    case failed(TableError)
  }

  let name: String
  let table: any FollowedTable
  let format: TableRowFormat<Row>
  let order: RowOrder
  let areSame = RowEquality.comparison(Row.self)
  let list: LiveList<Row>
  let states = ValueStreams(TableState.current)
  /// The part of the table that is shown; nil for all rows.
  let window: WindowScope?
  let state: Guarded<State>
  /// Edits that are shown and not confirmed.
  nonisolated(unsafe) var overlay: [Row.ID: OverlaidRow<Row>] = [:]  // guard: `list`'s transactions
  private let timekeeper: Timekeeper
  private let alarm = Guarded<Alarm?>(nil)

  /// Reads all rows, or those of the window.
  init(
    _ name: String, _ table: any FollowedTable, format: TableRowFormat<Row>, order: RowOrder,
    window: WindowScope? = nil, clock: any Clock<Duration>
  ) async throws(TableError) {
    self.name = name
    self.table = table
    self.format = format
    self.order = order
    self.window = window
    timekeeper = Timekeeper(clock)
    let first = try await Self.readAll(name, table, format, order, window)
    if let error = first.failing.min(by: { $0.key < $1.key })?.value { throw error }
    let list = LiveList(first.rows)
    if list.count != first.rows.count { throw TableSchema(name, table).duplicateIDs }
    self.list = list
    state = Guarded(
      State(
        machine: FollowMachine(position: first.position),
        findsOtherSpellings: first.hasOtherSpellings))
  }

  deinit {
    let (listener, table) = (state.withLock { $0.listener }, table)
    listener?.cancel()
    alarm.exchange(nil)?.stop()
    states.close(.closed)
    window?.counts.close()
    Task { await table.close() }
  }

  var schema: TableSchema { TableSchema(name, table) }

  var isClosed: Bool { state.withLock { $0.machine.phase } == .closed }

  func makeCoder() throws(TableError) -> RowCoder<Row> {
    var coder = try RowCoder(format, for: schema)
    coder.findsOtherSpellings = state.withLock { $0.findsOtherSpellings }
    return coder
  }

  /// Follows the table from here on.
  func start() {
    let alarm = Alarm(timekeeper: timekeeper, name: name) { [weak self] in self?.signalled() }
    _ = self.alarm.exchange(alarm)
    let signals = table.signals
    let listener = Task.detached { [weak self] in
      for await _ in signals { self?.signalled() }
    }
    state.withLock { $0.listener = listener }
    setAlarmForSilence()
  }

  func close() async {
    let (waiting, listener) = state.withLock { state in
      let tickets = state.machine.closed()
      return (
        tickets.compactMap { state.waiters.settle($0, with: .closed) }, state.listener.take()
      )
    }
    listener?.cancel()
    alarm.exchange(nil)?.stop()
    states.close(.closed)
    window?.counts.close()
    // A read that is being shown has ended after this, and later ones are not shown.
    list.transaction { _ in }
    for waiter in waiting { waiter.resume(returning: .closed) }
    let read = state.withLock { $0.read }
    read?.cancel()
    await table.close()
    await read?.value
    // Edits that were not written are taken back before this returns.
    await queuedEdits()
  }

  /// Waits for a read that begins after this call, of the changes or of all rows.
  func catchUp(all: Bool = false) async -> Wait {
    let request = state.withLock { state -> (ticket: UInt64, action: FollowMachine.Action)? in
      if state.machine.phase == .closed { return nil }
      let ticket = state.waiters.ticket()
      guard let action = state.machine.requested(ticket, all: all) else { return nil }
      if all { states.put(.loading) }
      return (ticket, action)
    }
    guard let request else { return .closed }
    states.deliver()
    perform(request.action)
    return await parked { continuation in
      state.withLock { $0.waiters.wait(request.ticket, continuation) }
    } onCancel: {
      let waiter = state.withLock { state in
        state.machine.cancelled(request.ticket)
          ? state.waiters.settle(request.ticket, with: .cancelled) : nil
      }
      waiter?.resume(returning: .cancelled)
    }
  }

  func signalled() { perform(state.withLock { $0.machine.signalled() }) }

  private func perform(_ action: FollowMachine.Action) {
    switch action {
    case .none: break
    case .readChanges(let position): begin { core in await core.readChanges(since: position) }
    case .readAll: begin { core in await core.readAll() }
    }
  }

  private func begin(_ read: @escaping @Sendable (TableCore) async -> Void) {
    // Under the lock, so that a read that follows it is stored after it.
    state.withLock { $0.read = Task.detached { [self] in await read(self) } }
  }

  private func readChanges(since position: TablePosition) async {
    do throws(TableError) {
      let coder = try makeCoder()
      switch try await table.changes(since: position) {
      case .unknown: finish(.finished) { $0.foundNoChanges() }
      case .changed(let written, let removed, let position):
        if let window {
          if window.isAffected(written, removed, schema) {
            return finish(.finished) { $0.foundNoChanges() }
          }
        } else if state.withLock({ $0.machine.isBehind }) {
          return pass(written, removed: removed, at: position, coder)
        } else {
          do throws(TableError) {
            try await show(written, removed: removed, coder)
          } catch {
            let failing = coder.failures(in: written)
            if failing.isEmpty { throw error }
            return fallBehind(failing, at: position)
          }
        }
        succeed { $0.readChanges(upTo: position) }
      }
    } catch {
      fail(error)
    }
  }

  private func readAll() async {
    do throws(TableError) {
      let all = try await Self.readAll(name, table, format, order, window)
      if !all.failing.isEmpty { return fallBehind(all.failing, at: all.position) }
      state.withLock { $0.findsOtherSpellings = all.hasOtherSpellings }
      try replaceAll(with: all.rows)
      succeed { $0.readAll(at: all.position) }
    } catch {
      fail(error)
    }
  }

  private func succeed(_ input: (inout FollowMachine) -> FollowMachine.Outcome) {
    let committed = state.withLock { state in
      state.staleSince = nil
      state.failing = [:]
      defer { state.committed = [] }
      return state.committed
    }
    for row in committed { endEdit(of: row.id, written: row) }
    finish(.finished, input) { state in
      if !state.machine.isLoading { return states.put(.current) { $0.isCurrent } }
      states.put(.loading) { if case .loading = $0 { true } else { false } }
    }
    setAlarmForSilence()
  }

  /// Moves past changes that are not shown, so that the next read costs its own changes only.
  private func pass(
    _ written: [TableRecord], removed: [TableValue], at position: TablePosition,
    _ coder: RowCoder<Row>
  ) {
    let new = coder.failures(in: written)
    let key = coder.schema.keyColumn
    let error = state.withLock { state in
      for key in removed { state.failing[key] = nil }
      for record in written { state.failing[record.values[key]] = new[record.values[key]] }
      return state.failing.first?.value
    }
    if let error {
      fail(error, behind: position)
    } else {
      finish(.finished) { $0.foundNoChanges() }
    }
  }

  private func fallBehind(_ failing: [TableValue: TableError], at position: TablePosition) {
    guard let error = failing.min(by: { $0.key < $1.key })?.value else { return }
    state.withLock { $0.failing = failing }
    fail(error, behind: position)
  }

  private func fail(_ error: TableError, behind position: TablePosition? = nil) {
    finish(.failed(error)) {
      $0.failed(isLasting: error.isLasting, behind: position)
    } reporting: { state in
      let since = state.staleSince ?? .now
      state.staleSince = since
      states.put(.stale(since: since, because: error)) { $0.error == error }
    }
    setAlarmForSilence()
  }

  /// - `report`: Puts what the list shows, in the order of the machine's decisions.
  private func finish(
    _ wait: Wait, _ input: (inout FollowMachine) -> FollowMachine.Outcome,
    reporting report: (inout State) -> Void = { _ in }
  ) {
    let (outcome, waiting) = state.withLock { state in
      let outcome = input(&state.machine)
      report(&state)
      return (outcome, outcome.resumed.compactMap { state.waiters.settle($0, with: wait) })
    }
    states.deliver()
    for waiter in waiting { waiter.resume(returning: wait) }
    if let failures = outcome.pauseAfter { setAlarm(in: FollowPause.duration(after: failures)) }
    perform(outcome.next)
  }

  private func setAlarmForSilence() {
    if let silence = table.longestSilence { setAlarm(in: silence) }
  }

  private func setAlarm(in duration: Duration) {
    alarm.withLock { $0 }?.set(for: timekeeper.now + duration.wholeNanoseconds)
  }
}

enum FollowPause {
  /// 50 milliseconds, doubled with each failure up to 10 seconds.
  static func duration(after failures: Int) -> Duration {
    min(.milliseconds(50 << min(failures - 1, 8)), .seconds(10))
  }
}
