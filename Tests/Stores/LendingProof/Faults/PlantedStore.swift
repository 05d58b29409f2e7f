#if SQLite || PostgreSQL || PostgresNIO
@_spi(Store) package import StagecraftSharedPools
internal import Synchronization

/// A lease store that makes one mistake on purpose, which the checker must report.
package final class PlantedStore: LeaseStore {
  /// The mistakes.
  package enum Mistake: String, Hashable, Sendable, CaseIterable {
    /// A withdrawal of a request that has not arrived leaves no tombstone.
    case tombstone
    /// The rules of the pool, and each answer, give a lease three times the time that it has.
    case margin
    /// A request that should wait is answered with the grant of another.
    case holders
    /// Every second request overtakes others of the same priority.
    case order
    /// A grant of several resources arrives in part.
    case half
    /// A repeated request receives another answer.
    case answer

    /// What it violates.
    package var property: HistoryViolation.Property {
      switch self {
      case .tombstone, .answer: .oneAnswer
      case .margin: .cancelledInTime
      case .holders: .oneHolder
      case .order: .order
      case .half: .allOrNone
      }
    }
  }

  private struct State {
    var seen: Set<LendingID> = []
    var granted: [LendingID: LendingGrant] = [:]
    var lastGrant: LendingGrant?
  }

  private let store: any LeaseStore
  private let mistake: Mistake
  private let state = Mutex(State())

  /// Creates a store that passes requests to another, but for the mistake.
  ///
  /// - Parameters:
  ///   - store: The other store.
  ///   - mistake: The mistake.
  package init(_ store: any LeaseStore, _ mistake: Mistake) {
    self.store = store
    self.mistake = mistake
  }

  /// Decides a call, at times wrongly.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - pool: The name of the pool.
  /// - Returns: The answer.
  /// - Throws: The error of the other store.
  package func perform(
    _ call: LendingCall, in pool: String
  ) async throws(LeaseStoreError) -> LendingAnswer {
    switch (mistake, call) {
    case (.tombstone, .withdraw(let id)):
      if !state.withLock({ $0.seen.contains(id) }) { return .withdrawn(.unknown) }
    case (.order, .ask(var ask)) where ask.id.low & 1 == 1:
      ask.priority = 100
      return try await store.perform(.ask(ask), in: pool)
    default: break
    }
    let answer = try await store.perform(call, in: pool)
    switch (call, answer) {
    case (.open, .opened(var settings)) where mistake == .margin:
      // A holder relies on no more than the time to live that it was told.
      settings.timeToLive = settings.timeToLive * 3
      return .opened(settings)
    case (.ask(let ask), .asked(let outcome)):
      return .asked(changed(outcome, of: ask.id))
    case (.renew(let batch), .renewed(let renewals, let outcomes)):
      return .renewed(
        leases: renewals.map(changed),
        waiting: zip(batch.waiting, outcomes).map { changed($1, of: $0) })
    default: return answer
    }
  }

  /// The signals of the other store.
  package func signals(for session: LendingID) -> AsyncStream<LeaseStoreSignal> {
    store.signals(for: session)
  }

  private func changed(_ renewal: LendingRenewal) -> LendingRenewal {
    guard mistake == .margin, case .renewed(let remaining, let isFinal) = renewal else {
      return renewal
    }
    return .renewed(remaining: remaining * 3, isFinal: isFinal)
  }

  private func changed(_ outcome: LendingOutcome, of id: LendingID) -> LendingOutcome {
    state.withLock { state in
      let isRepeated = !state.seen.insert(id).inserted
      switch (mistake, outcome) {
      case (.margin, .granted(var grant)):
        grant.remaining = grant.remaining * 3
        return .granted(grant)
      case (.half, .granted(var grant)) where grant.resources.count > 1:
        grant.resources.removeLast()
        return .granted(grant)
      case (.answer, .granted(var grant)) where isRepeated:
        grant.fence = Fence(grant.fence.number + 1)
        return .granted(grant)
      case (.holders, .granted(let grant)): state.lastGrant = grant
      case (.holders, .waiting): if let grant = state.lastGrant { return .granted(grant) }
      default: break
      }
      return outcome
    }
  }
}
#endif
