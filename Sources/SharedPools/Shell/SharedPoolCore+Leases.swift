internal import StageFloor

enum LeaseVerdict: Equatable {
  /// It is still the holder's, or was returned by the holder.
  case kept
  /// The body was cancelled because of its lease, and has ended in time.
  case noticed(LendingEnd)
  case lost(LendingEnd)
}

private enum LeaseTask<Result: Sendable>: Sendable {
  case body(Swift.Result<Result, any Error>)
  case watch(LeaseLoss?)
}

extension SharedPoolCore {
  /// `nil` if it was not to wait, and not everything was free.
  func lend(
    _ wants: SessionWants, timeout: Int64?
  ) async throws -> (grant: LendingGrant, key: LendingKey, number: UInt64)? {
    try Task.checkCancellation()
    let start = timekeeper.now
    var number: UInt64 = 0
    let companion = companionMaker.body?(wants.wants, wants.priority)
    let reply = await reply { waiter in
      number = waiter
      if let companion { accompany(waiter, companion) }
      return .ask(wants, timeout: timeout, waiter: waiter)
    }
    switch reply {
    case .granted(let grant, let key): return (grant, key, number)
    case .failed(let failure):
      let error = error(failure, wants.wants, waitedSince: start)
      leave(number, error)
      throw error
    default:
      leave(number, nil)
      return nil
    }
  }

  /// `nil` if the lease was returned, or the task is cancelled.
  func loss(of lease: UInt64) async -> LeaseLoss? {
    guard case .loss(let loss) = await reply(to: { .watch(lease: lease, waiter: $0) })
    else { return nil }
    return loss
  }

  /// Runs the body of a lease in a child task, which is cancelled when the lease is about to end.
  func use<Result: Sendable>(
    _ lease: UInt64, _ key: LendingKey, named name: String?,
    _ body: sending @escaping @isolated(any) () async throws -> Result
  ) async throws -> Result {
    nonisolated(unsafe) let body = body  // guard: only the child task calls it
    let companion = companion(of: lease)
    let outcome = await withTaskGroup(of: LeaseTask<Result>.self) { group in
      group.addTask {
        do {
          let result =
            if let companion {
              try await companion.within { try await body() }
            } else {
              try await body()
            }
          return .body(.success(result))
        } catch {
          return .body(.failure(error))
        }
      }
      group.addTask { .watch(await self.loss(of: lease)) }
      var outcome: Swift.Result<Result, any Error>?
      while let ended = await group.next() {
        switch ended {
        case .body(let result): outcome = result
        case .watch(.some): break
        // The body goes on: it has returned the resource early, or is cancelled already.
        case .watch(nil): continue
        }
        group.cancelAll()
      }
      return outcome
    }
    guard let outcome else { preconditionFailure("The body has no outcome.") }
    let verdict = read { $0.verdict(of: lease, at: $1) }
    await giveBack(lease)
    switch (verdict, outcome) {
    case (.kept, _), (.noticed, .success): return try outcome.get()
    case (.noticed(let end), .failure(let error)), (.lost(let end), .failure(let error)):
      throw lost(end, key, name, error)
    case (.lost(let end), .success): throw lost(end, key, name, nil)
    }
  }

  private func lost(
    _ end: LendingEnd, _ key: LendingKey, _ name: String?, _ bodyError: (any Error)?
  ) -> SharedPoolError {
    var error = SharedPoolError(.lost(end), pool: self.name)
    error.fence = key.fence
    error.resource = name
    error.bodyError = bodyError
    return error
  }

  /// Returns a lease, and waits for the answer for a limited time, also in a cancelled task.
  func giveBack(
    _ lease: UInt64, names: Set<String>? = nil,
    _ condition: LendingReturn.Condition = .ready(shows: nil)
  ) async {
    _ = await reply(isCancellable: false) {
      .giveBack(lease: lease, names: names, condition, waiter: $0)
    }
  }

  func call(_ call: LendingCall, isRepeatable: Bool = true) async throws -> LendingAnswer {
    try Task.checkCancellation()
    let reply = await reply { .call(call, isRepeatable: isRepeatable, waiter: $0) }
    switch reply {
    case .answered(let answer): return answer
    case .failed(let failure): throw error(failure)
    default: preconditionFailure("A call was not answered.")
    }
  }

  func error(
    _ failure: SessionFailure, _ wants: [Want] = [], waitedSince start: Int64? = nil
  ) -> any Error {
    guard let code = failure.code else { return CancellationError() }
    var error = SharedPoolError(code, pool: name)
    error.wants = wants
    error.waited = start.map { .nanoseconds(max(0, timekeeper.now - $0)) }
    switch failure {
    case .timedOut(let last):
      error.storeError = last
      error.waiting = read { machine, _ in machine.waits.count }
    case .refused(.impossible(let want, let fitting)):
      if wants.indices.contains(want) { error.wants = [wants[want]] }
      error.fitting = fitting
    case .refused(let refusal): error.refusal = refusal
    case .store(let failure): error.storeError = failure
    case .cancelled, .closed, .ended: break
    }
    return error
  }
}

extension SessionMachine {
  func verdict(of number: UInt64, at moment: Int64) -> LeaseVerdict {
    guard let lease = leases[number] else { return .kept }
    if let end = lease.end { return .lost(end) }
    if moment >= lease.deadline { return .lost(lease.isFinal ? .tooLong : .expired) }
    return lease.notice.map { .noticed($0.end) } ?? .kept
  }

  /// How long a resource is certainly its holder's, or `nil`.
  func remaining(of number: UInt64, _ name: String, at moment: Int64) -> Int64? {
    guard let lease = leases[number], lease.end == nil, lease.names.contains(name),
      moment < lease.deadline
    else { return nil }
    return lease.deadline - moment
  }
}
