#if Metrics
public import Metrics
internal import StageFloor
internal import Synchronization

/// Reports the figures of pools, managers, lists, caches and screens to swift-metrics.
///
/// ```swift
/// let metrics = MetricsReporter(period: .seconds(5))
/// metrics.report(all: [connections, scanners, manager, covers, pressure])
/// metrics.report(orders, as: "orders")
/// await metrics.run()
/// ```
///
/// - **Once a period** the reporter reads each object and sets its meters; counters grow by what has
///   been added since. ``run()`` does so until its task is cancelled, ``update()`` at once.
/// - **Names.** The pool `connections` has the meter `stagecraft.pool.idle` with the dimension
///   `pool=connections`. Objects with the same kind and name are added together.
/// - **Bounded.** A reporter gives at most `maximumNames` names; objects with further names are
///   added together as `other`. No dimension has a value for each request, resource or operation.
/// - **References.** The reporter retains none of the objects. The metrics of a name are destroyed
///   when its last object has been released.
///
/// All members may be called from any thread or task.
public final class MetricsReporter: Sendable {
  /// The time between two readings in ``run()``.
  public let period: Duration

  let clock: any Clock<Duration> & Sendable
  let factory: any MetricsFactory
  let state: Guarded<State>
  private let emitter: MetricsEmitter
  private let isUpdating = Atomic(false)

  struct Entry: Sendable {
    let kind: String
    let recorder: MetricsRecorder
    /// Returns false if the object has been released.
    let read: @Sendable (inout MetricsReading) -> Bool
    var token: ObservationToken?
  }

  struct State: Sendable {
    var ledger: MetricsLedger
    var entries: [Int: Entry] = [:]
    var nextEntry = 0
    var isStopped = false
  }

  /// Creates a reporter.
  ///
  /// - Parameters:
  ///   - period: The time between two readings in ``run()``.
  ///   - maximumNames: The number of names that it gives to objects.
  ///   - prefix: What the labels of all metrics begin with.
  ///   - factory: What creates the metrics, or nil for that of the task or the process. Bootstrap
  ///     swift-metrics before.
  ///   - clock: The clock of the period.
  public init(
    period: Duration = .seconds(10), maximumNames: Int = 100, prefix: String = "stagecraft",
    factory: (any MetricsFactory)? = nil, clock: any Clock<Duration> & Sendable = ContinuousClock()
  ) {
    require(period > .zero, "The period of a reporter must be positive, not \(period).")
    require(maximumNames >= 1, "A reporter cannot give \(maximumNames) names: allow 1 or more.")
    self.period = period
    self.clock = clock
    self.factory = factory ?? MetricsSystem.factory
    emitter = MetricsEmitter(self.factory)
    state = Guarded(State(ledger: MetricsLedger(prefix: prefix, maximumNames: maximumNames)))
  }

  deinit { stop() }

  /// Reports an object from now on.
  ///
  /// Reporting an object twice counts it twice.
  ///
  /// - Parameters:
  ///   - source: A pool, a shared pool, a manager, a monitor, a cache, or an object of your own.
  ///   - name: Its name, or nil for its own.
  ///   - timesEach: Whether each wait and loan of a pool is timed by observing the pool, which closes
  ///     its fast path permanently. Shared pools, managers and monitors are observed in any case.
  public func report(
    _ source: some MetricsSource, as name: String? = nil, timesEach: Bool = false
  ) {
    add(source, source.metricsKind, name ?? source.metricsName, timesEach: timesEach) {
      [weak source] reading in
      guard let source else { return false }
      source.read(into: &reading)
      return true
    } observe: { recorder in
      source.observe(with: recorder)
    }
  }

  /// Reports several objects from now on, with their own names.
  ///
  /// - Parameter sources: The objects.
  public func report(all sources: [any MetricsSource]) {
    for source in sources { report(source) }
  }

  /// Reads all objects and updates their metrics now, such as before they are collected.
  ///
  /// If another thread is updating them, it has no effect.
  ///
  /// - Complexity: O(*n*) for *n* objects.
  public func update() {
    guard !isUpdating.exchange(true, ordering: .acquiringAndReleasing) else { return }
    defer { isUpdating.store(false, ordering: .releasing) }
    let entries = state.withLock { $0.entries }
    var readings: [Int: MetricsReading] = [:]
    var released: [Int] = []
    for (number, entry) in entries {
      var reading = entry.recorder.reading
      if entry.read(&reading) { readings[number] = reading } else { released.append(number) }
    }
    let (changes, removed) = state.withLock { state in
      var changes = state.ledger.settle(readings)
      for number in released { changes += state.ledger.remove(number) }
      return (changes, released.compactMap { state.entries.removeValue(forKey: $0) })
    }
    for entry in removed { entry.token?.cancel() }
    emitter.perform(changes)
  }

  /// Updates the metrics once a period, until the task is cancelled, and then a last time.
  ///
  /// With the trait `ServiceLifecycle`, a graceful shutdown ends it too. To include what is counted
  /// while other services shut down, run it before them: a group ends its services in reverse order.
  public func run() async {
    await untilShutdown {
      self.update()
      while !Task.isCancelled, (try? await self.clock.sleep(for: self.period)) != nil {
        self.update()
      }
    }
    update()
  }

  /// Ends all observations, and destroys all metrics.
  ///
  /// Objects that are reported later have no effect.
  public func stop() {
    let (entries, changes) = state.withLock { state in
      state.isStopped = true
      let changes = state.entries.keys.flatMap { state.ledger.remove($0) }
      return (state.entries.exchange(with: [:]), changes)
    }
    for entry in entries.values { entry.token?.cancel() }
    emitter.perform(changes)
  }

  func add(
    _ source: AnyObject, _ kind: String, _ name: String?, timesEach: Bool,
    _ read: @escaping @Sendable (inout MetricsReading) -> Bool,
    observe: (MetricsRecorder) -> ObservationToken?
  ) {
    let added = state.withLock { state -> (Int, MetricsRecorder)? in
      guard !state.isStopped else { return nil }
      let number = state.nextEntry
      state.nextEntry += 1
      let object = state.ledger.add(number, kind: kind, name: name ?? "unnamed")
      let recorder = MetricsRecorder(object, emitter.timers, timesEach: timesEach)
      state.entries[number] = Entry(kind: kind, recorder: recorder, read: read)
      return (number, recorder)
    }
    guard let (number, recorder) = added, let token = observe(recorder) else { return }
    let isKept = state.withLock { state in
      guard state.entries[number] != nil else { return false }
      state.entries[number]?.token = token
      return true
    }
    if !isKept { token.cancel() }
  }
}

extension Dictionary {
  fileprivate mutating func exchange(with new: Self) -> Self {
    defer { self = new }
    return self
  }
}
#endif
