internal import StageFloor

/// Takes operations, and starts each when everything before it has ended.
///
/// ```swift
/// let desk = OperationManager("desk")
/// let login = desk.submit("login") { try await session.logIn() }
/// desk.submit("favourite", after: login) { reader in try await shelf.add(book, for: reader) }
/// desk.submit("comment", after: login) { reader in try await reviews.add(text, by: reader) }
/// ```
///
/// All methods may be called from any thread or task. To submit an operation never waits; from one
/// thread, operations of equal priority start in the order in which they become ready, and that is
/// the order in which they were submitted where nothing else holds them up.
///
/// Edges may lead from an operation of one manager to one of another. A manager lives as long as it
/// has operations that have not ended. ``shutdown(deadline:)`` lets them end and takes no more.
public final class OperationManager: @unchecked Sendable {
  // guard: what changes is used under the lock of the engine.

  /// The manager of those who need none of their own.
  public static let shared = OperationManager("shared")

  /// What it is called in reports.
  public let name: String
  /// How it was set up.
  public let configuration: Configuration

  private(set) var index: Int32 = -1
  let timekeeper: Timekeeper
  let alarm: Alarm
  var agenda = Agenda()
  /// Operations shared by key that have not ended.
  var shared: [AnyHashable: AnyOperationHandle] = [:]
  var idleListeners = Listeners<Bool>()
  var observers = ObserverList()
  var recorder: Recorder?
  var progress = ProgressCount()
  var stallWatch = StallWatch()
  /// How many drivers it has had at the same time at most, and the numbers that are free.
  var lastTrack = 0
  var freeTracks: [Int] = []
  /// It takes no more operations.
  var isShutDown = false
  /// How many shutdowns are cancelling what is left, and whether it was suspended before the first.
  var closers = 0
  var wasSuspended = false
  var jitter = SplitMix64(seed: 0)

  /// A manager without operations.
  ///
  /// - Parameters:
  ///   - name: what it is called in reports.
  ///   - maximumConcurrency: how many of its operations may execute at a time; nil: as many as
  ///     there are. One that waits for another does not count.
  public convenience init(_ name: String, maximumConcurrency: Int? = nil) {
    var configuration = Configuration()
    configuration.maximumConcurrency = maximumConcurrency
    self.init(name, configuration: configuration)
  }

  /// A manager without operations.
  ///
  /// - Parameters:
  ///   - name: what it is called in reports.
  ///   - configuration: how it is set up.
  public init(_ name: String, configuration: Configuration) {
    configuration.validate(for: name)
    self.name = name
    self.configuration = configuration
    timekeeper = Timekeeper(configuration.clock)
    let reference = ManagerReference()
    alarm = Alarm(timekeeper: timekeeper, name: name) { reference.manager?.ring() }
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

/// What an alarm knows of its manager: nothing that keeps it alive.
private final class ManagerReference: @unchecked Sendable {
  // guard: set once, before the alarm is set for the first time.
  weak var manager: OperationManager?
}
