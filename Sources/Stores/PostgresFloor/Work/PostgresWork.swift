#if PostgreSQL || PostgresNIO
internal import StageFloor
package import StagecraftSharedPools
package import StoreFloor

/// What the thread of a store does: it owns two connections at most.
///
/// The *command connection* sends decisions. The *notification connection* listens, and sends
/// renewals, which therefore never wait behind a decision that waits for a pool's lock. It is made
/// when the first session is opened, and closed three seconds after the last one has ended.
///
/// **One connection is enough** over libpq, because a server has a hundred of them by default. The
/// notification connection is made out of a command connection that nothing uses. While it is open, a
/// command connection that was not used for three seconds is closed; and while the server has no
/// connection left, it sends decisions as well. A client of postgres-nio limits its connections itself:
/// there, the command connection is given back as soon as nothing waits.
///
/// **Lost notifications.** A pooler that lends a server's connection for one transaction at a time
/// would listen on one connection and receive on another. Therefore the command connection notifies
/// the other one, at first and at each heartbeat, and closes it if that does not arrive.
package final class PostgresWork<Link: LeaseLink>: PollThreadWork {
  typealias Waiter = PostgresJob.Waiter

  /// The proof that notifications arrive.
  enum Proof {
    /// The notification connection is not made, or does not listen for its sessions yet.
    case none
    /// A notification was ordered. Once it is sent, it must arrive before a deadline.
    case proving(number: LendingID, deadline: Int64?)
    /// It has arrived; the next proof is due then.
    case proved(nextProof: Int64)
  }

  /// An opening that waits until the session's notifications arrive.
  struct Opening {
    var call: PostgresCall
    var session: LendingID
    var deadline: Int64
    var waiter: Waiter
  }

  let commandLink: Link
  let notificationLink: Link
  let listeners: PostgresListeners
  /// Names the channel of proofs.
  let id = LendingID.random()
  let place: String
  let timeout: Int64
  var heartbeat: Int64

  /// When a decision was last to be sent, or the last session ended.
  var lastDecision: Int64 = 0
  var proof = Proof.none
  var sessions: [LendingID: Bool] = [:]
  /// Those of them that the store has opened.
  var opened: Set<LendingID> = []
  /// How many openings of a session its callers still wait for, sent or not.
  var pendingOpenings: [LendingID: Int] = [:]
  /// Sessions that were closed while callers waited for an opening of them.
  var closing: Set<LendingID> = []
  /// Those that are not sent yet.
  var openings: [Opening] = []

  init(
    place: String, configuration: PostgresStoreConfiguration, listeners: PostgresListeners,
    makeLink: (PostgresLinkRole) -> Link
  ) {
    self.place = place
    timeout = configuration.operationTimeout.wholeNanoseconds
    self.listeners = listeners
    heartbeat = configuration.heartbeat.wholeNanoseconds
    commandLink = makeLink(.command)
    notificationLink = makeLink(.notification)
    // Both belong to this object and run on its thread only.
    notificationLink.handlers.becameReady = { [unowned self] in notificationLinkBecameReady() }
    notificationLink.handlers.closed = { [unowned self] in notificationLinkClosed($0) }
    notificationLink.handlers.notified = { [unowned self] in notified($0, $1) }
    commandLink.handlers.refused = { [unowned self] units in
      guard notificationLink.state == .ready else { return units }
      for unit in units { notificationLink.enqueue(unit) }
      return []
    }
  }

  package func run(_ job: PostgresJob) {
    switch job {
    case .decide(let call, let deadline, let waiter):
      lastDecision = monotonicNanoseconds()
      decisionLink.enqueue(
        PostgresUnit(call: call, deadline: deadline) { waiter.resume(returning: $0) })
    case .renew(let call, let deadline, let waiter):
      let link = notificationLink.state == .ready ? notificationLink : commandLink
      link.enqueue(
        PostgresUnit(call: call, deadline: deadline) { waiter.resume(returning: $0) })
    case .open(let call, let session, let deadline, let waiter):
      pendingOpenings[session, default: 0] += 1
      openings.append(
        Opening(call: call, session: session, deadline: deadline, waiter: waiter))
      listen(for: session)
    case .notOpened(let session):
      if openingEnded(of: session) || !opened.contains(session) { forget(session) }
    case .forget(let session):
      if pendingOpenings[session] != nil { closing.insert(session) }
      forget(session)
    case .opened(let session, let nanoseconds):
      if openingEnded(of: session) { forget(session) } else { opened.insert(session) }
      heartbeat = min(heartbeat, max(nanoseconds, 100_000_000))
      if case .proved(let nextProof) = proof {
        proof = .proved(nextProof: min(nextProof, monotonicNanoseconds() + heartbeat))
      }
    case .event(.command, let event): commandLink.received(event)
    case .event(.notification, let event): notificationLink.received(event)
    }
  }

  /// What sends decisions.
  var decisionLink: Link {
    commandLink.waitsForServer && notificationLink.state == .ready ? notificationLink : commandLink
  }

  /// When the connections that nothing needs are closed, unless they are used.
  private var hangUpAt: Int64? {
    guard notificationLink.state == .ready,
      commandLink.isIdle || (sessions.isEmpty && notificationLink.isIdle)
    else { return nil }
    return lastDecision + 3_000_000_000
  }

  private func hangUp() {
    if commandLink.isIdle { commandLink.hangUp() }
    guard sessions.isEmpty, notificationLink.isIdle else { return }
    notificationLink.hangUp()
    proof = .none
  }

  func enqueue(
    _ call: PostgresCall, on link: Link,
    then answer: @escaping (Result<String, LeaseStoreError>) -> Void = { _ in }
  ) {
    link.enqueue(
      PostgresUnit(call: call, deadline: monotonicNanoseconds() + timeout, answer: answer))
  }

  package func appendWatches(to watches: inout [PollWatch]) {
    commandLink.appendWatches(to: &watches)
    notificationLink.appendWatches(to: &watches)
  }

  package func nextDeadline() -> Int64? {
    [
      commandLink.nextDeadline(), notificationLink.nextDeadline(), proofDeadline, hangUpAt,
      openings.map(\.deadline).min(),
    ]
    .compactMap(\.self).min()
  }

  package func ready(_ descriptor: Int32, _ events: PollEvents) {
    commandLink.ready(descriptor)
    notificationLink.ready(descriptor)
  }

  package func deadlinePassed(at now: Int64) {
    commandLink.deadlinePassed(at: now)
    notificationLink.deadlinePassed(at: now)
    proofDeadlinePassed(at: now)
    if let hangUpAt, hangUpAt <= now { hangUp() }
    if openings.contains(where: { $0.deadline <= now }) {
      failOpenings(with: reasonForWaiting, until: now)
    }
  }

  package func stop(unrun: [PostgresJob]) {
    let error = LeaseStoreError.storeIsClosed
    notificationLink.handlers.closed = { _ in }
    commandLink.stop(error)
    notificationLink.stop(error)
    for opening in openings { opening.waiter.resume(returning: .failure(error)) }
    openings = []
    for job in unrun {
      switch job {
      case .decide(_, _, let waiter), .renew(_, _, let waiter), .open(_, _, _, let waiter):
        waiter.resume(returning: .failure(error))
      case .opened, .notOpened, .forget, .event: break
      }
    }
    listeners.close()
  }
}

extension LeaseStoreError {
  package static var storeIsClosed: LeaseStoreError {
    LeaseStoreError(.closed, "The store was closed; make another to go on.")
  }
}
#endif
