/// Detects memory pressure, and asks registered responders to release memory until there is enough.
///
/// ```swift
/// let pressure = PressureMonitor()
///
/// let registration = pressure.register(
///   "covers", cost: .readFromDisk, estimate: { covers.bytes },
///   release: { request in covers.shrink(by: request.target) })
/// ```
///
/// By default the monitor chooses its sources from its environment; see ``PressureSources``. When a
/// source reports pressure, the monitor runs a *pass*: it asks its responders one after another to
/// release memory, in order of rebuild cost, then priority, then estimated bytes (largest first),
/// and stops when the released bytes reach the target. At critical pressure it asks every responder
/// except ``RebuildCost/lossy`` ones. There is one pass at a time: if pressure gets worse, the
/// running pass is extended, and responders that have already answered are asked again. A pass ends
/// with a request to the heap to return free memory to the system, and with a ``ReliefReport``.
///
/// One monitor per process is enough. Several monitors share the target: bytes released for one
/// monitor also count for another that runs a pass at the same time, and bytes that one has
/// requested from a responder are not requested twice. At critical pressure each monitor asks all
/// its responders. ``relieve(_:target:includingLossy:)`` concerns its own monitor only.
///
/// All members may be called from any thread, including by responders. No responder runs under a
/// lock. Deallocating the monitor ends its watch; a running pass asks no further responders.
public final class PressureMonitor: Sendable {
  let core: PressureCore

  /// The shared monitor of the process, created on first use, with automatic sources.
  public static let shared = PressureMonitor()

  /// Creates a monitor and begins to watch.
  ///
  /// - Parameters:
  ///   - sources: The sources that report memory pressure.
  ///   - policy: How the monitor responds to pressure.
  ///   - clock: The clock for hold-offs and budgets.
  /// - Precondition: No value of the policy is outside of its range.
  public init(
    sources: PressureSources = .automatic, policy: PressurePolicy = PressurePolicy(),
    clock: any Clock<Duration> & Sendable = ContinuousClock()
  ) {
    core = PressureCore(policy: policy, clock: clock)
    core.begin(sources.sources)
  }

  init(
    sources: PressureSources, policy: PressurePolicy = PressurePolicy(),
    clock: any Clock<Duration> & Sendable = ContinuousClock(), ledger: ReliefLedger
  ) {
    core = PressureCore(policy: policy, clock: clock, ledger: ledger)
    core.begin(sources.sources)
  }

  deinit { core.close() }

  /// The level, for objects that read it often and must not retain the monitor.
  package var sharedLevel: SharedLevel { core.sharedLevel }

  /// The current pressure level.
  public var level: PressureLevel { core.level }

  /// The state of each source: what it watches, or why it does not.
  public var sources: [PressureSourceStatus] { core.sourceStatuses }

  /// Registers a responder, which can release memory.
  ///
  /// A responder registered during a pass takes part in that pass, unless its turn is already over,
  /// or as many responders have been registered during the pass as there were before (at least 64);
  /// later ones take part in the next pass.
  ///
  /// A responder is called by one task at a time, and in a pass once per level. It must not block
  /// its thread: the runtime has few threads, and the budget is enforced only while one of them is
  /// free. A main actor responder is not started after its registration has ended, or after the
  /// pass is over and pressure has fallen again; time in which the main actor is busy with other
  /// work counts towards its budget.
  ///
  /// - Parameters:
  ///   - name: The name used in reports.
  ///   - cost: What it costs to rebuild the released memory.
  ///   - priority: The order among responders of the same cost.
  ///   - level: The level from which the responder is asked.
  ///   - place: Where `estimate` and `release` run.
  ///   - estimate: Returns the number of bytes that could be released. Called in each pass before
  ///     the first responder of this cost and priority is asked to release.
  ///   - release: Releases memory and returns the number of bytes. An error that it throws appears
  ///     in the report. If it takes longer than ``PressurePolicy/responderBudget``, its task is
  ///     cancelled, the pass continues, and it is not asked again until it has returned.
  /// - Returns: The registration, which ends when it is deallocated.
  public func register(
    _ name: String, cost: RebuildCost, priority: ReleasePriority = .normal,
    from level: PressureLevel = .elevated, on place: ReleasePlace = .anywhere,
    estimate: (@Sendable () async -> Int)? = nil,
    release: @escaping @Sendable (ReleaseRequest) async throws -> Int
  ) -> PressureRegistration {
    PressureRegistration(
      core,
      core.register(
        Responder(
          name: name, cost: cost, priority: priority, level: level, place: place,
          isAlive: nil, estimate: estimate, release: release)))
  }

  /// Registers a responder for the lifetime of `owner`, which the monitor references weakly.
  ///
  /// The closures receive the owner and must not capture it. Otherwise the same as
  /// ``register(_:cost:priority:from:on:estimate:release:)``. Each call adds another registration.
  ///
  /// - Parameters:
  ///   - owner: The object that holds the memory.
  ///   - name: The name used in reports.
  ///   - cost: What it costs to rebuild the released memory.
  ///   - priority: The order among responders of the same cost.
  ///   - level: The level from which the responder is asked.
  ///   - place: Where `estimate` and `release` run.
  ///   - estimate: Returns the number of bytes that could be released.
  ///   - release: Releases memory and returns the number of bytes.
  public func register<Owner: AnyObject & Sendable>(
    for owner: Owner, _ name: String, cost: RebuildCost, priority: ReleasePriority = .normal,
    from level: PressureLevel = .elevated, on place: ReleasePlace = .anywhere,
    estimate: (@Sendable (Owner) async -> Int)? = nil,
    release: @escaping @Sendable (Owner, ReleaseRequest) async throws -> Int
  ) {
    let estimateOfOwner: (@Sendable () async -> Int)? = estimate.map { estimate in
      { @Sendable [weak owner] in
        guard let owner else { return 0 }
        return await estimate(owner)
      }
    }
    core.registerForOwner(
      Responder(
        name: name, cost: cost, priority: priority, level: level, place: place,
        isAlive: { [weak owner] in owner != nil }, estimate: estimateOfOwner,
        release: { [weak owner] request in
          guard let owner else { return 0 }
          return try await release(owner, request)
        }))
  }

  /// Runs a pass now, and waits for its end.
  ///
  /// A pass that is already running is extended instead. No hold-off applies. Cancelling the task
  /// does not end the wait; a hanging responder delays it by at most its budget. A responder that
  /// awaits this method waits for itself until its own budget is used up. Calls return in the order
  /// of their passes.
  ///
  /// - Parameters:
  ///   - level: The pressure level to assume; at ``PressureLevel/normal`` no responder is asked.
  ///   - target: The number of bytes to release; nil for the policy's default.
  ///   - includingLossy: Whether to also release memory that cannot be rebuilt.
  /// - Returns: The report of the pass.
  @discardableResult
  public func relieve(
    _ level: PressureLevel, target: Int? = nil, includingLossy: Bool = false
  ) async -> ReliefReport {
    await core.relieve(level, target: target, includingLossy: includingLossy)
  }
}
