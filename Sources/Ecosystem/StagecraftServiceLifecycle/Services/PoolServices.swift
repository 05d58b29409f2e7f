#if ServiceLifecycle
internal import ServiceLifecycle
public import StagecraftPools
public import StagecraftSharedPools

extension BoundedPool: GracefulService {
  /// The name of the service in reports.
  public var serviceName: String { "pool \(snapshot.name ?? "unnamed")" }

  /// Lends nothing more to new borrowers, and waits for the elements on loan.
  ///
  /// - Parameters:
  ///   - limit: How long to wait, by the pool's clock.
  ///   - clock: Is not used.
  /// - Returns: The loans that were left, and what else was in progress.
  public func shutDown(
    within limit: Duration, by clock: any Clock<Duration> & Sendable
  ) async -> [String] {
    await shutdown(deadline: limit).cut
  }
}

extension KeyedPool: GracefulService {
  /// The name of the service in reports.
  public var serviceName: String { "pool \(snapshot.name ?? "unnamed")" }

  /// Lends nothing more to new borrowers, and waits for the elements on loan.
  ///
  /// - Parameters:
  ///   - limit: How long to wait, by the pool's clock.
  ///   - clock: Is not used.
  /// - Returns: The loans that were left, and what else was in progress.
  public func shutDown(
    within limit: Duration, by clock: any Clock<Duration> & Sendable
  ) async -> [String] {
    await shutdown(deadline: limit).cut
  }
}

extension PoolShutdownReport {
  fileprivate var cut: [String] {
    if isComplete { return [] }
    var cut = loans.map { "Still on loan: \($0)." }
    for (count, what) in [
      (failedWaiters, "waiting borrowers failed"), (creating, "elements were being created"),
      (preparing, "elements were being prepared"), (destroying, "elements were being destroyed"),
    ] where count > 0 {
      cut.append("\(count) \(what).")
    }
    return cut.isEmpty ? ["It was not complete."] : cut
  }
}

extension SharedPool: GracefulService {
  /// The name of the service in reports.
  public var serviceName: String { "shared pool \(name)" }

  /// Ends the session at the store, once all leases are returned.
  ///
  /// - Parameters:
  ///   - limit: How long to wait.
  ///   - clock: The clock of the limit.
  /// - Returns: A sentence if leases were left; they end by themselves at the store.
  public func shutDown(
    within limit: Duration, by clock: any Clock<Duration> & Sendable
  ) async -> [String] {
    if await finishes(within: limit, by: clock, { await self.close() }) { return [] }
    let counts = counts
    let leased = counts.granted - counts.returned - counts.lost
    let sentence =
      switch leased {
      case ..<1: "The store did not record the end in time."
      case 1: "1 lease was not returned."
      default: "\(leased) leases were not returned."
      }
    return [sentence]
  }
}
#endif
