internal import Stagecraft

struct ManagersScene: Scene {
  let name = "managers"
  let summary = "one type schedules itself, one has its own manager, others share one"

  func play(_ narrator: Narrator) async throws {
    try await playOneForAll(narrator)
    try await playShared(narrator)
    try await playOwn(narrator)
    try await playItself(narrator)
  }
}

/// Records which operations began, in order, and how many ran at a time.
final class Logbook: Sendable {
  private let names = Locked<[String]>([])
  let running = Gauge()
  var order: [String] { names.withLock { $0 } }

  func note<Result>(_ name: String, _ body: () async throws -> Result) async rethrows -> Result {
    names.withLock { $0.append(name) }
    running.enter()
    defer { running.leave() }
    return try await body()
  }
}
