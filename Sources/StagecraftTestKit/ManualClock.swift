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
/// try await clock.nextSleep()  // now the reader waits: a fact, not a hope
/// clock.advance(by: .seconds(5))
/// ```
///
/// Where several objects share the clock, ``nextSleep(of:)`` waits for one of them, and
/// ``advance(waking:until:)`` moves the clock from sleep to sleep. All methods may be called from any
/// thread or task.
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

  /// One sleep on a manual clock.
  public struct Sleep: Sendable, Hashable, CustomStringConvertible {
    /// The moment until which it lasts.
    public var deadline: Instant
    /// The name of the pool, manager, list or monitor that sleeps, as given to its initialiser, or
    /// else the name of the task; nil if neither has one.
    public var sleeper: String?

    /// The sleeper and the deadline, in a sentence.
    public var description: String {
      "\(sleeper.map { "“\($0)”" } ?? "A sleeper without a name") sleeps until \(deadline.sinceStart)."
    }
  }

  private let lock = LockWord()
  nonisolated(unsafe) private var state = SleepMachine()  // guard: `lock`

  /// A clock that stands at zero.
  public init() {}

  deinit { lock.deallocate() }

  /// The moment at which the clock stands.
  public var now: Instant { lock.withLock { state.now } }

  /// The sleeps under way, the earliest deadline first.
  public var sleeps: [Sleep] { lock.withLock { state.sleeps } }

  /// The smallest step of the clock: a nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Sleeps until the clock has been moved to `deadline`.
  ///
  /// - Parameters:
  ///   - deadline: when to wake up.
  ///   - tolerance: ignored.
  /// - Throws: `CancellationError`.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let sleep = Sleep(deadline: deadline, sleeper: SleeperName.current ?? Self.taskName)
    let ticket = lock.withLock { state.sleepers.ticket() }
    let isRested = await withTaskCancellationHandler {
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Bool, Never>) in
        lock.withLock { state.lieDown(ticket, for: sleep, continuation) }.perform()
      }
    } onCancel: {
      lock.withLock { state.cancelSleep(ticket) }.perform()
    }
    if !isRested { throw CancellationError() }
  }

  /// Moves the clock on and wakes every sleeper whose deadline has come, the earliest first.
  ///
  /// - Parameter duration: Zero or more: a clock does not go back.
  public func advance(by duration: Duration) {
    require(duration >= .zero, "A clock moves on; it cannot be advanced by \(duration).")
    lock.withLock { state.advance(to: state.now.advanced(by: duration)) }.perform()
  }

  /// Waits until a sleep begins that no earlier call has returned.
  ///
  /// Sleeps are returned in the order in which they began, and those that have ended meanwhile are
  /// returned too.
  ///
  /// - Parameter sleeper: The name of the object or the task whose sleep is awaited; nil: any. A
  ///   sleep of another name stays for later calls.
  /// - Returns: The sleep.
  /// - Throws: `CancellationError` if the waiting task is cancelled, as a test is at its time limit.
  @discardableResult
  public func nextSleep(of sleeper: String? = nil) async throws -> Sleep {
    try await watch { $0.watchForNews(of: sleeper, $1) }
  }

  /// Moves the clock from deadline to deadline until `body` returns.
  ///
  /// For code that sleeps again and again, or where several objects sleep on one clock:
  ///
  /// ```swift
  /// let attempts = try await clock.advance(waking: "desk") { try await fetched.value }
  /// ```
  ///
  /// While `body` runs, whenever one of the named sleepers sleeps, the clock is moved to its
  /// deadline. Without names, every sleep counts, and the clock jumps as soon as anything sleeps;
  /// then a sleeper that comes back late may find that the clock has passed to the deadline of
  /// another. Name the sleepers where that matters.
  ///
  /// - Parameters:
  ///   - sleepers: The names of the objects or tasks whose deadlines the clock is moved to; none: all.
  ///   - body: What the clock is moved for.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws. If the task is cancelled, `body` is cancelled with it.
  public func advance<Result: Sendable>(
    waking sleepers: String..., until body: @Sendable () async throws -> Result
  ) async throws -> Result {
    let names = Set(sleepers)
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        while true {
          let sleep = try await self.watch { $0.watchForSleeper(among: names, $1) }
          self.lock.withLock { self.state.advance(to: max(self.state.now, sleep.deadline)) }
            .perform()
        }
      }
      defer { group.cancelAll() }
      return try await body()
    }
  }

  /// Waits for what `ask` finds or will be told, under the lock.
  private func watch(
    for ask: (inout SleepMachine, UInt64) -> Void
  ) async throws -> Sleep {
    let ticket = lock.withLock {
      let ticket = state.watchers.ticket()
      ask(&state, ticket)
      return ticket
    }
    let sleep = await withTaskCancellationHandler {
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Sleep?, Never>) in
        let news = lock.withLock { state.watchers.wait(ticket, continuation) }
        if let news { continuation.resume(returning: news) }
      }
    } onCancel: {
      lock.withLock { state.cancelWatch(ticket) }.perform()
    }
    guard let sleep else { throw CancellationError() }
    return sleep
  }

  private static var taskName: String? {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { return Task.name }
    return nil
  }
}
