#if SQLite
internal import StageFloor
internal import StagecraftTableLists
internal import StoreFloor

/// What the thread of a followed table does: it owns the connection.
struct TableWork: PollThreadWork {
  enum Job: Sendable {
    case open(TableCall<OpenedTable>)
    case readAll(
      batch: Int, receive: @Sendable ([TableRecord]) -> Void, TableCall<TablePosition>)
    case changes(TablePosition, TableCall<TableChanges>)
    case rows(TableQuery, TableCall<TableWindowRows>)
    case write([TableEdit], TableCall<TableWriteResult>)
    case remove(TableCall<Void>)
    /// Runs and answers, or answers with an error.
    case transaction(@Sendable (TableError?) -> Void)
    case filesChanged

    func fail(_ error: TableError) {
      switch self {
      case .open(let call): call.answer(.failure(error))
      case .readAll(_, _, let call): call.answer(.failure(error))
      case .changes(_, let call): call.answer(.failure(error))
      case .rows(_, let call): call.answer(.failure(error))
      case .write(_, let call): call.answer(.failure(error))
      case .remove(let call): call.answer(.failure(error))
      case .transaction(let answer): answer(error)
      case .filesChanged: break
      }
    }
  }

  /// Edits that wait until no other connection is writing.
  private struct WaitingWrite {
    var edits: [TableEdit]
    var call: TableCall<TableWriteResult>
    var deadline: Int64
  }

  /// How long to wait before a lock is tried again, in nanoseconds.
  private static let retryPause: Int64 = 1_000_000
  /// How long to wait between looks at a file that cannot be watched, in nanoseconds.
  private static let blindPause: Int64 = 1_000_000_000

  private let core: TableCore
  private var file: TableFile?
  private var watch: CommitWatch?
  private var writes: [WaitingWrite] = []
  private var nextTry: Int64?
  /// Whether the list relies on signals.
  private var hearsCommits = false
  /// When to look at the file although nothing is heard of it.
  private var nextBlindLook: Int64?

  init(_ core: TableCore) { self.core = core }

  // MARK: Jobs

  mutating func run(_ job: Job) {
    switch job {
    case .filesChanged:
      core.noticed()
      watch?.filesChanged()
      return
    case .open(let call): call.answer(core.result { try open(while: { call.isWanted }) })
    case .readAll(let count, let receive, let call):
      call.answer(
        result { try $0.readAll(inBatchesOf: count, while: { call.isWanted }, receive) })
    case .changes(let position, let call):
      call.answer(
        result { try $0.changes(since: position, while: { call.isWanted }) })
    case .rows(let query, let call):
      call.answer(result { try $0.rows(query, while: { call.isWanted }) })
    case .write(let edits, let call):
      let deadline = monotonicNanoseconds().addingSaturated(core.limits.timeout)
      writes.append(WaitingWrite(edits: edits, call: call, deadline: deadline))
      if writes.count == 1 { tryWrites() }
    case .remove(let call):
      let core = core
      call.answer(
        core.result {
          try TableFile.remove(
            core.request.table, core.paths, core.limits,
            isWanted: { call.isWanted && !core.isClosed })
        })
    case .transaction(let run): run(nil)
    }
    watchAgainIfReplaced()
  }

  /// Publishes the columns before the answer that depends on them.
  private func result<Value>(_ body: (TableFile) throws -> Value) -> Result<Value, TableError> {
    let result = core.result { try body(opened()) }
    if let file { core.columns.withLock { $0 = file.columns } }
    return result
  }

  private func opened() throws -> TableFile {
    guard let file, !core.isClosed else { throw TableError.closed(core.request.table) }
    return file
  }

  private mutating func open(while isWanted: @escaping () -> Bool) throws -> OpenedTable {
    let core = core
    let file = try TableFile(core.request, core.paths, core.limits) { !core.isClosed }
    self.file = file
    watch = try CommitWatch(file) { core.filesChanged() }
    hearsCommits = watch != nil
    core.columns.withLock { $0 = file.columns }
    return OpenedTable(keyColumn: file.keyColumn, hearsCommits: hearsCommits)
  }

  // MARK: Writing

  private mutating func tryWrites() {
    nextTry = nil
    while let write = writes.first {
      guard write.call.isWanted else {
        writes.removeFirst()
        write.call.answer(.failure(.cancelled(core.request.table)))
        continue
      }
      let result = result { try $0.tryWrite(write.edits) }
      if case .success(nil) = result {
        let now = monotonicNanoseconds()
        if now < write.deadline {
          nextTry = now.addingSaturated(Self.retryPause)
          return
        }
      }
      writes.removeFirst()
      write.call.answer(result.flatMap { $0.map { .success($0) } ?? .failure(core.locked) })
      // The number of the data does not change for this connection's own commits.
      if case .success(.written) = result { core.signal() }
    }
  }

  // MARK: Waiting

  func appendWatches(to watches: inout [PollWatch]) {
    if let descriptor = watch?.descriptor {
      watches.append(PollWatch(descriptor, for: .readable))
    }
  }

  func nextDeadline() -> Int64? {
    [watch?.nextLook, nextTry, nextBlindLook].compactMap(\.self).min()
  }

  mutating func ready(_ descriptor: Int32, _ events: PollEvents) {
    if descriptor == watch?.descriptor { watch?.filesChanged() }
  }

  mutating func deadlinePassed(at now: Int64) {
    if let look = watch?.nextLook, look <= now, let file, watch?.look(at: file) == true {
      // A list that needs a column which has gone reads nothing before it is there again.
      if file.lacksColumns { _ = result { try $0.read(while: { true }) {} } }
      core.signal()
    }
    if let next = nextTry, next <= now { tryWrites() }
    if let next = nextBlindLook, next <= now {
      watchAgainIfReplaced()
      core.signal()
      nextBlindLook = isBlind ? now.addingSaturated(Self.blindPause) : nil
    }
  }

  /// Whether commits to the file that has the path would not be heard.
  private var isBlind: Bool { hearsCommits && (watch == nil || file?.isReplaced == true) }

  /// Watches the file that a call has found in the place of the earlier one.
  private mutating func watchAgainIfReplaced() {
    guard let file, hearsCommits else { return }
    if watch.map({ !$0.files.areSame(as: file.files) }) ?? true {
      watch?.close()
      let core = core
      watch = (try? CommitWatch(file) { core.filesChanged() }) ?? nil
      // Not each time that it fails: the list asks after a signal.
      if watch != nil || nextBlindLook == nil { core.signal() }
    }
    // Such as a file in the place of the earlier one that lacks a column.
    if isBlind, nextBlindLook == nil {
      nextBlindLook = monotonicNanoseconds().addingSaturated(Self.blindPause)
    }
  }

  mutating func stop(unrun: [Job]) {
    let error = TableError.closed(core.request.table)
    for write in writes { write.call.answer(.failure(error)) }
    writes = []
    watch?.close()
    watch = nil
    file?.close()
    file = nil
    for job in unrun { job.fail(error) }
    core.finish()
  }
}

/// What is known of a table once it is open.
struct OpenedTable: Sendable {
  var keyColumn: Int
  /// Whether the system tells of commits.
  var hearsCommits: Bool
}
#endif
