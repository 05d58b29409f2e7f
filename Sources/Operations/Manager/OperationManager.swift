internal import StageFloor

/// Starts each submitted operation when its dependencies have ended.
///
/// ```swift
/// let manager = OperationManager("reviews")
/// let login = manager.submit("login") { try await session.logIn() }
/// manager.submit("favourite", after: login) { reader in try await shelf.add(book, for: reader) }
/// manager.submit("comment", after: login) { reader in try await reviews.add(text, by: reader) }
/// ```
///
/// All methods may be called from any thread or task. Submitting never waits. Operations of equal
/// priority, submitted from one thread, start in the order in which they become ready; that is the
/// order of submission where nothing else delays them.
///
/// Edges may connect operations of different managers. All managers of a process share one lock,
/// which is never held while your closures run. A manager lives as long as it has operations that
/// have not ended. ``shutdown(deadline:)`` waits for them and rejects new ones.
public final class OperationManager: @unchecked Sendable {  // guard: `Engine.shared.lock`
  /// The default manager.
  public static let shared = OperationManager("shared")

  /// The name in reports.
  public let name: String
  /// The configuration with which it was created.
  public let configuration: Configuration

  @exclusivity(unchecked) private(set) var index: Int32 = -1
  /// Whether a trace or the stall detection needs the time of each submission.
  let timesSubmissions: Bool
  let timekeeper: Timekeeper
  let alarm: Alarm
  @exclusivity(unchecked) var deadlines = Deadlines()
  @exclusivity(unchecked) var shared: [AnyHashable: AnyOperationHandle] = [:]
  @exclusivity(unchecked) var idleListeners = WaiterTable<Bool>()
  let observers = ManagerObservers()
  let companions = Hook<CompanionMaker>()
  @exclusivity(unchecked) var recorder: Recorder?
  @exclusivity(unchecked) var progress = ProgressCount()
  @exclusivity(unchecked) var stallWatch = StallWatch()
  /// The maximum number of drivers so far, and the unused track numbers.
  @exclusivity(unchecked) var lastTrack = 0
  @exclusivity(unchecked) var freeTracks: [Int] = []
  @exclusivity(unchecked) var rejectsOperations = false
  /// The number of shutdowns that are cancelling what is left, and the state before the first.
  @exclusivity(unchecked) var closers = 0
  @exclusivity(unchecked) var wasSuspended = false
  @exclusivity(unchecked) var jitter = SplitMix64(seed: 0)

  /// Creates a manager.
  ///
  /// - Parameters:
  ///   - name: The name in reports.
  ///   - maximumConcurrency: The maximum number of operations that execute at a time; nil for no
  ///     limit. An operation that waits for another one does not count.
  public convenience init(_ name: String, maximumConcurrency: Int? = nil) {
    var configuration = Configuration()
    configuration.maximumConcurrency = maximumConcurrency
    self.init(name, configuration: configuration)
  }

  /// Creates a manager with a configuration.
  ///
  /// - Parameters:
  ///   - name: The name in reports.
  ///   - configuration: The configuration.
  public init(_ name: String, configuration: Configuration) {
    configuration.validate(for: name)
    self.name = name
    self.configuration = configuration
    timesSubmissions = configuration.recordsTrace || configuration.stallThreshold != nil
    timekeeper = Timekeeper(configuration.clock)
    let reference = ManagerReference()
    alarm = Alarm(timekeeper: timekeeper, name: name) { reference.manager?.deadlinePassed() }
    jitter = SplitMix64(seed: configuration.seed ?? UInt64.random(in: .min ... .max))
    if configuration.recordsTrace {
      recorder = Recorder(start: timekeeper.now, capacity: configuration.traceCapacity)
    }
    index = Engine.shared.add(self, limit: configuration.maximumConcurrency ?? .max)
    reference.manager = self
    if configuration.isSuspended { suspend() }
  }

  deinit {
    alarm.stop()
    Engine.shared.remove(manager: index)
  }
}

/// So that the alarm does not keep the manager alive.
private final class ManagerReference: @unchecked Sendable {  // guard: set before the alarm is
  weak var manager: OperationManager?
}
