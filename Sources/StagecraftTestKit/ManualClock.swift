internal import StageFloor

/// A clock that stands still until a test moves it.
///
/// ```swift
/// let clock = ManualClock()
/// var configuration = PoolConfiguration()
/// configuration.clock = clock
/// let books = BoundedPool(lending: [Book](), configuration: configuration)
///
/// let reader = Task { try await books.lease(timeout: .after(.seconds(5))).element }
/// await clock.nextSleep()  // now the reader waits: a fact, not a hope
/// clock.advance(by: .seconds(5))
/// ```
///
/// All methods may be called from any thread or task.
public final class ManualClock: Clock, Sendable {
  /// A moment of a manual clock: the time since it was made.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public var sinceStart: Duration

    /// The moment that comes this much later.
    public func advanced(by duration: Duration) -> Instant {
      Instant(sinceStart: sinceStart + duration)
    }

    /// The time from this moment to another.
    public func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }

    /// Whether one moment comes before another.
    public static func < (left: Instant, right: Instant) -> Bool {
      left.sinceStart < right.sinceStart
    }
  }

  private struct Sleeper {
    var deadline: Instant
    var continuation: UnsafeContinuation<Bool, Never>
  }

  private struct State {
    var now = Instant(sinceStart: .zero)
    var lastTicket = 0
    var sleepers: [Int: Sleeper] = [:]
    /// Sleepers on their way to bed.
    var arriving: Set<Int> = []
    /// Sleepers that were cancelled before they lay down.
    var cancelled: Set<Int> = []
    /// Deadlines of sleepers that nobody has been told of.
    var unreported: [Instant] = []
    var watchers: [UnsafeContinuation<Instant, Never>] = []
  }

  private let lock = LockWord()
  nonisolated(unsafe) private var state = State()  // guard: `lock`

  /// A clock that stands at zero.
  public init() {}

  deinit { lock.deallocate() }

  /// The moment at which the clock stands.
  public var now: Instant { lock.withLock { state.now } }

  /// The smallest step of the clock: a nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Sleeps until the clock has been moved to `deadline`.
  ///
  /// - Parameters:
  ///   - deadline: when to wake up.
  ///   - tolerance: ignored.
  /// - Throws: `CancellationError`.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let ticket = lock.withLock {
      state.lastTicket += 1
      state.arriving.insert(state.lastTicket)
      return state.lastTicket
    }
    let isRested = await withTaskCancellationHandler {
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Bool, Never>) in
        lieDown(ticket, until: deadline, continuation)
      }
    } onCancel: {
      wakeCancelled(ticket)
    }
    if !isRested { throw CancellationError() }
  }

  /// Moves the clock on, and wakes all whose time has come, the earliest first.
  public func advance(by duration: Duration) {
    let due = lock.withLock {
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for ticket in due.keys { state.sleepers[ticket] = nil }
      return due.values.sorted { $0.deadline < $1.deadline }.map(\.continuation)
    }
    for continuation in due { continuation.resume(returning: true) }
  }

  /// Waits until somebody sleeps on this clock of whom no earlier call has told.
  ///
  /// - Returns: until when it sleeps.
  @discardableResult
  public func nextSleep() async -> Instant {
    await withUnsafeContinuation { continuation in
      let known = lock.withLock { () -> Instant? in
        guard state.unreported.isEmpty else { return state.unreported.removeFirst() }
        state.watchers.append(continuation)
        return nil
      }
      if let known { continuation.resume(returning: known) }
    }
  }

  private func lieDown(
    _ ticket: Int, until deadline: Instant, _ continuation: UnsafeContinuation<Bool, Never>
  ) {
    lock.lock()
    state.arriving.remove(ticket)
    if state.cancelled.remove(ticket) != nil {
      lock.unlock()
      continuation.resume(returning: false)
      return
    }
    if deadline <= state.now {
      lock.unlock()
      continuation.resume(returning: true)
      return
    }
    state.sleepers[ticket] = Sleeper(deadline: deadline, continuation: continuation)
    let watcher = state.watchers.isEmpty ? nil : state.watchers.removeFirst()
    if watcher == nil { state.unreported.append(deadline) }
    lock.unlock()
    watcher?.resume(returning: deadline)
  }

  private func wakeCancelled(_ ticket: Int) {
    let sleeper = lock.withLock { () -> Sleeper? in
      let sleeper = state.sleepers.removeValue(forKey: ticket)
      if state.arriving.contains(ticket) { state.cancelled.insert(ticket) }
      return sleeper
    }
    sleeper?.continuation.resume(returning: false)
  }
}
