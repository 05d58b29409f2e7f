extension SharedPool {
  /// Reads the state of the whole pool: every resource with its holder, and the line.
  ///
  /// - Returns: The report.
  /// - Throws: ``SharedPoolError`` or `CancellationError`.
  public func report() async throws -> SharedPoolReport {
    guard case .reported(let report) = try await core.call(.report) else { throw wrongAnswer }
    return report
  }

  /// Reads the store's log: what happened to the pool in all processes.
  ///
  /// - Parameters:
  ///   - number: The number of the last entry that is known already, or zero.
  ///   - limit: The largest number of entries to read.
  /// - Returns: Entries with larger numbers, in order.
  /// - Throws: ``SharedPoolError`` or `CancellationError`.
  public func events(after number: Int64 = 0, limit: Int = 1_000) async throws -> [LendingEvent] {
    guard case .events(let events) = try await core.call(.events(after: number, limit: limit))
    else { throw wrongAnswer }
    return events
  }

  /// What this object has done since it was opened.
  public var counts: SharedPoolCounts { core.read { machine, _ in machine.counts } }

  /// The number of requests of this object that wait in line.
  package var inLine: Int { core.read { machine, _ in machine.inLine } }

  /// Calls `body` with each event of this object, from now on.
  ///
  /// - Parameter body: Called without a lock, on the thread on which the event happened. That can be
  ///   the thread that renews all leases of this process, so it must not block.
  /// - Returns: A token; the observation ends when it is cancelled or released.
  public func observe(
    _ body: @escaping @Sendable (SharedPoolEvent) -> Void
  ) -> ObservationToken {
    core.observe(body)
  }

  private var wrongAnswer: any Error {
    core.error(
      .store(
        LeaseStoreError(.damaged, "The store has given an answer to another kind of request.")))
  }
}
