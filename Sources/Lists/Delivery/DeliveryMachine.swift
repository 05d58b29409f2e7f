/// Decides when an observer is told that its list has changed.
///
/// It knows neither the list nor the observer: only that the bell rang, that a job of the main
/// actor began, and what time it is. While nothing is known to have changed it listens; between two
/// deliveries it hears the bell at most once, and has at most one job in the queue.
struct DeliveryMachine: Sendable {
  /// When observers are told.
  enum Rhythm: Sendable, Equatable {
    case nextTurn
    /// With so many nanoseconds in between.
    case interval(Int64)
    case manual
  }

  /// What is known of the list.
  private enum News {
    /// None. Exits: all others.
    case none
    /// There is something, and nobody is on the way: the observer is paused, or asks for itself, or
    /// is being told of something else. Exits: all others.
    case noted
    /// There is something, and the alarm has been set. Exits: `none`, `noted`, `due`.
    case later
    /// There is something, and a job is to tell it. Exits: `none`, `noted`.
    case due
  }

  /// What the shell is to do.
  enum Order: Equatable {
    case nothing
    /// Put one job into the queue of the main actor.
    case enqueue
    /// Ring the alarm at this moment.
    case setAlarm(for: Int64)
  }

  private let rhythm: Rhythm
  private var news = News.none
  /// Whether a job is in the queue; it may find that there is nothing left to do.
  private var hasJob = false
  private var isDelivering = false
  private(set) var isPaused = false
  private(set) var isCancelled = false
  /// When the observer was last told.
  private var lastDelivery: Int64?
  /// As `lastDelivery`, before the delivery that is going on.
  private var earlierDelivery: Int64?

  init(_ rhythm: Rhythm) {
    self.rhythm = rhythm
  }

  /// The list may have changed.
  mutating func rang(at now: Int64) -> Order {
    guard !isCancelled, news == .none else { return .nothing }
    news = .noted
    return planned(at: now)
  }

  /// The alarm rang, perhaps for something that was told meanwhile, and then too early.
  mutating func alarmRang(at now: Int64) -> Order {
    guard !isCancelled, news == .later else { return .nothing }
    news = .noted
    return planned(at: now)
  }

  /// A job of the main actor begins.
  ///
  /// - Returns: whether to tell the observer now, and then call ``ended(at:wasTold:)``.
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

  /// The observer wants to be told now, also if it is paused, and also if the bell has not rung:
  /// there may be an edit that is just about to ring it.
  ///
  /// - Returns: whether to tell it, and then call ``ended(at:wasTold:)``. It is not told while it is
  ///   being told.
  mutating func flush(at now: Int64) -> Bool {
    guard !isCancelled, !isDelivering else { return false }
    begin(at: now)
    return true
  }

  /// The observer has been told, if there was anything to tell.
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

  /// - Returns: whether it was the first time.
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
