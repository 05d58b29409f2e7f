#if PostgreSQL
internal import StagecraftSharedPools
internal import StoreFloor

/// What the porter of a store does: it owns two connections.
///
/// The *hand* sends decisions. The *ear* listens for rings, and sends renewals, which therefore never
/// wait behind a decision that waits for a pool's lock. The ear is made when the first session is
/// opened.
///
/// **Deafness.** A pooler that lends a server's connection for one transaction at a time would let
/// the ear listen on one connection and receive on another. Therefore the hand rings the ear, at
/// first and at each heartbeat, and an ear that does not hear it is closed.
final class PostgresWork: PorterWork {
  typealias Waiter = PostgresJob.Waiter

  /// The proof that notifications arrive.
  enum Hearing {
    /// The ear is not connected, or its sessions are not listened for yet.
    case none
    /// The hand has been asked to ring. Once it has, this must be heard before a deadline.
    case proving(number: LendingID, deadline: Int64?)
    /// It was heard; the next proof is due then.
    case proved(nextProof: Int64)
  }

  /// An opening that waits until the session's rings are heard.
  struct Opening {
    var call: PostgresCall
    var session: LendingID
    var deadline: Int64
    var waiter: Waiter
  }

  let hand: PostgresLink
  let ear: PostgresLink
  let listeners: PostgresListeners
  /// Names the channel on which the hand rings the ear.
  let id = LendingID.random()
  let place: String
  let timeout: Int64
  var heartbeat: Int64

  var hearing = Hearing.none
  var sessions: [LendingID: Bool] = [:]
  /// Those of them that were sent an opening.
  var opened: Set<LendingID> = []
  var openings: [Opening] = []

  init(
    options: PostgresOptions, configuration: PostgresStoreConfiguration,
    listeners: PostgresListeners
  ) {
    let timeout = configuration.operationTimeout.nanoseconds
    place = options.description
    self.timeout = timeout
    self.listeners = listeners
    heartbeat = configuration.heartbeat.nanoseconds
    let keywords = options.completed(timeout: timeout / 1_000_000)
    hand = PostgresLink(
      place: place, keywords: keywords, timeout: timeout,
      longestPause: configuration.longestPause.nanoseconds)
    ear = PostgresLink(
      place: place, keywords: keywords, timeout: timeout,
      longestPause: configuration.longestPause.nanoseconds)
    // Both belong to this object and run on its thread only.
    ear.handlers.becameReady = { [unowned self] in earBecameReady() }
    ear.handlers.closed = { [unowned self] in earClosed($0) }
    ear.handlers.notified = { [unowned self] in notified($0, $1) }
  }

  func run(_ job: PostgresJob) {
    switch job {
    case .decide(let call, let deadline, let waiter):
      hand.enqueue(
        PostgresUnit(call: call, deadline: deadline) { waiter.resume(returning: $0) })
    case .beat(let call, let deadline, let waiter):
      let link = ear.state == .ready ? ear : hand
      link.enqueue(
        PostgresUnit(call: call, deadline: deadline) { waiter.resume(returning: $0) })
    case .open(let call, let session, let deadline, let waiter):
      openings.append(
        Opening(call: call, session: session, deadline: deadline, waiter: waiter))
      listen(for: session)
    case .forget(let session):
      opened.remove(session)
      guard sessions.removeValue(forKey: session) == true, ear.state == .ready else { return }
      enqueue(PostgresCall(.unlisten, [session.description]), on: ear)
    case .heartbeat(let nanoseconds):
      heartbeat = min(heartbeat, max(nanoseconds, 100_000_000))
      if case .proved(let nextProof) = hearing {
        hearing = .proved(nextProof: min(nextProof, monotonicNanoseconds() + heartbeat))
      }
    }
  }

  func enqueue(
    _ call: PostgresCall, on link: PostgresLink,
    then answer: @escaping (Result<String, LeaseStoreError>) -> Void = { _ in }
  ) {
    link.enqueue(
      PostgresUnit(call: call, deadline: monotonicNanoseconds() + timeout, answer: answer))
  }

  func appendWatches(to watches: inout [PorterWatch]) {
    hand.appendWatches(to: &watches)
    ear.appendWatches(to: &watches)
  }

  func nextDeadline() -> Int64? {
    [hand.nextDeadline(), ear.nextDeadline(), hearingDeadline, openings.map(\.deadline).min()]
      .compactMap(\.self).min()
  }

  func ready(_ descriptor: Int32, _ events: PorterEvents) {
    hand.ready(descriptor)
    ear.ready(descriptor)
  }

  func deadlinePassed(at now: Int64) {
    hand.deadlinePassed(at: now)
    ear.deadlinePassed(at: now)
    proofDeadlinePassed(at: now)
    if openings.contains(where: { $0.deadline <= now }) {
      failOpenings(with: reasonForWaiting, until: now)
    }
  }

  func stop(unrun: [PostgresJob]) {
    let error = LeaseStoreError.storeIsClosed
    ear.handlers.closed = { _ in }
    hand.stop(error)
    ear.stop(error)
    for opening in openings { opening.waiter.resume(returning: .failure(error)) }
    openings = []
    for job in unrun {
      switch job {
      case .decide(_, _, let waiter), .beat(_, _, let waiter), .open(_, _, _, let waiter):
        waiter.resume(returning: .failure(error))
      case .forget, .heartbeat: break
      }
    }
    listeners.close()
  }
}

extension LeaseStoreError {
  static var storeIsClosed: LeaseStoreError {
    LeaseStoreError(.closed, "The store was closed; make another to go on.")
  }
}
#endif
