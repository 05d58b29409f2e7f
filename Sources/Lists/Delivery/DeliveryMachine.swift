/// The state machine that decides when an observer is notified of changes.
///
/// It has no reference to the list or the observer. Its inputs are the rings of the bell, the
/// starts of main-actor jobs, and the time. While no change is known, it listens; between two
/// deliveries it receives at most one ring, and has at most one job in the queue.
struct DeliveryMachine: Sendable {
  /// When observers are notified.
  enum Rhythm: Sendable, Equatable {
    case nextTurn
    /// At most once per number of nanoseconds.
    case interval(Int64)
    case manual
  }

  /// What is known about changes of the list.
  private enum News {
    /// No changes. Exits: all others.
    case none
    /// There may be changes, and no delivery is scheduled: the observer is paused, flushes
    /// manually, or is being notified. Exits: all others.
    case noted
    /// There may be changes, and the alarm is set. Exits: `none`, `noted`, `due`.
    case later
    /// There may be changes, and a job will deliver them. Exits: `none`, `noted`.
    case due
  }

  /// The action for the caller.
  enum Order: Equatable {
    case nothing
    /// Enqueue one job on the main actor.
    case enqueue
    /// Set the alarm for this time.
    case setAlarm(for: Int64)
  }

  private let rhythm: Rhythm
  private var news = News.none
  /// Whether a job is in the queue; when it runs, there may be nothing left to do.
  private var hasJob = false
  private var isDelivering = false
  private(set) var isPaused = false
  private(set) var isCancelled = false
  /// The time of the last delivery.
  private var lastDelivery: Int64?
  /// The value of `lastDelivery` before the current delivery.
  private var earlierDelivery: Int64?

  init(_ rhythm: Rhythm) {
    self.rhythm = rhythm
  }

  /// Handles a ring: the list may have changed.
  mutating func rang(at now: Int64) -> Order {
    guard !isCancelled, news == .none else { return .nothing }
    news = .noted
    return planned(at: now)
  }

  /// Handles the alarm, which may be early, because its changes have been delivered meanwhile.
  mutating func alarmRang(at now: Int64) -> Order {
    guard !isCancelled, news == .later else { return .nothing }
    news = .noted
    return planned(at: now)
  }

  /// Handles the start of a main-actor job.
  ///
  /// - Returns: Whether to notify the observer now; if so, call ``ended(at:wasTold:)`` afterwards.
  mutating func jobBegan(at now: Int64) -> Bool {
    hasJob = false
    guard !isCancelled, news == .due else { return false }
    guard !isPaused, !isDelivering else {
      news = .noted
      return false
    }
    begin(at: now)
    return true
  }

  /// Handles a request to notify the observer now, even if it is paused, and even if the bell has
  /// not rung: an edit may be just about to ring it.
  ///
  /// - Returns: Whether to notify the observer now; if so, call ``ended(at:wasTold:)`` afterwards.
  ///   It is false during a notification.
  mutating func flush(at now: Int64) -> Bool {
    guard !isCancelled, !isDelivering else { return false }
    begin(at: now)
    return true
  }

  /// Handles the end of a delivery, in which the observer was notified if there were changes.
  mutating func ended(at now: Int64, wasTold: Bool) -> Order {
    isDelivering = false
    if !wasTold { lastDelivery = earlierDelivery }
    guard !isCancelled, news == .noted else { return .nothing }
    return planned(at: now)
  }

  mutating func pause() {
    isPaused = true
  }

  mutating func resume(at now: Int64) -> Order {
    isPaused = false
    guard !isCancelled, news == .noted else { return .nothing }
    return planned(at: now)
  }

  /// - Returns: Whether this was the first call.
  mutating func cancel() -> Bool {
    defer { isCancelled = true }
    return !isCancelled
  }

  private mutating func begin(at now: Int64) {
    news = .none
    isDelivering = true
    earlierDelivery = lastDelivery
    lastDelivery = now
  }

  private mutating func planned(at now: Int64) -> Order {
    guard !isPaused, !isDelivering else { return .nothing }
    switch rhythm {
    case .manual: return .nothing
    case .nextTurn: return due()
    case .interval(let interval):
      guard let lastDelivery, now < lastDelivery &+ interval else { return due() }
      news = .later
      return .setAlarm(for: lastDelivery &+ interval)
    }
  }

  private mutating func due() -> Order {
    news = .due
    defer { hasJob = true }
    return hasJob ? .nothing : .enqueue
  }
}
