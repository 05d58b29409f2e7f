internal import StageFloor
internal import StagecraftPools

/// A stock of resources that several processes lend, on one machine or many.
///
/// ```swift
/// let scanners = try await SharedPool("scanners", at: store)
///
/// try await scanners.withLease(where: ["a3"], preferring: map.title) { scanner in
///   try await scan(map, at: scanner.resource, fence: scanner.fence)
/// }
/// ```
///
/// The stock, the leases and the line are recorded by a ``LeaseStore``: a database, or memory. Each
/// `SharedPool` object is a session there, which keeps its leases alive while this process runs.
///
/// - **A lease ends by itself** if it is not renewed for the pool's time to live. Then the resource
///   is lent again. A holder that was paused meanwhile may still act on it: send the
///   ``FencedLease/fence`` with each write, and let the resource refuse a smaller one than it has
///   seen. Without such a guard, a pool makes two holders at once *unlikely*, not impossible; see
///   <doc:fences>.
/// - **Order.** Requests of one priority are served first in, first out, across all processes. A
///   resource that the first request in line could use is not given to a later one.
/// - **A wait ends** with a lease, ``SharedPoolError``, or `CancellationError`.
/// - **Unknown outcomes.** A request whose answer was lost is sent again with the same identifier,
///   and receives the same answer.
/// - **Deinit** ends the session once all leases are returned. To wait for that, call ``close()``.
public final class SharedPool<Resource: Sendable>: Sendable {
  let core: SharedPoolCore
  let payload: SharedPayload<Resource>
  private let waitTimeout: Duration?

  /// Opens a pool at a store, and creates it if there is none with this name.
  ///
  /// - Parameters:
  ///   - name: The name of the pool.
  ///   - store: Where it is recorded.
  ///   - settings: The rules of a new pool, or `nil` for the default ones. An existing pool keeps
  ///     its own; see ``configure(_:)``.
  ///   - payload: How resources become bytes and back.
  ///   - configuration: How this object behaves.
  /// - Throws: ``SharedPoolError`` if the store does not answer or refuses, or `CancellationError`.
  public init(
    _ name: String, at store: any LeaseStore, settings: SharedPoolSettings? = nil,
    payload: SharedPayload<Resource>, configuration: SharedPoolConfiguration = .init()
  ) async throws {
    let core = SharedPoolCore(name, at: store, configuration)
    let flaw =
      LendingLimits.flaw(ofText: name, role: "name of the pool")
      ?? settings?.flaw ?? core.session.flaw ?? configuration.flaw
    if let flaw { throw core.error(.refused(.invalid(flaw))) }
    try await core.open(settings)
    self.core = core
    self.payload = payload
    waitTimeout = configuration.waitTimeout
  }

  deinit { core.perform(.close(waiter: nil)) }

  /// The name of the pool.
  public var name: String { core.name }

  /// How this process appears in reports.
  public var session: LendingSession { core.session }

  /// The rules of the pool, as this process has last read them.
  public var settings: SharedPoolSettings { core.read { machine, _ in machine.settings } }

  func lend(
    _ wants: [Want], _ priority: Int, _ timeout: PoolTimeout, joinsLine: Bool = true
  ) async throws -> [FencedLease<Resource>]? {
    let limit = timeout.duration(configured: waitTimeout)
    var asked = SessionWants(wants: wants, priority: priority, joinsLine: joinsLine)
    var nanoseconds = limit?.wholeNanoseconds
    if let limit, limit <= .zero {
      asked.joinsLine = false
    }
    if !asked.joinsLine {
      // Not to wait in line still takes a round trip.
      nanoseconds = core.read { machine, _ in machine.rules.patience }
    }
    if let flaw = LendingAsk(
      id: LendingID(high: 0, low: 0), session: core.session.id, wants: wants, priority: priority
    ).flaw {
      throw core.error(.refused(.invalid(flaw)))
    }
    guard let lent = try await core.lend(asked, timeout: nanoseconds) else {
      if joinsLine { throw core.error(.timedOut(nil), wants, waitedSince: nil) }
      return nil
    }
    do {
      return try lent.grant.resources.map { resource in
        FencedLease(
          of: try payload.decode(resource.payload), resource, lent.key, core, lent.number)
      }
    } catch {
      core.leave(lent.number, error)
      await core.giveBack(lent.number)
      throw error
    }
  }

  /// Ends the session of this object at the store.
  ///
  /// Waiting requests of this object end with ``SharedPoolError/closed``. The method returns when
  /// all its leases are returned and the store has recorded the end; if the store does not answer,
  /// after the configuration's return timeout. If the task is cancelled, it returns at once, and
  /// the session ends later.
  public func close() async {
    _ = await core.reply { .close(waiter: $0) }
  }
}

extension SharedPool where Resource == String {
  /// Opens a pool whose resources are described by text, such as a serial number or an address.
  ///
  /// - Parameters:
  ///   - name: The name of the pool.
  ///   - store: Where it is recorded.
  ///   - settings: The rules of a new pool, or `nil` for the default ones.
  ///   - configuration: How this object behaves.
  /// - Throws: ``SharedPoolError`` if the store does not answer or refuses, or `CancellationError`.
  public convenience init(
    _ name: String, at store: any LeaseStore, settings: SharedPoolSettings? = nil,
    configuration: SharedPoolConfiguration = .init()
  ) async throws {
    try await self.init(
      name, at: store, settings: settings, payload: .text, configuration: configuration)
  }
}
