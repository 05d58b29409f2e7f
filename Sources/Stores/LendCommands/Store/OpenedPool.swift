#if SQLite || PostgreSQL
@_spi(Store) import StagecraftSharedPools

struct OpenedPool: Sendable {
  let store: OpenedStore
  let place: StorePlace
  let name: String

  /// Sends it again with the same identifiers if its outcome is unknown: twice, or for as long as
  /// the store may not answer.
  @discardableResult
  func perform(
    _ call: LendingCall, attempts: Int = 2, patience: Duration = .zero
  ) async throws -> LendingAnswer {
    let clock = ContinuousClock()
    let start = clock.now
    for attempt in 1... {
      do {
        let answer = try await store.store.perform(call, in: name)
        if case .refused(.unknownPool) = answer, case .open = call {
          throw LendFailure(
            ExitCode.denied,
            """
            There is no pool "\(name)" in this store, and only a keeper creates one. Ask a keeper, \
            or for the role lend_keeper.
            """)
        }
        if case .refused(let refusal) = answer { throw LendFailure(refusal, in: name) }
        return answer
      } catch let error as LeaseStoreError where error.code == .unreachable {
        try Task.checkCancellation()
        let mayEnd = attempt >= attempts || patience > .zero
        if mayEnd, start.duration(to: clock.now) >= patience { throw error }
        if attempt > 1 { try await clock.sleep(for: .milliseconds(100)) }
      }
    }
    preconditionFailure("Either an attempt succeeds, or the last one throws.")
  }

  func keep(_ upkeep: LendingUpkeep) async throws { try await perform(.keep(upkeep)) }

  /// Ends the lease that a resource has now.
  ///
  /// If the outcome is unknown, this is repeated only while the same lease goes on: the resource may
  /// have another holder by then.
  func takeBack(_ name: String, because reason: String, immediately: Bool) async throws {
    let fence = try await fence(of: name)
    let upkeep = LendingUpkeep.takeBack(name: name, reason: reason, immediately: immediately)
    do {
      try await perform(.keep(upkeep), attempts: 1)
    } catch let error as LeaseStoreError where error.code == .unreachable {
      if try await self.fence(of: name) == fence {
        try await perform(.keep(upkeep), attempts: 1)
      }
    }
  }

  private func fence(of name: String) async throws -> Fence? {
    try await report().resources.first { $0.name == name }?.holder?.fence
  }

  func report() async throws -> SharedPoolReport {
    guard case .reported(let report) = try await perform(.report) else { throw Self.unexpected }
    return report
  }

  /// Returns the rules of the pool.
  func createIfNeeded(_ settings: SharedPoolSettings? = nil) async throws -> SharedPoolSettings {
    let session = LendingSession(
      id: .random(), host: hostName(), process: processNumber(), job: "lend")
    guard case .opened(let rules) = try await perform(.open(settings: settings, session: session))
    else { throw Self.unexpected }
    try await perform(.close(session: session.id))
    return rules
  }

  func events(after number: Int64, limit: Int) async throws -> [LendingEvent] {
    guard case .events(let events) = try await perform(.events(after: number, limit: limit))
    else { throw Self.unexpected }
    return events
  }

  /// 0 if the log is empty; reads twice for each binary digit of the number.
  func lastEvent() async throws -> Int64 {
    try await lastNumber { number in try await !events(after: number, limit: 1).isEmpty }
  }

  /// The number of the last entry before a time in microseconds since 1970, or 0; reads as
  /// ``lastEvent()`` does.
  func lastEvent(before time: Int64) async throws -> Int64 {
    try await lastNumber { number in
      // The entry after this one is the first of a later time, or there is none.
      let next = try await events(after: number, limit: 1).first
      return next.map { $0.time < time } ?? false
    }
  }

  private static let unexpected = LendFailure(
    ExitCode.unexpected, "The store has given the answer to another request.")
}

/// The largest number after which there is none, found by doubling and then by halving.
func lastNumber(_ isAnyAfter: (Int64) async throws -> Bool) async throws -> Int64 {
  guard try await isAnyAfter(0) else { return 0 }
  // There is an entry after `low`, and none after `high`.
  var (low, high): (Int64, Int64) = (0, 1)
  while try await isAnyAfter(high) { (low, high) = (high, high * 2) }
  while low + 1 < high {
    let middle = low + (high - low) / 2
    if try await isAnyAfter(middle) { low = middle } else { high = middle }
  }
  return high
}
#endif
