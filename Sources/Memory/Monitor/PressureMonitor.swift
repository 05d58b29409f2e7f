/// Hears that memory runs short, and has given back what is cheapest to rebuild, until it is enough.
///
/// ```swift
/// let pressure = PressureMonitor()
///
/// let registration = pressure.register(
///   "covers", cost: .readFromDisk, estimate: { covers.bytes },
///   release: { request in covers.shrink(by: request.target) })
/// ```
///
/// Its sources are those that the surroundings offer; see ``PressureSources``. When one of them
/// reports pressure, the monitor makes a *pass*: it asks the responders one after another, the
/// cheapest to rebuild first, then the earlier by priority, then those that hold most; it stops when
/// what they gave back reaches the target. At critical pressure it stops at nothing but what is
/// ``RebuildCost/lossy``. There is one pass at a time; worse pressure makes the running one go on
/// for longer and does not begin another: those who have answered to less are then asked once more.
/// At the end the heap is asked to give free memory back to the system, and a ``ReliefReport`` says
/// what it was good for.
///
/// One monitor for a process is enough. If there are several, they share the target: what one gives
/// back while another has a pass counts for both, and what one has asked a responder for is not asked
/// for a second time. At critical pressure each asks all its responders;
/// ``relieve(_:target:includingLossy:)`` means its own monitor alone.
///
/// Everything here may be called from any thread, also by a responder. No responder runs under a
/// lock. Dropping the monitor ends its watch; a pass that is under way asks nobody any more.
public final class PressureMonitor: Sendable {
  let core: PressureCore

  /// The process's own monitor, made when it is first used, with automatic sources.
  public static let shared = PressureMonitor()

  /// A monitor, which begins to watch.
  ///
  /// - Parameters:
  ///   - sources: who tells it that memory is short.
  ///   - policy: how it answers.
  ///   - clock: measures hold-offs and budgets.
  public init(
    sources: PressureSources = .automatic, policy: PressurePolicy = PressurePolicy(),
    clock: any Clock<Duration> & Sendable = ContinuousClock()
  ) {
    core = PressureCore(policy: policy, clock: clock)
    core.begin(sources.sources)
  }

  /// A monitor that shares its targets with those of the same ledger.
  init(
    sources: PressureSources, policy: PressurePolicy = PressurePolicy(),
    clock: any Clock<Duration> & Sendable = ContinuousClock(), ledger: ReliefLedger
  ) {
    core = PressureCore(policy: policy, clock: clock, ledger: ledger)
    core.begin(sources.sources)
  }

  deinit { core.close() }

  /// The level, for objects that read it often and must not retain the monitor.
  package var standing: StandingLevel { core.standing }

  /// How short memory is at the moment.
  public var level: PressureLevel { core.level }

  /// What the monitor watches, and why not the rest.
  public var sources: [PressureSourceStatus] { core.sourceStatuses }

  /// The present state and then every change of it, the return to normal included.
  ///
  /// A reader who is slow finds the latest state, not those in between. Each call makes a sequence of
  /// its own; it ends when the monitor is dropped.
  public var events: PressureEvents { PressureEvents(core) }

  /// What each pass from now on gave back, in order.
  ///
  /// A reader who is slow finds the latest 32. Each call makes a sequence of its own; it ends when
  /// the monitor is dropped.
  public var reports: AsyncStream<ReliefReport> { core.makeReports() }

  /// Registers somebody who can give memory back.
  ///
  /// During a pass it takes its turn in that pass, unless that has come and gone, or as many have come
  /// during that pass as there were before (64 at least): those wait for the next one.
  ///
  /// A responder is asked by one task at a time, and in a pass once at each level. It must not block
  /// its thread, of which the runtime has few: only while one of them is free does anybody notice
  /// that time is up. On the main actor it is not begun with any more once its registration has
  /// ended, or the pass is over and memory is less short again; the time that the main actor is busy
  /// with something else counts as its own.
  ///
  /// - Parameters:
  ///   - name: what it is called in reports.
  ///   - cost: what it costs to rebuild what it gives back.
  ///   - priority: its turn among those that cost the same.
  ///   - level: the level from which it is asked.
  ///   - place: where `estimate` and `release` run.
  ///   - estimate: how many bytes it could give back; asked in each pass before the first of its
  ///     cost and priority is asked to release.
  ///   - release: gives memory back, and says how many bytes. It may throw, which a report tells. If
  ///     it takes longer than ``PressurePolicy/responderBudget``, its task is cancelled, the pass
  ///     goes on, and it is not asked again before it has returned.
  /// - Returns: the registration, which ends when it is dropped.
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

  /// Registers somebody for as long as `owner` lives, which the monitor does not keep alive.
  ///
  /// The closures are handed the owner, and must not hold it themselves. Otherwise as
  /// ``register(_:cost:priority:from:on:estimate:release:)``. Each call registers anew.
  ///
  /// - Parameters:
  ///   - owner: what holds the memory.
  ///   - name: what it is called in reports.
  ///   - cost: what it costs to rebuild what it gives back.
  ///   - priority: its turn among those that cost the same.
  ///   - level: the level from which it is asked.
  ///   - place: where `estimate` and `release` run.
  ///   - estimate: how many bytes it could give back.
  ///   - release: gives memory back, and says how many bytes.
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

  /// Makes a pass now, and waits for its end.
  ///
  /// If one is under way, it becomes part of that. No hold-off applies. Cancelling the task does not
  /// end the wait; a responder that hangs is waited for no longer than its budget. A responder that
  /// awaits this waits for itself, until its own budget is used up. It returns in order: nobody hears
  /// of a later pass before.
  ///
  /// - Parameters:
  ///   - level: as if memory were so short; ``PressureLevel/normal`` asks nobody.
  ///   - target: how many bytes to give back; nil: as the policy says.
  ///   - includingLossy: whether what cannot be got back is given up too.
  /// - Returns: what it was good for.
  @discardableResult
  public func relieve(
    _ level: PressureLevel, target: Int? = nil, includingLossy: Bool = false
  ) async -> ReliefReport {
    await core.relieve(level, target: target, includingLossy: includingLossy)
  }
}
