internal import StageFloor

/// Limits how many tasks do something at a time, and how many start in a period.
///
/// ```swift
/// let downloads = TaskLimiter("covers", limit: 4)
/// let cover = try await downloads.withPermit { try await loadCover(of: book) }
/// ```
///
/// Use it where there is nothing to lend: a pool also keeps what it lends.
///
/// - **Order.** Tasks get permits in strict FIFO order. A task that asks for several permits waits
///   until they are all free, and no later task overtakes it, even if one permit would be enough.
/// - **A wait ends** with the permits, ``TimeoutError`` (after 30 seconds by default), or
///   `CancellationError`. No task waits while it is first in line, its permits are free, and the
///   rate allows a start.
/// - **Return.** The permits are free again when the closure returns or throws.
///
/// A task that holds permits and waits for others of the same limiter may wait for itself, until it
/// times out.
public final class TaskLimiter: Sendable {
  private struct State {
    var machine: PermitMachine
    var waiters = WaiterTable<PermitMachine.Outcome>()
  }

  /// The name in errors.
  public let name: String?

  /// The largest number of permits in use at a time.
  public let limit: Int

  private let timekeeper: Timekeeper
  private let hasRate: Bool
  private let state: Guarded<State>
  nonisolated(unsafe) private var alarm: Alarm?  // guard: written once, in `init`

  /// Creates a limiter of tasks at a time.
  ///
  /// - Parameters:
  ///   - name: The name in errors.
  ///   - limit: The number of permits, at least 1.
  ///   - clock: The clock for timeouts; set it in tests.
  public convenience init(
    _ name: String? = nil, limit: Int, clock: any Clock<Duration> & Sendable = ContinuousClock()
  ) {
    self.init(name, PermitMachine(limit: limit), clock)
  }

  /// Creates a limiter of starts in a period, and of tasks at a time.
  ///
  /// ```swift
  /// let requests = TaskLimiter("catalogue", limit: 4, starts: 10, per: .seconds(1))
  /// try await requests.withPermit { try await ask(book) }
  /// ```
  ///
  /// In *any* period of this length, at most `starts` closures get their permits: the first ones at
  /// once, and each further one when the oldest start is one period old. The time counts at which
  /// the limiter decides; the closure starts when its executor runs it, which may be later. A
  /// closure counts as one start, regardless of its permits. To space starts evenly, allow one
  /// start in a shorter period.
  ///
  /// - Parameters:
  ///   - name: The name in errors.
  ///   - limit: The number of permits, at least 1.
  ///   - starts: The largest number of starts in a period, at least 1.
  ///   - period: The length of a period, a nanosecond or more.
  ///   - clock: The clock for timeouts and periods; set it in tests.
  public convenience init(
    _ name: String? = nil, limit: Int = .max, starts: Int, per period: Duration,
    clock: any Clock<Duration> & Sendable = ContinuousClock()
  ) {
    require(starts > 0, "A limiter of \(starts) starts in a period would never grant a permit.")
    require(
      period.wholeNanoseconds > 0,
      "The period of a limiter must be a nanosecond or more, not \(period).")
    self.init(
      name, PermitMachine(limit: limit, starts: starts, period: period.wholeNanoseconds), clock)
  }

  private init(
    _ name: String?, _ machine: PermitMachine, _ clock: any Clock<Duration> & Sendable
  ) {
    require(machine.limit > 0, "A limiter of \(machine.limit) permits would never grant one.")
    self.name = name
    limit = machine.limit
    hasRate = machine.hasRate
    timekeeper = Timekeeper(clock)
    state = Guarded(State(machine: machine))
    alarm = Alarm(timekeeper: timekeeper, name: name) { [weak self] in self?.timePassed() }
  }

  deinit { alarm?.stop() }

  /// The number of permits in use.
  public var inUse: Int { state.withLock { $0.machine.inUse } }

  /// The number of waiting tasks.
  public var waiting: Int { state.withLock { $0.machine.waiting } }

  /// Calls a closure with permits, waiting for them if necessary.
  ///
  /// If the permits are free, no other task waits, and the rate allows a start, the call does not
  /// suspend. Cancellation is checked only while waiting.
  ///
  /// - Parameters:
  ///   - weight: The number of permits that the closure needs, from 1 to ``limit``.
  ///   - timeout: The longest wait, or nil for no limit. With zero or less, the task does not wait.
  ///     It does not limit the closure.
  ///   - body: The work, in the isolation of the caller.
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `body` throws; ``TimeoutError``; `CancellationError` if the task was
  ///   cancelled while it waited.
  public func withPermit<Result>(
    weight: Int = 1, timeout: Duration? = .seconds(30), _ body: () async throws -> Result
  ) async throws -> Result {
    require(
      (1...limit).contains(weight),
      "A task can ask a limiter of \(limit) permits for 1 to \(limit), not for \(weight).")
    if !takeIfFree(weight) { try await wait(for: weight, timeout) }
    defer { giveBack(weight) }
    return try await body()
  }

  // MARK: Locking, asking, unlocking, performing

  /// Only a rate depends on the time.
  private var nowForStarts: Int64 { hasRate ? timekeeper.now : 0 }

  private func takeIfFree(_ weight: Int) -> Bool {
    let now = nowForStarts
    return state.withLock { $0.machine.take(weight, at: now) }
  }

  private func wait(for weight: Int, _ timeout: Duration?) async throws {
    let since = timekeeper.now
    let deadline = timeout.map { since + $0.wholeNanoseconds }
    let (action, ticket, moment) = state.withLock { state in
      let action = state.machine.ask(weight, until: deadline, at: since)
      guard action == .wait else { return (action, UInt64(0), Int64?.none) }
      let ticket = state.waiters.ticket()
      state.machine.join(ticket, weight, until: deadline)
      return (action, ticket, state.machine.nextMoment)
    }
    switch action {
    case .granted: return
    case .timedOut(let obstacle): throw timeoutError(weight, since, obstacle)
    case .wait: break
    }
    if let moment { alarm?.set(for: moment) }
    let outcome = await parked { continuation in
      state.withLock { $0.waiters.wait(ticket, continuation) }
    } onCancel: {
      let now = nowForStarts
      change { $0.cancel(ticket, at: now) }
    }
    HandOver.receive(self)
    switch outcome {
    case .granted: return
    case .cancelled: throw CancellationError()
    case .timedOut(let obstacle): throw timeoutError(weight, since, obstacle)
    }
  }

  private func timeoutError(
    _ weight: Int, _ since: Int64, _ obstacle: PermitMachine.Obstacle
  ) -> TimeoutError {
    let waited = Duration.nanoseconds(max(0, timekeeper.now - since))
    return state.withLock { state in
      TimeoutError(
        limiter: name, waited: waited, weight: weight, inUse: state.machine.inUse, limit: limit,
        waiting: state.machine.waiting, obstacle: obstacle)
    }
  }

  private func giveBack(_ weight: Int) {
    let now = nowForStarts
    change { $0.giveBack(weight, at: now) }
  }

  private func timePassed() {
    let now = timekeeper.now
    change { $0.timePassed(at: now) }
  }

  private func change(_ body: (inout PermitMachine) -> [PermitMachine.Ending]) {
    let (settled, moment) = state.withLock { state in
      let endings = body(&state.machine)
      let settled = endings.compactMap { ending in
        state.waiters.settle(ending.ticket, with: ending.outcome).map { ($0, ending.outcome) }
      }
      return (settled, state.machine.nextMoment)
    }
    if let moment { alarm?.set(for: moment) }
    guard !settled.isEmpty else { return }
    HandOver.publish(self)
    for (waiter, outcome) in settled { waiter.resume(returning: outcome) }
  }
}
