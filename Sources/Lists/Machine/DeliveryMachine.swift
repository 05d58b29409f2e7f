/// Decides when an observer is notified of changes.
///
/// Its inputs are the signals of changes, the starts of main-actor jobs, and the time. While no
/// change is known, it listens; between two deliveries it receives at most one signal, and has at
/// most one job in the queue.
struct DeliveryMachine: Sendable {
  enum Cadence: Sendable, Equatable {
    case nextTurn
    /// At most once per number of nanoseconds.
    case interval(Int64)
    case manual
  }

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

  enum Action: Equatable {
    case nothing
    case enqueue
    case setAlarm(for: Int64)
  }

  private let cadence: Cadence
  private var pending = PendingState.none
  private var hasJob = false
  private var isDelivering = false
  private(set) var isPaused = false
  private(set) var isCancelled = false
  private var lastDelivery: Int64?
  private var earlierDelivery: Int64?
  private var updates = 0
  /// A list that changes faster than it can be updated would otherwise never be delivered.
  static let maximumUpdates = 3

  init(_ cadence: Cadence) {
    self.cadence = cadence
  }

  mutating func signalled(at now: Int64) -> Action {
    guard !isCancelled, pending == .none else { return .nothing }
    pending = .unscheduled
    return schedule(at: now)
  }

  /// The alarm may be early, because its changes have been delivered meanwhile.
  mutating func alarmFired(at now: Int64) -> Action {
    guard !isCancelled, pending == .awaitingAlarm else { return .nothing }
    pending = .unscheduled
    return schedule(at: now)
  }

  /// Returns whether to notify the observer now; if so, call ``ended(at:didNotify:)`` after it.
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

  /// As ``jobBegan(at:)``, but also if the observer is paused, and if no change has been signalled:
  /// an edit may be just about to signal one.
  mutating func flush(at now: Int64) -> Bool {
    guard !isCancelled, !isDelivering else { return false }
    begin(at: now)
    return true
  }

  /// The list must be updated before a delivery, which would take long.
  ///
  /// Call this instead of ``ended(at:didNotify:)``. Returns whether to update in the background and
  /// then call ``updated(at:)``, rather than to deliver now.
  mutating func postpone() -> Bool {
    guard updates < Self.maximumUpdates else { return false }
    updates += 1
    isDelivering = false
    lastDelivery = earlierDelivery
    pending = .updating
    return true
  }

  mutating func updated(at now: Int64) -> Action {
    guard !isCancelled, pending == .updating else { return .nothing }
    pending = .unscheduled
    return schedule(at: now)
  }

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
