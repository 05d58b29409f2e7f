/// Calls a closure until it returns a value, or the time has passed.
///
/// It polls because the closure observes another process, which does not report its changes.
@MainActor
func poll<Found>(
  within limit: Duration, every interval: Duration = .milliseconds(20),
  _ find: () throws -> Found?
) async throws -> Found? {
  let deadline = ContinuousClock.now + limit
  while true {
    if let found = try find() { return found }
    guard ContinuousClock.now < deadline else { return nil }
    try await Task.sleep(for: interval)
  }
}
