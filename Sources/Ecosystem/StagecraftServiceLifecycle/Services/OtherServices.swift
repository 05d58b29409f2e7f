#if ServiceLifecycle
internal import ServiceLifecycle
public import StagecraftMemory
public import StagecraftOperations
public import StagecraftTableLists

extension OperationManager: GracefulService {
  /// The name of the service in reports.
  public var serviceName: String { "manager \(name)" }

  /// Rejects new operations, and waits for the others.
  ///
  /// - Parameters:
  ///   - limit: How long to wait, by the manager's clock.
  ///   - clock: Is not used.
  /// - Returns: The operations that were cancelled.
  public func shutDown(
    within limit: Duration, by clock: any Clock<Duration> & Sendable
  ) async -> [String] {
    let report = await shutdown(deadline: limit)
    return report.running.map { "“\($0.name)” was running, and was cancelled." }
      + report.cancelled.map { "“\($0.name)” was cancelled before its end." }
  }
}

extension TableList: GracefulService {
  /// The name of the service in reports.
  public var serviceName: String { "table \(name)" }

  /// Ends following the table, once an edit that is being written has ended.
  ///
  /// - Parameters:
  ///   - limit: How long to wait.
  ///   - clock: The clock of the limit.
  /// - Returns: A sentence if an edit was being written.
  public func shutDown(
    within limit: Duration, by clock: any Clock<Duration> & Sendable
  ) async -> [String] {
    await finishes(within: limit, by: clock) { await self.close() }
      ? [] : ["An edit was still being written."]
  }
}

extension PressureMonitor: GracefulService {
  /// The name of the service in reports.
  public var serviceName: String { "pressure monitor" }

  /// Returns at once: a monitor ends when it is released.
  ///
  /// - Parameters:
  ///   - limit: Is not used.
  ///   - clock: Is not used.
  /// - Returns: Nothing.
  public func shutDown(
    within limit: Duration, by clock: any Clock<Duration> & Sendable
  ) async -> [String] {
    []
  }
}
#endif
