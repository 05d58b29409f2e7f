#if PostgreSQL || PostgresNIO
internal import StageFloor
@_spi(Store) package import StagecraftSharedPools
internal import StoreFloor

/// What stores over either client share: a thread that owns the connections, and the calls to it.
package final class PostgresLeases<Link: LeaseLink>: Sendable {
  private let operationTimeout: Int64
  private let listeners = PostgresListeners()
  private let thread: PollThread<PostgresWork<Link>>

  /// `makeLink` runs on the new thread, for the command connection and the notification connection.
  package init(
    place: String, configuration: PostgresStoreConfiguration,
    makeLink: @escaping @Sendable (PostgresLinkRole) -> Link
  ) throws(LeaseStoreError) {
    operationTimeout = configuration.operationTimeout.wholeNanoseconds
    let listeners = listeners
    do {
      thread = try PollThread("lend-postgres") {
        PostgresWork(
          place: place, configuration: configuration, listeners: listeners, makeLink: makeLink)
      }
    } catch {
      throw LeaseStoreError(.unreachable, error.description)
    }
  }

  package func perform(
    _ call: LendingCall, in pool: String
  ) async throws(LeaseStoreError) -> LendingAnswer {
    if let flaw = LendingLimits.flaw(ofText: pool, role: "name of the pool") {
      return .refused(.invalid(flaw))
    }
    switch call {
    case .open(_, let session): return try await open(session.id, call, in: pool)
    case .close(let session):
      // A session that ends waits for nothing, even if the answer is lost.
      defer { thread.submit(.forget(session: session)) }
      return try await answer(to: call, in: pool) { .decide($0, deadline: $1, $2) }
    case .renew: return try await answer(to: call, in: pool) { .renew($0, deadline: $1, $2) }
    default: return try await answer(to: call, in: pool) { .decide($0, deadline: $1, $2) }
    }
  }

  private func open(
    _ session: LendingID, _ call: LendingCall, in pool: String
  ) async throws(LeaseStoreError) -> LendingAnswer {
    var end = PostgresJob.notOpened(session: session)
    defer { thread.submit(end) }
    let answer = try await answer(to: call, in: pool) {
      .open($0, session: session, deadline: $1, $2)
    }
    if case .opened(let settings) = answer {
      end = .opened(session: session, heartbeat: (settings.timeToLive / 3).wholeNanoseconds)
    }
    return answer
  }

  private func answer(
    to call: LendingCall, in pool: String,
    by job: (PostgresCall, _ deadline: Int64, PostgresJob.Waiter) -> PostgresJob
  ) async throws(LeaseStoreError) -> LendingAnswer {
    let command = PostgresCall(call, in: pool)
    return try PostgresReply.answer(in: try await reply { job(command, $0, $1) }, to: call)
  }

  package func raiseEpoch(above epoch: Int64) async throws(LeaseStoreError) -> Int64 {
    let call = PostgresCall(.raiseEpoch, [String(epoch)])
    let text = try await reply { .decide(call, deadline: $0, $1) }
    guard let raised = Int64(text) else {
      throw LeaseStoreError(.damaged, "The schema \"lend\" has answered without an epoch.")
    }
    return raised
  }

  private func reply(
    to job: (_ deadline: Int64, PostgresJob.Waiter) -> PostgresJob
  ) async throws(LeaseStoreError) -> String {
    let waiter = PostgresJob.Waiter()
    let deadline = monotonicNanoseconds() + operationTimeout
    if !thread.submit(job(deadline, waiter)) { throw .storeIsClosed }
    let result = await waiter.value {
      waiter.resume(
        returning: .failure(
          LeaseStoreError(.unreachable, "The task was cancelled before the server had answered.")))
    }
    return try result.get()
  }

  package func signals(for session: LendingID) -> AsyncStream<LeaseStoreSignal> {
    listeners.stream(for: session)
  }

  /// What a task that serves a connection says; ignored after ``close()``.
  package func receive(_ event: LeaseLinkEvent, from role: PostgresLinkRole) {
    thread.submit(.event(role, event))
  }

  package func close() async { await thread.stopAndWait() }
}
#endif
