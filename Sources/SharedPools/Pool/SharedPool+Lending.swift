public import StagecraftPools

extension SharedPool {
  /// Lends a resource to `body`, waiting if necessary.
  ///
  /// The lease is renewed while the body runs. If that fails, or if a keeper takes the resource
  /// back, the body is cancelled: `margin` before another borrower could have the resource, so that
  /// there is time to bring it into a safe state. While the body cleans up, renewal goes on. When
  /// it has ended, the resource is returned, and this method waits for that, for a limited time.
  ///
  /// Cancelling the calling task cancels the body. A closure in an actor's method runs on that
  /// actor.
  ///
  /// - Parameters:
  ///   - labels: The labels that the resource must have.
  ///   - key: The affinity key of a resource that is preferred, if it is free.
  ///   - priority: From -100 to 100; a larger number is served earlier.
  ///   - timeout: The maximum wait for the resource. It does not limit `body`.
  ///   - body: A closure that uses the resource.
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `body` throws; ``SharedPoolError``, with the code
  ///   ``SharedPoolError/Code/lost(_:)`` if the lease ended before the body, or if the body threw
  ///   after it was cancelled for that reason; or `CancellationError`.
  public func withLease<Result: Sendable>(
    where labels: Labels = .any, preferring key: String? = nil, priority: Int = 0,
    timeout: PoolTimeout = .default,
    @_inheritActorContext _ body:
      sending @escaping @isolated(any) (
        FencedLease<Resource>
      ) async throws -> Result
  ) async throws -> Result {
    let lease = try await lease(
      where: labels, preferring: key, priority: priority, timeout: timeout)
    return try await core.use(lease.number, lease.key, named: lease.name) {
      try await body(lease)
    }
  }

  /// Lends several resources at once to `body`, waiting if necessary: all or none.
  ///
  /// See ``withLease(where:preferring:priority:timeout:_:)``.
  ///
  /// - Parameters:
  ///   - wants: What is wanted. Each resource satisfies one want.
  ///   - priority: From -100 to 100; a larger number is served earlier.
  ///   - timeout: The maximum wait for the resources. It does not limit `body`.
  ///   - body: A closure that uses the resources, which are in the order of the wants.
  /// - Returns: The value that `body` returns.
  /// - Throws: As ``withLease(where:preferring:priority:timeout:_:)``.
  public func withLeases<Result: Sendable>(
    _ wants: [Want], priority: Int = 0, timeout: PoolTimeout = .default,
    @_inheritActorContext _ body:
      sending @escaping @isolated(any) (
        [FencedLease<Resource>]
      ) async throws -> Result
  ) async throws -> Result {
    let leases = try await leases(wants, priority: priority, timeout: timeout)
    let first = leases[0]
    return try await core.use(first.number, first.key, named: nil) { try await body(leases) }
  }

  /// Lends a resource, waiting if necessary.
  ///
  /// The lease is renewed until it is returned or released from memory. Watch its
  /// ``FencedLease/loss``: nothing cancels the code that uses it.
  ///
  /// - Parameters:
  ///   - labels: The labels that the resource must have.
  ///   - key: The affinity key of a resource that is preferred, if it is free.
  ///   - priority: From -100 to 100; a larger number is served earlier.
  ///   - timeout: The maximum wait.
  /// - Returns: The lease.
  /// - Throws: ``SharedPoolError``, `CancellationError`, or the error of the payload's `decode`.
  public func lease(
    where labels: Labels = .any, preferring key: String? = nil, priority: Int = 0,
    timeout: PoolTimeout = .default
  ) async throws -> FencedLease<Resource> {
    try await leases([Want(labels, preferring: key)], priority: priority, timeout: timeout)[0]
  }

  /// Lends several resources at once, waiting if necessary: all or none.
  ///
  /// They have one fence and are renewed together. Each can be returned on its own.
  ///
  /// - Parameters:
  ///   - wants: What is wanted. Each resource satisfies one want.
  ///   - priority: From -100 to 100; a larger number is served earlier.
  ///   - timeout: The maximum wait.
  /// - Returns: The leases, in the order of the wants.
  /// - Throws: ``SharedPoolError``, `CancellationError`, or the error of the payload's `decode`.
  public func leases(
    _ wants: [Want], priority: Int = 0, timeout: PoolTimeout = .default
  ) async throws -> [FencedLease<Resource>] {
    // Without a lease it throws, because it joins the line.
    try await lend(wants, priority, timeout) ?? []
  }

  /// Lends a resource if one is free and no request before this one could use it.
  ///
  /// - Parameters:
  ///   - labels: The labels that the resource must have.
  ///   - key: The affinity key of a resource that is preferred.
  /// - Returns: The lease, or `nil`.
  /// - Throws: ``SharedPoolError``, `CancellationError`, or the error of the payload's `decode`.
  public func tryLease(
    where labels: Labels = .any, preferring key: String? = nil
  ) async throws -> FencedLease<Resource>? {
    try await lend([Want(labels, preferring: key)], 0, .default, joinsLine: false)?.first
  }
}
