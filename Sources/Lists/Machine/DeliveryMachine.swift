/// The state machine that decides when an observer is notified of changes.
///
/// It has no reference to the list or the observer. Its inputs are the signals of changes, the
/// starts of main-actor jobs, and the time. While no change is known, it listens; between two
/// deliveries it receives at most one signal, and has at most one job in the queue.
struct DeliveryMachine: Sendable {
  /// When observers are notified.
  enum Cadence: Sendable, Equatable {
    case nextTurn
    /// At most once per number of nanoseconds.
    case interval(Int64)
    case manual
  }

  /// What is known about changes of the list.
  private enum PendingState {
    /// No changes. Exits: all others.
    case none
    /// There may be changes, and no delivery is scheduled: the observer is paused, flushes
    /// manually, or is being notified. Exits: all others.
    case unscheduled
    /// There may be changes, and the alarm is set. Exits: `none`, `unscheduled`, `jobEnqueued`.
    case awaitingAlarm
    /// There may be changes, and a job will deliver them. Exits: all others but `awaitingAlarm`.
    case jobEnqueued
    /// There may be changes, and the list is being updated in the background. Exits: all others but
    /// `awaitingAlarm` if the observer flushes, otherwise `unscheduled` at the end of the update.
    case updating
  }

  /// The action for the caller.
  enum Action: Equatable {
    case nothing
    /// Enqueue one job on the main actor.
    case enqueue
    /// Set the alarm for this time.
    case setAlarm(for: Int64)
  }

  private let cadence: Cadence
  private var pending = PendingState.none
  /// Whether a job is in the queue; when it runs, there may be nothing left to do.
  private var hasJob = false
  private var isDelivering = false
  private(set) var isPaused = false
  private(set) var isCancelled = false
  /// The time of the last delivery.
  private var lastDelivery: Int64?
  /// The value of `lastDelivery` before the current delivery.
  private var earlierDelivery: Int64?
  /// The number of updates in the background since the last delivery.
  private var updates = 0
  /// The maximum number of updates before a delivery: a list that changes faster than it can be
  /// updated would otherwise never be delivered.
  static let maximumUpdates = 3

  init(_ cadence: Cadence) {
    self.cadence = cadence
  }

  /// Handles a signal: the list may have changed.
  mutating func signalled(at now: Int64) -> Action {
    guard !isCancelled, pending == .none else { return .nothing }
    pending = .unscheduled
    return schedule(at: now)
  }

  /// Handles the alarm, which may be early, because its changes have been delivered meanwhile.
  mutating func alarmFired(at now: Int64) -> Action {
    guard !isCancelled, pending == .awaitingAlarm else { return .nothing }
    pending = .unscheduled
    return schedule(at: now)
  }

  /// Handles the start of a main-actor job.
  ///
  /// - Returns: Whether to notify the observer now; if so, call ``ended(at:didNotify:)`` after it.
  mutating func jobBegan(at now: Int64) -> Bool {
    hasJob = false
    guard !isCancelled, pending == .jobEnqueued else { return false }
    guard !isPaused, !isDelivering else {
      pending = .unscheduled
      return false
    }
    begin(at: now)
    return true
  }

  /// Handles a request to notify the observer now, even if it is paused, and even if no change
  /// has been signalled: an edit may be just about to signal one.
  ///
  /// - Returns: Whether to notify the observer now; if so, call ``ended(at:didNotify:)`` after it.
  ///   It is false during a notification.
  mutating func flush(at now: Int64) -> Bool {
    guard !isCancelled, !isDelivering else { return false }
    begin(at: now)
    return true
  }

  /// Handles that a list must be updated before a delivery, which would take long; called instead of
  /// ``ended(at:didNotify:)``.
  ///
  /// - Returns: Whether to update the list in the background; if so, call ``updated(at:)`` after it.
  ///   Otherwise deliver now.
  mutating func postpone() -> Bool {
    guard updates < Self.maximumUpdates else { return false }
    updates += 1
    isDelivering = false
    lastDelivery = earlierDelivery
    pending = .updating
    return true
  }

  /// Handles the end of an update in the background.
  mutating func updated(at now: Int64) -> Action {
    guard !isCancelled, pending == .updating else { return .nothing }
    pending = .unscheduled
    return schedule(at: now)
  }

  /// Handles the end of a delivery, in which the observer was notified if there were changes.
  mutating func ended(at now: Int64, didNotify: Bool) -> Action {
    isDelivering = false
    updates = 0
    if !didNotify { lastDelivery = earlierDelivery }
    guard !isCancelled, pending == .unscheduled else { return .nothing }
    return schedule(at: now)
  }

  mutating func pause() {
    isPaused = true
  }

  mutating func resume(at now: Int64) -> Action {
    isPaused = false
    guard !isCancelled, pending == .unscheduled else { return .nothing }
    return schedule(at: now)
  }

  /// - Returns: Whether this was the first call.
  mutating func cancel() -> Bool {
    defer { isCancelled = true }
    return !isCancelled
  }

  private mutating func begin(at now: Int64) {
    pending = .none
    isDelivering = true
    earlierDelivery = lastDelivery
    lastDelivery = now
  }

  private mutating func schedule(at now: Int64) -> Action {
    guard !isPaused, !isDelivering else { return .nothing }
    switch cadence {
    case .manual: return .nothing
    case .nextTurn: return enqueueJob()
    case .interval(let interval):
      guard let lastDelivery, now < lastDelivery &+ interval else { return enqueueJob() }
      pending = .awaitingAlarm
      return .setAlarm(for: lastDelivery &+ interval)
    }
  }

  private mutating func enqueueJob() -> Action {
    pending = .jobEnqueued
    defer { hasJob = true }
    return hasJob ? .nothing : .enqueue
  }
}
