#if PostgreSQL
internal import StagecraftTableLists
internal import StoreFloor

/// What the thread of a database does: it owns four connections at most.
///
/// One reads changes, one loads many rows, one writes, and one listens. Those that load and write are
/// closed when they were not used for ten seconds; the others when no table is followed.
final class TablesWork: PollThreadWork {
  private struct Follower {
    var relation: String
    var continuation: AsyncStream<Void>.Continuation
  }

  private let reader: TableLink
  private let loader: TableLink
  private let writer: TableLink
  private let listener: TableLink
  private let place: String
  private var followers: [UInt64: Follower] = [:]

  init(options: PostgresOptions, configuration: PostgresTablesConfiguration) {
    let timeout = configuration.operationTimeout.wholeNanoseconds
    let keywords = options.completed(timeout: timeout / 1_000_000, application: "stagecraft")
    let place = options.description
    func link(_ setup: TableStatement) -> TableLink {
      TableLink(
        place: place, keywords: keywords, setup: [setup], timeout: timeout,
        longestPause: configuration.longestPause.wholeNanoseconds)
    }
    self.place = place
    reader = link(.readerSetup(timeout: timeout))
    loader = link(.loaderSetup(timeout: timeout))
    writer = link(.writerSetup(timeout: timeout))
    listener = link(.listen)
    // All belong to this object and run on its thread only.
    listener.handlers.becameReady = { [unowned self] in signalAll() }
    listener.handlers.notified = { [unowned self] in signal($0) }
  }

  func run(_ job: TablesJob) {
    switch job {
    case .read(let exchange): reader.enqueue(exchange)
    case .load(let exchange): loader.enqueue(exchange)
    case .write(let exchange): writer.enqueue(exchange)
    case .follow(let id, let relation, let continuation):
      followers[id] = Follower(relation: relation, continuation: continuation)
      listener.staysOpen = true
      listener.advance()
    case .moved(let id, let relation): followers[id]?.relation = relation
    case .unfollow(let id):
      followers.removeValue(forKey: id)?.continuation.finish()
      guard followers.isEmpty else { return }
      listener.staysOpen = false
      listener.hangUp()
      reader.hangUp()
    }
  }

  private func signal(_ relation: String) {
    for follower in followers.values where follower.relation == relation {
      follower.continuation.yield()
    }
  }

  /// Signals after a new connection: earlier notifications did not arrive.
  private func signalAll() {
    if followers.isEmpty { return listener.hangUp() }
    for follower in followers.values { follower.continuation.yield() }
  }

  private var links: [TableLink] { [reader, loader, writer, listener] }

  /// When the first connection is closed that was not used.
  private var hangUpAt: Int64? {
    [loader, writer].filter(\.isIdle).map { $0.lastUse + 10_000_000_000 }.min()
  }

  func appendWatches(to watches: inout [PollWatch]) {
    for link in links { link.appendWatches(to: &watches) }
  }

  func nextDeadline() -> Int64? {
    (links.map { $0.nextDeadline() } + [hangUpAt]).compactMap(\.self).min()
  }

  func ready(_ descriptor: Int32, _ events: PollEvents) {
    for link in links { link.ready(descriptor) }
  }

  func deadlinePassed(at now: Int64) {
    for link in links { link.deadlinePassed(at: now) }
    for link in [loader, writer] where link.isIdle && link.lastUse + 10_000_000_000 <= now {
      link.hangUp()
    }
  }

  func stop(unrun: [TablesJob]) {
    let error = TableError.tablesAreClosed(place)
    for link in links { link.stop(error) }
    for job in unrun {
      switch job {
      case .read(let exchange), .load(let exchange), .write(let exchange):
        exchange.answer(.failure(TableFailure(error: error)))
      case .follow(_, _, let continuation): continuation.finish()
      case .moved, .unfollow: break
      }
    }
    for follower in followers.values { follower.continuation.finish() }
    followers = [:]
  }
}

extension TableError {
  static func tablesAreClosed(_ place: String) -> TableError {
    TableError(
      .closed, "The tables of PostgreSQL, \(place), were closed; open them again to go on.")
  }
}

extension TableStatement {
  fileprivate static func readerSetup(timeout: Int64) -> TableStatement {
    TableStatement(
      """
      select \(texts), pg_catalog.set_config('lock_timeout', $1, false),
        pg_catalog.set_config('statement_timeout', '600000', false),
        -- Entries and rows are found by indexes, never by a scan of the log or the table.
        pg_catalog.set_config('enable_seqscan', 'off', false),
        pg_catalog.set_config('enable_hashjoin', 'off', false),
        pg_catalog.set_config('enable_mergejoin', 'off', false)
      """, [String(max(1, timeout * 9 / 10_000_000))])
  }

  fileprivate static func loaderSetup(timeout: Int64) -> TableStatement {
    TableStatement(
      """
      select \(texts), pg_catalog.set_config('lock_timeout', $1, false),
        pg_catalog.set_config('statement_timeout', '600000', false)
      """, [String(max(1, timeout * 9 / 10_000_000))])
  }

  /// The server gives up first, so that its answer says that nothing has changed.
  fileprivate static func writerSetup(timeout: Int64) -> TableStatement {
    TableStatement(
      """
      select \(texts), pg_catalog.set_config('lock_timeout', $1, false),
        pg_catalog.set_config('statement_timeout', $1, false),
        pg_catalog.set_config('stagecraft.notify', 'on', false)
      """, [String(max(1, timeout * 9 / 10_000_000))])
  }

  fileprivate static let listen = TableStatement("listen stagecraft")

  /// One form of each value as text, in all sessions.
  private static let texts = """
    pg_catalog.set_config('datestyle', 'ISO, YMD', false),
      pg_catalog.set_config('intervalstyle', 'postgres', false),
      pg_catalog.set_config('timezone', 'UTC', false),
      pg_catalog.set_config('extra_float_digits', '1', false),
      pg_catalog.set_config('bytea_output', 'hex', false),
      pg_catalog.set_config('jit', 'off', false),
      pg_catalog.set_config('idle_in_transaction_session_timeout', '60000', false)
    """
}
#endif
