extension SharedPool {
  /// Adds a resource to the stock.
  ///
  /// - Parameters:
  ///   - resource: The resource.
  ///   - name: Its name, unique in the pool.
  ///   - labels: Its labels.
  /// - Throws: ``SharedPoolError``, `CancellationError`, or the error of the payload's `encode`.
  public func add(_ resource: Resource, named name: String, labels: Labels = []) async throws {
    try await add(contentsOf: CollectionOfOne(Addition(resource, named: name, labels: labels)))
  }

  /// Adds many resources to the stock, a thousand in each transaction.
  ///
  /// ```swift
  /// try await copies.add(
  ///   contentsOf: (1...250_000).lazy.map { SharedPool.Addition("shelf 4", named: "copy-\($0)") })
  /// ```
  ///
  /// They are added in batches, of at most 1,000 resources or about a megabyte of payload. A batch
  /// is one transaction and one decision: all of it is added, or nothing if the name of one is in
  /// use. Between batches other calls are decided, such as the renewals of other sessions. After an
  /// error, earlier batches stay; a report has their names.
  ///
  /// - Parameter additions: The resources; a lazy sequence is read batch by batch.
  /// - Throws: ``SharedPoolError``, `CancellationError`, or the error of the payload's `encode`.
  /// - Complexity: O(*n* log *m*) for *n* resources in a stock of *m*, and more for each label set
  ///   for which requests have asked.
  public func add(contentsOf additions: some Sequence<Addition>) async throws {
    var (batch, bytes): ([LendingAddition], Int) = ([], 0)
    for addition in additions {
      let payload = try payload.encode(addition.resource)
      if batch.count == LendingLimits.additions || bytes + payload.count > 1 << 20, !batch.isEmpty {
        try await keep(.add(batch))
        (batch, bytes) = ([], 0)
      }
      batch.append(
        LendingAddition(
          name: addition.name, labels: addition.labels, payload: payload, token: .random()))
      bytes += payload.count
    }
    if !batch.isEmpty { try await keep(.add(batch)) }
  }

  /// A resource to be added to the stock, for ``SharedPool/add(contentsOf:)``.
  public struct Addition {
    let resource: Resource
    let name: String
    let labels: Labels

    /// Creates an addition.
    ///
    /// - Parameters:
    ///   - resource: The resource.
    ///   - name: Its name, unique in the pool.
    ///   - labels: Its labels.
    public init(_ resource: Resource, named name: String, labels: Labels = []) {
      self.resource = resource
      self.name = name
      self.labels = labels
    }
  }

  /// Retires a resource: at once if it is not lent, otherwise when it is returned.
  ///
  /// - Parameter name: The name of the resource.
  /// - Throws: ``SharedPoolError`` or `CancellationError`.
  public func drain(_ name: String) async throws { try await keep(.drain(name: name)) }

  /// Takes a resource out of service until it is repaired: at once if it is not lent, otherwise
  /// when it is returned.
  ///
  /// - Parameters:
  ///   - name: The name of the resource.
  ///   - reason: Why, as the report shows it.
  /// - Throws: ``SharedPoolError`` or `CancellationError`.
  public func quarantine(_ name: String, because reason: String) async throws {
    try await keep(.quarantine(name: name, reason: reason))
  }

  /// Puts a quarantined, draining or retired resource into service.
  ///
  /// - Parameter name: The name of the resource.
  /// - Throws: ``SharedPoolError`` or `CancellationError`.
  public func repair(_ name: String) async throws { try await keep(.repair(name: name)) }

  /// Ends the lease of a resource: the body of its holder is cancelled, and the lease is not
  /// renewed.
  ///
  /// The resource is lent again when it is returned, or when the lease and the grace period have
  /// ended. A resource that is taken back `immediately` may have two holders for a while, unless it
  /// compares fences.
  ///
  /// This is not repeated if the store does not answer, because the resource may have another
  /// holder by then. Look at the report, and decide again.
  ///
  /// - Parameters:
  ///   - name: The name of the resource.
  ///   - reason: Why, as the holder's ``LeaseLoss`` and the log show it.
  ///   - immediately: Whether to lend it again without waiting for its holder.
  /// - Throws: ``SharedPoolError`` or `CancellationError`.
  public func takeBack(
    _ name: String, because reason: String, immediately: Bool = false
  ) async throws {
    try await keep(
      .takeBack(name: name, reason: reason, immediately: immediately), isRepeatable: false)
  }

  /// Replaces the rules for all processes.
  ///
  /// They apply to a lease from its next renewal on. Stricter rules do not shorten a lease: it
  /// keeps the end that its holder has received, and is not renewed beyond the new rules. To end it
  /// earlier, call ``takeBack(_:because:immediately:)``.
  ///
  /// - Parameter settings: The new rules.
  /// - Throws: ``SharedPoolError`` or `CancellationError`.
  public func configure(_ settings: SharedPoolSettings) async throws {
    try await keep(.configure(settings))
  }

  private func keep(_ upkeep: LendingUpkeep, isRepeatable: Bool = true) async throws {
    if let flaw = upkeep.flaw { throw core.error(.refused(.invalid(flaw))) }
    _ = try await core.call(.keep(upkeep), isRepeatable: isRepeatable)
  }
}
