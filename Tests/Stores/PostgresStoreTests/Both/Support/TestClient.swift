#if POSTGRES_CLIENT
import PostgresFloor
@_spi(Store) import StagecraftSharedPools
import Testing

/// A session that talks to a store directly, as `SharedPool` does.
struct TestClient {
  let store: TestedStore
  let session: LendingSession
  let pool = "books"

  init(
    _ store: TestedStore, named name: String = "client",
    settings: SharedPoolSettings = SharedPoolSettings(timeToLive: .seconds(30))
  ) async throws {
    self.store = store
    session = LendingSession(id: .random(), host: name, process: 1)
    let answer = try await insist(.open(settings: settings, session: session))
    guard case .opened = answer else { throw Surprise(answer) }
  }

  struct Surprise: Error, CustomStringConvertible {
    var description: String
    init(_ answer: LendingAnswer) { description = "The answer was \(answer)." }
  }

  func perform(_ call: LendingCall) async throws -> LendingAnswer {
    try await store.perform(call, in: pool)
  }

  /// Sends a request again until its outcome is known.
  func insist(_ call: LendingCall) async throws -> LendingAnswer {
    while true {
      switch await result(of: call, at: store) {
      case .success(let answer): return answer
      case .failure(let error): if !error.isTransient { throw error }
      }
    }
  }

  func add(_ name: String, _ labels: Labels = []) async throws {
    let answer = try await insist(
      .keep(.add(name: name, labels: labels, payload: Array(name.utf8), token: .random())))
    guard answer == .done else { throw Surprise(answer) }
  }

  func ask(_ id: LendingID = .random()) -> LendingCall {
    .ask(LendingAsk(id: id, session: session.id, wants: [Want()]))
  }

  /// Borrows one resource, which must be free.
  func borrow() async throws -> LendingKey {
    let id = LendingID.random()
    let answer = try await insist(ask(id))
    guard case .asked(.granted(let grant)) = answer else { throw Surprise(answer) }
    return LendingKey(request: id, fence: grant.fence)
  }

  func giveBack(_ lease: LendingKey) async throws -> LendingAnswer {
    try await insist(.giveBack(LendingReturn(lease: lease)))
  }

  func report() async throws -> SharedPoolReport {
    let answer = try await insist(.report)
    guard case .reported(let report) = answer else { throw Surprise(answer) }
    return report
  }

  /// Waits for a request's grant: for its notification, and asks again.
  func waitForGrant(
    of id: LendingID, _ signals: inout AsyncStream<LeaseStoreSignal>.AsyncIterator
  ) async throws -> LendingGrant {
    while let signal = await signals.next(isolation: #isolation) {
      guard signal == .notification(id) || signal == .canBeNotified else { continue }
      if case .asked(.granted(let grant)) = try await insist(ask(id)) { return grant }
    }
    throw LeaseStoreError(.closed, "The signals have ended.")
  }
}

/// What a request ends with.
func result(
  of request: LendingCall, at store: TestedStore
) async -> Result<LendingAnswer, LeaseStoreError> {
  do {
    return .success(try await store.perform(request, in: "books"))
  } catch {
    return .failure(error)
  }
}

/// The error that a request ends with.
func failure(of request: LendingCall, at store: TestedStore) async -> LeaseStoreError? {
  switch await result(of: request, at: store) {
  case .success: nil
  case .failure(let error): error
  }
}
#endif
