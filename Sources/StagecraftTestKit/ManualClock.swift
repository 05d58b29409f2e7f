internal import StageFloor

/// A clock that advances only when a test moves it.
///
/// ```swift
/// let clock = ManualClock()
/// var configuration = PoolConfiguration()
/// configuration.clock = clock
/// let books = BoundedPool(lending: [Book](), configuration: configuration)
///
/// let reader = Task { try await books.lease(timeout: .after(.seconds(5))).element }
/// try await clock.nextSleep()  // from here on, the reader is certainly waiting
/// clock.advance(by: .seconds(5))
/// ```
///
/// If several objects share the clock, ``nextSleep(of:)`` waits for one of them, and
/// ``advance(waking:until:)`` moves the clock from sleep to sleep. All methods can be called from
/// any thread or task.
public final class ManualClock: Clock, Sendable {
  /// A moment of a manual clock: the time since the clock was created.
  public struct Instant: InstantProtocol {
    /// The time since the clock was created.
    public var sinceStart: Duration

    /// Returns the moment that is the given duration later.
    ///
    /// - Parameter duration: The duration to add.
    /// - Returns: The later moment.
    public func advanced(by duration: Duration) -> Instant {
      Instant(sinceStart: sinceStart + duration)
    }

    /// Returns the time from this moment to another.
    ///
    /// - Parameter other: The other moment.
    /// - Returns: The duration; negative if the other moment is earlier.
    public func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }

    /// Returns whether one moment is before another.
    ///
    /// - Parameters:
    ///   - left: A moment.
    ///   - right: Another moment.
    /// - Returns: Whether `left` is before `right`.
    public static func < (left: Instant, right: Instant) -> Bool {
      left.sinceStart < right.sinceStart
    }
  }

  /// A sleep on a manual clock.
  public struct Sleep: Sendable, Hashable, CustomStringConvertible {
    /// The moment at which the sleep ends.
    public var deadline: Instant
    /// The name of the pool, manager, list or monitor that sleeps, as passed to its initializer, or
    /// otherwise the name of the task; `nil` if neither has a name.
    public var sleeper: String?

    /// A sentence with the sleeper and the deadline.
    public var description: String {
      "\(sleeper.map { "“\($0)”" } ?? "An unnamed sleeper") sleeps until \(deadline.sinceStart)."
    }
  }

  private let state = Guarded(SleepMachine())

  /// Creates a clock at zero.
  public init() {}

  /// The current moment of the clock.
  public var now: Instant { state.withLock { $0.now } }

  /// The current sleeps, earliest deadline first.
  public var sleeps: [Sleep] { state.withLock { $0.sleeps } }

  /// The smallest step of the clock: one nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Sleeps until the clock has been advanced to `deadline`.
  ///
  /// - Parameters:
  ///   - deadline: When to wake.
  ///   - tolerance: Ignored.
  /// - Throws: `CancellationError`.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let sleep = Sleep(deadline: deadline, sleeper: SleeperName.current ?? Self.taskName)
    let ticket = state.withLock { $0.sleepers.ticket() }
    let hasElapsed = await parked { (continuation: UnsafeContinuation<Bool, Never>) in
      state.withLock { $0.beginSleep(ticket, for: sleep, continuation) }.perform()
      return nil
    } onCancel: {
      state.withLock { $0.cancelSleep(ticket) }.perform()
    }
    if !hasElapsed { throw CancellationError() }
  }

  /// Advances the clock and wakes every sleeper whose deadline has passed, the earliest first.
  ///
  /// - Parameter duration: Zero or more; a clock cannot be set back.
  public func advance(by duration: Duration) {
    require(duration >= .zero, "A clock cannot be set back; it cannot be advanced by \(duration).")
    state.withLock { $0.advance(to: $0.now.advanced(by: duration)) }.perform()
  }

  /// Waits for a sleep that no earlier call has returned.
  ///
  /// Sleeps are returned in the order in which they began, including those that have already ended.
  ///
  /// - Parameter sleeper: The name of the object or task whose sleep is awaited; `nil` accepts any.
  ///   Sleeps with other names remain for later calls.
  /// - Returns: The sleep.
  /// - Throws: `CancellationError` if the waiting task is cancelled, as a test is at its time
  ///   limit.
  @discardableResult
  public func nextSleep(of sleeper: String? = nil) async throws -> Sleep {
    try await watch { $0.watchForNextSleep(of: sleeper, $1) }
  }

  /// Advances the clock from deadline to deadline until `body` returns.
  ///
  /// Use it for code that sleeps repeatedly, or if several objects sleep on one clock:
  ///
  /// ```swift
  /// let attempts = try await clock.advance(waking: "catalogue") { try await fetched.value }
  /// ```
  ///
  /// While `body` runs, whenever one of the named sleepers sleeps, the clock is advanced to its
  /// deadline. Without names, every sleep counts, and the clock advances as soon as anything
  /// sleeps; a sleeper that is late to sleep again may then find that the clock has already
  /// advanced to another sleeper's deadline. Name the sleepers where that matters.
  ///
  /// - Parameters:
  ///   - sleepers: The names of the objects or tasks to whose deadlines the clock advances; if
  ///     empty, all.
  ///   - body: The code during which the clock advances.
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `body` throws. If the task is cancelled, `body` is cancelled with it.
  public func advance<Result: Sendable>(
    waking sleepers: String..., until body: @Sendable () async throws -> Result
  ) async throws -> Result {
    let names = Set(sleepers)
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        while true {
          let sleep = try await self.watch { $0.watchForSleeper(among: names, $1) }
          self.state.withLock { $0.advance(to: max($0.now, sleep.deadline)) }.perform()
        }
      }
      defer { group.cancelAll() }
      return try await body()
    }
  }

  /// Waits for a sleep that `ask`, called under the lock, finds now or watches for.
  private func watch(
    for ask: (inout SleepMachine, UInt64) -> Void
  ) async throws -> Sleep {
    let ticket = state.withLock { state in
      let ticket = state.watchers.ticket()
      ask(&state, ticket)
      return ticket
    }
    let sleep = await parked { (continuation: UnsafeContinuation<Sleep?, Never>) in
      state.withLock { $0.watchers.wait(ticket, continuation) }
    } onCancel: {
      state.withLock { $0.cancelWatch(ticket) }.perform()
    }
    guard let sleep else { throw CancellationError() }
    return sleep
  }

  private static var taskName: String? {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { return Task.name }
    return nil
  }
}
