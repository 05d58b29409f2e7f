#if PostgreSQL || PostgresNIO
package import StagecraftTableLists
package import StoreFloor

/// What the thread of a database does: it owns four connections at most.
///
/// One reads changes, one loads many rows, one writes, and one listens, for all tables. The one that
/// listens is closed when no table is followed. Over libpq, so is the one that reads, and those that
/// load and write are closed when they were not used for ten seconds; a client of postgres-nio gets
/// all three back as soon as nothing waits.
package final class TablesWork<Link: TableLinking>: PollThreadWork {
  private struct Follower {
    var relation: String
    var continuation: AsyncStream<Void>.Continuation
  }

  private let reader: Link
  private let loader: Link
  private let writer: Link
  private let listener: Link
  private let place: String
  private let server: TablesServer
  private var followers: [UInt64: Follower] = [:]
  /// Of the followed tables, while the listening connection is ready.
  private var machines: [String: ArmingMachine] = [:]

  package init(place: String, server: TablesServer, makeLink: (TableLinkRole) -> Link) {
    self.place = place
    self.server = server
    reader = makeLink(.reader)
    loader = makeLink(.loader)
    writer = makeLink(.writer)
    listener = makeLink(.listener)
    // All belong to this object and run on its thread only.
    listener.handlers.becameReady = { [unowned self] in listenerBecameReady($0) }
    listener.handlers.closed = { [unowned self] _ in
      machines = [:]
      listener.queue = []
    }
    listener.handlers.notified = { [unowned self] relation in
      update(relation) { $0.notified() }
    }
    listener.handlers.answered = { [unowned self] in answered($0, $1) }
  }

  package func run(_ job: TablesJob) {
    switch job {
    case .read(let exchange): reader.enqueue(exchange)
    case .load(let exchange): loader.enqueue(exchange)
    case .write(let exchange): writer.enqueue(exchange)
    case .follow(let id, let relation, let continuation):
      followers[id] = Follower(relation: relation, continuation: continuation)
      listener.staysOpen = true
      listener.advance()
      startMachine(of: relation)
    case .moved(let id, let relation):
      guard let old = followers[id]?.relation else { return }
      followers[id]?.relation = relation
      stopMachine(of: old)
      startMachine(of: relation)
    case .looked(let id, let isBusy):
      guard let relation = followers[id]?.relation else { return }
      update(relation) { $0.read(isBusy: isBusy, at: monotonicNanoseconds()) }
    case .unfollow(let id):
      guard let follower = followers.removeValue(forKey: id) else { return }
      follower.continuation.finish()
      stopMachine(of: follower.relation)
      guard followers.isEmpty else { return }
      listener.staysOpen = false
      listener.close(.tablesAreClosed(place))
      reader.hangUp()
    case .event(let role, let event): link(role).received(event)
    }
  }

  private func link(_ role: TableLinkRole) -> Link {
    switch role {
    case .reader: reader
    case .loader: loader
    case .writer: writer
    case .listener: listener
    }
  }

  // MARK: Listening

  private func listenerBecameReady(_ setup: [[TableRecord]]) {
    if followers.isEmpty { return listener.hangUp() }
    let maximum = setup.last?.first?.values[0].text
    server.canPrepareTransactions = maximum != "0"
    for relation in Set(followers.values.map(\.relation)) { startMachine(of: relation) }
  }

  private func startMachine(of relation: String) {
    guard listener.state == .ready else { return }
    if machines[relation] == nil { machines[relation] = ArmingMachine() }
    perform(ArmingMachine.start, relation)
  }

  private func stopMachine(of relation: String) {
    if followers.values.contains(where: { $0.relation == relation }) { return }
    let machine = machines.removeValue(forKey: relation)
    if machine?.isArmed == true { perform(ArmingMachine.Effects(statement: .disarm), relation) }
  }

  private func update(
    _ relation: String, _ input: (inout ArmingMachine) -> ArmingMachine.Effects
  ) {
    guard var machine = machines[relation] else { return }
    let effects = input(&machine)
    machines[relation] = machine
    perform(effects, relation)
  }

  private func perform(_ effects: ArmingMachine.Effects, _ relation: String) {
    if effects.signals {
      for follower in followers.values where follower.relation == relation {
        follower.continuation.yield()
      }
    }
    guard let statement = effects.statement else { return }
    let patience = listener.timeout
    listener.enqueue(
      TableExchange(
        statements: [.lock(statement, relation)], patience: patience,
        deadline: monotonicNanoseconds() + patience, subject: relation, answer: { _ in }))
  }

  private func answered(_ relation: String, _ answer: TableExchange.Answer) {
    let now = monotonicNanoseconds()
    switch answer {
    case .success(let rows):
      guard let values = rows[0].first?.values.map(\.text) else { return }
      update(relation) { machine in
        switch values.count {
        case 2: machine.armed(values[0] == "t", isSure: values[1] == "t", at: now)
        default: machine.answered(isSure: values[0] == "t", at: now)
        }
      }
    case .failure:
      update(relation) { machine in
        machine.failed(at: now)
        return ArmingMachine.Effects()
      }
    }
  }

  private var links: [Link] { [reader, loader, writer, listener] }

  /// When the first connection is closed that was not used.
  private var hangUpAt: Int64? {
    [loader, writer].filter(\.isIdle).map { $0.lastUse + 10_000_000_000 }.min()
  }

  package func appendWatches(to watches: inout [PollWatch]) {
    for link in links { link.appendWatches(to: &watches) }
  }

  package func nextDeadline() -> Int64? {
    let all = links.map { $0.nextDeadline() } + machines.values.map(\.deadline) + [hangUpAt]
    return all.compactMap(\.self).min()
  }

  package func ready(_ descriptor: Int32, _ events: PollEvents) {
    for link in links { link.ready(descriptor) }
  }

  package func deadlinePassed(at now: Int64) {
    for link in links { link.deadlinePassed(at: now) }
    for relation in machines.keys { update(relation) { $0.deadlinePassed(at: now) } }
    for link in [loader, writer] where link.isIdle && link.lastUse + 10_000_000_000 <= now {
      link.hangUp()
    }
  }

  package func stop(unrun: [TablesJob]) {
    let error = TableError.tablesAreClosed(place)
    for link in links { link.stop(error) }
    for job in unrun {
      switch job {
      case .read(let exchange), .load(let exchange), .write(let exchange):
        exchange.answer(.failure(TableFailure(error: error)))
      case .follow(_, _, let continuation): continuation.finish()
      case .moved, .unfollow, .looked, .event: break
      }
    }
    for follower in followers.values { follower.continuation.finish() }
    followers = [:]
  }
}

extension TableError {
  package static func tablesAreClosed(_ place: String) -> TableError {
    TableError(
      .closed, "The tables of PostgreSQL, \(place), were closed; open them again to go on.")
  }
}

extension TableStatement {
  /// What a writer tests, and what it locks until its end: see `note` in the schema.
  ///
  /// An answer to `arm` has two values, and the others have one.
  fileprivate static func lock(
    _ statement: ArmingMachine.Statement, _ relation: String
  ) -> TableStatement {
    let table = Int32(truncatingIfNeeded: Int64(relation) ?? 0)
    let asks = "pg_catalog.pg_try_advisory_xact_lock(1937006947, \(table))"
    return switch statement {
    case .arm:
      TableStatement("select pg_catalog.pg_try_advisory_lock_shared(1937006946, \(table)), \(asks)")
    case .ask: TableStatement("select \(asks)")
    case .disarm:
      TableStatement("select pg_catalog.pg_advisory_unlock_shared(1937006946, \(table))")
    }
  }
}
#endif
