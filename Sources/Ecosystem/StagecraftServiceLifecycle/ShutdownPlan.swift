#if ServiceLifecycle
public import Logging
public import ServiceLifecycle
internal import StageFloor

/// One deadline and one report for the services of a program that shut down one after another.
///
/// ```swift
/// let shutdown = ShutdownPlan(deadline: .seconds(20), logger: logger)
/// let group = ServiceGroup(
///   services: shutdown.services([pressure, connections, manager]) + [server],
///   gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
/// try await group.run()
/// print(shutdown.report)
/// ```
///
/// - **Order.** A service group shuts down in reverse order, one service after another: here the
///   server, then the operations that its requests have submitted, then the connections they use.
/// - **The deadline** counts from the moment at which the first service of the plan begins to shut
///   down. What is left then is cut: operations are cancelled, waiting borrowers fail, and loans and
///   leases are left to their holders. Services whose turn comes later do not wait at all.
/// - **Cancellation** of the group cuts at once, as does its `maximumGracefulShutdownDuration`.
/// - **Each end is logged**: as `info` if all had ended, otherwise as a warning with what was cut.
public final class ShutdownPlan: Sendable {
  /// The time that all services of the plan have together.
  public let deadline: Duration

  private let logger: Logger
  private let clock: any Clock<Duration> & Sendable
  private let timekeeper: Timekeeper
  private let state = Guarded(State())

  private struct State: Sendable {
    var began: Int64?
    var report = ShutdownReport()
  }

  /// Creates a plan.
  ///
  /// - Parameters:
  ///   - deadline: The time that all services of the plan have together.
  ///   - logger: Where ends are logged, or nil for the logger of the task, as `withLogger` binds it;
  ///     if there is none, for one with the label `stagecraft`.
  ///   - clock: The clock of the deadline. Pools and managers measure by their own.
  public init(
    deadline: Duration = .seconds(25), logger: Logger? = nil,
    clock: any Clock<Duration> & Sendable = ContinuousClock()
  ) {
    require(deadline >= .zero, "The deadline of a shutdown must not be negative: \(deadline).")
    self.logger = logger ?? .ofTask
    self.deadline = deadline
    self.clock = clock
    timekeeper = Timekeeper(clock)
  }

  /// What has been shut down so far.
  public var report: ShutdownReport { state.withLock { $0.report } }

  /// Returns a service that shuts down as a part of this plan.
  ///
  /// - Parameter service: The service.
  /// - Returns: The service for the group.
  public func service(_ service: any GracefulService) -> any Service {
    PlannedService(service: service, plan: self)
  }

  /// Returns services that shut down as parts of this plan.
  ///
  /// - Parameter services: The services; each before those that use it.
  /// - Returns: The services for the group, in the same order.
  public func services(_ services: [any GracefulService]) -> [any Service] {
    services.map { service($0) }
  }

  func run(_ service: some GracefulService) async {
    let isGraceful = (try? await gracefulShutdown()) != nil
    let began = timekeeper.now
    let first = state.withLock { state in
      let first = state.began ?? began
      state.began = first
      return first
    }
    let left = deadline.wholeNanoseconds - (began - first)
    let limit = isGraceful ? Duration.nanoseconds(max(0, left)) : .zero
    let cut = await service.shutDown(within: limit, by: clock)
    let entry = ShutdownReport.Entry(
      name: service.serviceName, duration: .nanoseconds(timekeeper.now - began), cut: cut)
    state.withLock { $0.report.entries.append(entry) }
    log(entry)
  }

  private func log(_ entry: ShutdownReport.Entry) {
    var metadata: Logger.Metadata = [
      "service": "\(entry.name)",
      "duration_ms": "\(entry.duration.wholeNanoseconds / 1_000_000)",
    ]
    guard !entry.isComplete else {
      logger.info("service has shut down", metadata: metadata)
      return
    }
    metadata["cut"] = .array(entry.cut.prefix(Self.loggedCuts).map { .string($0) })
    metadata["cut_count"] = "\(entry.cut.count)"
    logger.warning("service was cut at its deadline", metadata: metadata)
  }

  private static var loggedCuts: Int { 20 }
}

extension Logger {
  // Read only without a given logger: the first read makes the default logger of the process.
  fileprivate static var ofTask: Logger {
    let bound = Logger.current
    return bound.label.isEmpty ? Logger(label: "stagecraft") : bound
  }
}

private struct PlannedService: Service, CustomStringConvertible {
  let service: any GracefulService
  let plan: ShutdownPlan

  var description: String { service.serviceName }

  func run() async throws { await plan.run(service) }
}
#endif
