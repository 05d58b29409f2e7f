internal import StageFloor

/// A resource that this process holds, with the fence that proves it.
///
/// It is renewed until it is returned. When the last reference to it is released, it is returned
/// without waiting; its time to live is the guarantee if that fails.
public final class FencedLease<Resource: Sendable>: Sendable {
  /// The resource.
  public let resource: Resource
  /// Its name, unique in the pool.
  public let name: String
  /// Its labels.
  public let labels: Labels
  /// The lease as the store records it.
  @_spi(Store) public let key: LendingKey
  /// Whether the resource showed the preferred affinity key when it was lent.
  public let isPreferred: Bool

  /// The number of the lease in the session, which several resources may share.
  let number: UInt64
  private let core: SharedPoolCore

  init(
    of resource: Resource, _ granted: LendingGrant.Resource, _ key: LendingKey,
    _ core: SharedPoolCore, _ number: UInt64
  ) {
    self.resource = resource
    name = granted.name
    labels = granted.labels
    isPreferred = granted.isPreferred
    self.key = key
    self.core = core
    self.number = number
  }

  deinit {
    if core.read({ machine, _ in machine.leases[number]?.names.contains(name) == true }) {
      core.perform(
        .giveBack(lease: number, names: [name], .ready(shows: nil), waiter: nil))
    }
  }

  /// The number to send with each write to the resource, which grows with every grant of the pool.
  public var fence: Fence { key.fence }

  /// Whether no other borrower can have the resource at this moment, by this process's own clock.
  ///
  /// It asks no other process: it compares the clock with the end that answered renewals have
  /// promised. If the lease has ended during a pause of the process, it is false from the first
  /// instruction after the pause.
  /// The store lends the resource again only a grace period later; what takes longer than that
  /// between this look and the write must be guarded by the ``fence``.
  public var isStillMine: Bool { remaining > .zero }

  /// How long the resource is certainly this holder's if the lease is not renewed any more; zero
  /// once the lease has ended.
  public var remaining: Duration {
    .nanoseconds(core.read { $0.remaining(of: number, name, at: $1) } ?? 0)
  }

  /// Asks the store whether the lease is alive, and renews it.
  ///
  /// - Returns: Whether the lease is alive.
  /// - Throws: ``SharedPoolError`` if the store has not answered before the lease ended, or
  ///   `CancellationError`.
  public func confirm() async throws -> Bool {
    try Task.checkCancellation()
    switch await core.reply(to: { .confirm(lease: number, waiter: $0) }) {
    case .confirmed(let isAlive): return isAlive && isStillMine
    case .failed(let failure): throw core.error(failure)
    case .pending:
      let sentence = "The store has not answered before the lease ended."
      throw core.error(.store(LeaseStoreError(.unreachable, sentence)))
    default: return false
    }
  }

  /// Why the lease is about to end, once it is: `margin` before another borrower could have the
  /// resource if renewals are not answered, and at once if a keeper takes it back.
  ///
  /// It is `nil` if the lease is returned first, or if the task is cancelled.
  public var loss: LeaseLoss? {
    get async { await core.loss(of: number) }
  }

  /// Returns the resource, and waits until this is recorded, for a limited time.
  ///
  /// Cancellation does not end this. Returning again has no effect.
  ///
  /// - Parameter key: The affinity key that the resource shows from now on, or `nil` if that has
  ///   not changed.
  public func release(shows key: String? = nil) async {
    await core.giveBack(number, names: [name], .ready(shows: key))
  }

  /// Returns the resource such that it is not lent until a keeper has repaired it.
  ///
  /// There is no moment in between at which another borrower could have it.
  ///
  /// - Parameter reason: Why, as the report shows it.
  /// - Throws: ``SharedPoolError`` if the lease has ended already, the reason is not allowed, or
  ///   the store has not answered in time.
  public func quarantine(because reason: String) async throws {
    let condition = LendingReturn.Condition.quarantined(reason: reason)
    if let flaw = LendingReturn(lease: key, condition: condition).flaw {
      throw core.error(.refused(.invalid(flaw)))
    }
    guard core.read({ machine, _ in machine.leases[number]?.names.contains(name) == true }) else {
      throw lost(.returned)
    }
    let reply = await core.reply(isCancellable: false) {
      .giveBack(lease: number, names: [name], condition, waiter: $0)
    }
    switch reply {
    case .answered(.returned(.returned)), .answered(.returned(.already(.returned))): return
    case .answered(.returned(.already(let end))): throw lost(end)
    case .answered: throw lost(.expired)
    case .failed(let failure): throw core.error(failure)
    default:
      throw core.error(
        .store(
          LeaseStoreError(
            .unreachable, "The store has not recorded the quarantine yet; it is repeated.")))
    }
  }

  private func lost(_ end: LendingEnd) -> SharedPoolError {
    var error = SharedPoolError(.lost(end), pool: core.name)
    error.fence = fence
    error.resource = name
    return error
  }
}
