#if SQLite && PostgreSQL
import LendingProof
@_spi(Store) import StagecraftSharedPools

/// What was written down so far, read bit by bit.
struct StormRecord {
  private let site: StormSite
  private let store: any LeaseStore
  private var reader: HistoryReader
  private var entries: [HistoryEntry] = []
  private var log: [LendingEvent] = []
  private var writes: [String: [GuardedCounter.Write]] = [:]

  init(_ site: StormSite, _ store: any LeaseStore) {
    self.site = site
    self.store = store
    reader = HistoryReader(site.folder)
  }

  /// How often nothing passed for a while.
  var silences: Int {
    entries.count { entry in
      if case .fault(let text) = entry.event { text.hasPrefix("nothing passes") } else { false }
    }
  }

  mutating func readEntries() throws { entries += try reader.next() }

  /// Checks what has happened until now, while the processes go on.
  mutating func check() async throws -> [HistoryViolation] {
    let now = HistoryClock.now
    // The log and the writes are read later, so that they contain all that the entries tell.
    try await read()
    var checker = checker()
    checker.entries.removeAll { $0.end > now }
    return checker.violations()
  }

  /// What is known, without the state at rest.
  func checker() -> HistoryChecker {
    var checker = HistoryChecker(entries, log: log, writes: writes)
    checker.settings = site.settings
    return checker
  }

  /// What is known at the end, when no process runs.
  mutating func checkerAtRest() async throws -> HistoryChecker {
    // After a failover, the log is another one.
    log = []
    try await read()
    guard case .reported(let report) = try await store.insist(.report) else {
      throw StormError("The store does not report.")
    }
    var checker = checker()
    checker.report = report
    return checker
  }

  private mutating func read() async throws {
    try readEntries()
    while case .events(let events) = try await store.insist(
      .events(after: log.last?.number ?? 0, limit: 10_000)), !events.isEmpty
    {
      log += events
    }
    writes = try site.writes
  }
}

extension LeaseStore {
  /// Asks the store, and again if it does not answer.
  func insist(_ call: LendingCall) async throws -> LendingAnswer {
    for _ in 0..<40 {
      do {
        return try await perform(call, in: StormSite.pool)
      } catch {
        guard error.isTransient || error.code == .unsuitable else { throw error }
        try await Task.sleep(for: .milliseconds(100))
      }
    }
    return try await perform(call, in: StormSite.pool)
  }
}
#endif
