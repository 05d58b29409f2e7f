// Sessions with the catalogue: created on demand, validated, expired and shut down.
// snippet.hide
import StagecraftPools

final class CatalogueSession: Sendable {
  init(host: String) async throws { print("A session with \(host) begins.") }
  var isOutdated: Bool { false }
  func ping() async throws -> Bool { true }
  func rollBack() async throws {}
  func find(_ title: String) async throws -> String { "\(title): shelf 12" }
  func close() async { print("A session ends.") }
}

func open() async throws {
  // snippet.show
  var hooks = AsyncPoolHooks<CatalogueSession>()
  hooks.validate = { session in try await session.ping() }
  hooks.prepareForReuse = { session in try await session.rollBack() }
  hooks.destroy = { session, _ in await session.close() }
  hooks.onFailure = .discard

  let sessions = BoundedPool(capacity: 4, hooks: hooks) {
    try await CatalogueSession(host: "catalogue.example")
  }

  let branches = KeyedPool(capacity: 8, capacityPerKey: 2, hooks: hooks) { (branch: String) in
    try await CatalogueSession(host: "\(branch).catalogue.example")
  }

  try await branches.warmUp(to: 2, for: "Central")  // before the doors open
  // snippet.hide
  print(branches.keys)
  // snippet.show

  let shelf = try await sessions.withElement { session in
    try await session.find("Momo")
  }
  // snippet.hide
  print(shelf)
  try await keepUp(sessions)
}

struct BookNotFound: Error {}

func keepAfterMissingBooks() -> AsyncPoolHooks<CatalogueSession> {
  var hooks = AsyncPoolHooks<CatalogueSession>()
  // snippet.show
  hooks.onFailure = .ask { _, error in error is BookNotFound ? .reuse : .discard }
  // snippet.hide
  return hooks
}

func configure() -> PoolConfiguration {
  // snippet.show
  var configuration = PoolConfiguration()
  configuration.name = "branch maps"
  configuration.expiration.idleTimeout = .seconds(60)
  // snippet.hide
  return configuration
}

func age() -> PoolConfiguration {
  // snippet.show
  var configuration = PoolConfiguration()
  configuration.minimumIdle = 1
  configuration.expiration.idleTimeout = .seconds(60)
  configuration.expiration.maximumLifetime = .seconds(3_600)
  configuration.expiration.lifetimeJitter = 0.2
  configuration.expiration.maximumUses = 1_000
  // snippet.hide
  return configuration
}

func keepAlive() -> PoolConfiguration {
  var configuration = PoolConfiguration()
  // snippet.show
  configuration.keepAliveInterval = .seconds(30)
  // snippet.hide
  return configuration
}

func keepUp(_ sessions: BoundedPool<CatalogueSession>) async throws {
  // snippet.show
  try await sessions.warmUp(to: 2)  // before the doors open
  sessions.trim(.fraction(0.5))  // memory runs short
  sessions.discard { session, age, idleTime in age > .seconds(3_600) && session.isOutdated }
  sessions.invalidateAll()  // the password has changed
  // snippet.hide

  // snippet.show
  let report = await sessions.shutdown(failingWaiters: true, deadline: .seconds(5))
  if !report.isComplete { print(report) }
  // snippet.hide
}

print(configure().name ?? "", age().minimumIdle)
_ = keepAfterMissingBooks()
_ = keepAlive()
try await open()
