package import StageFloor

/// What another module adds to a request of a shared pool and its lease, such as a span.
///
/// It is made in the task that asks. Everything is called without a lock, on the thread of the event.
package protocol LeaseCompanion: AnyObject, Sendable {
  /// Resources with these names were lent.
  func granted(_ names: [String], _ fence: Fence)

  /// The request ended without a lease, or its resources could not be decoded; the error is nil if it
  /// was not to wait.
  func failed(_ error: (any Error)?)

  /// Runs the body of the lease, with values that it is to see.
  func within<Value>(_ body: () async throws -> Value) async throws -> Value

  /// All resources are being returned, or the lease ended before.
  func ended(_ end: LendingEnd?)
}

extension SharedPool {
  /// Calls `make` for each request from now on, in the task that asks.
  ///
  /// There is one such function: a later call replaces it.
  package func accompany(
    with make: @escaping @Sendable (_ wants: [Want], _ priority: Int) -> any LeaseCompanion
  ) -> ObservationToken {
    core.companionMaker.set(make)
  }
}

/// What to call after unlocking.
enum LeaseNote: Sendable {
  case granted(any LeaseCompanion, [String], Fence)
  case ended(any LeaseCompanion, LendingEnd?)

  func perform() {
    switch self {
    case .granted(let companion, let names, let fence): companion.granted(names, fence)
    case .ended(let companion, let end): companion.ended(end)
    }
  }
}

/// The companions of the requests and leases of a session, by their numbers.
struct LeaseCompanions: Sendable {
  private var companions: [UInt64: any LeaseCompanion] = [:]

  var isEmpty: Bool { companions.isEmpty }

  subscript(_ number: UInt64) -> (any LeaseCompanion)? {
    get { companions[number] }
    set { companions[number] = newValue }
  }

  mutating func notes(of actions: [SessionAction]) -> [LeaseNote] {
    if isEmpty { return [] }
    return actions.compactMap { action in
      switch action {
      case .reply(to: let number, .granted(let grant, let key)):
        companions[number].map { .granted($0, grant.resources.map(\.name), key.fence) }
      case .leaseEnded(let number, let end):
        companions.removeValue(forKey: number).map { .ended($0, end) }
      case .reply, .send, .report, .stop: nil
      }
    }
  }
}
