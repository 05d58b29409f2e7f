/// The clock by which a holder judges its leases: it runs on while the machine is suspended.
struct LeaseClock: Clock {
  typealias Instant = ContinuousClock.Instant

  var now: Instant { ContinuousClock.now }
  var minimumResolution: Duration { ContinuousClock().minimumResolution }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await Task.sleep(until: deadline, tolerance: tolerance, clock: .continuous)
  }
}
