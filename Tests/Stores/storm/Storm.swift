#if SQLite && PostgreSQL
import Foundation
import LendingProof
import StageFloor
@_spi(Store) import StagecraftSharedPools
import Synchronization

/// Starts processes, does faults to them, and checks what they have written down.
struct Storm {
  let site: StormSite
  let options: StormOptions
  let store: any LeaseStore
  let history: HistoryWriter
  /// A server of the storm's own.
  let server: StormServer?
  var numbers: SplitMix64
  var processes: [StormProcess] = []
  /// Stopped processes, and when they go on.
  var stopped: [(process: StormProcess, until: Int64)] = []
  /// Until when each process cannot reach the store.
  var silent: [pid_t: Int64] = [:]
  /// Until when a process is expected to stop itself.
  var pauseUntil: Int64 = 0
  var started = 0
  var counts: [String: Int] = [:]
  var record: StormRecord
  /// What was found before the first failover.
  var violationsBeforeFailover: [HistoryViolation] = []

  init(at site: StormSite, _ server: StormServer?) throws {
    self.site = site
    self.server = server
    options = site.options
    store = try site.store()
    history = try site.history(of: "storm")
    record = StormRecord(site, store)
    numbers = SplitMix64(seed: options.seed)
  }

  /// How long a stopped process sleeps, in nanoseconds: until others can hold what it held.
  var longStop: Int64 { site.longTime.microseconds * 1_000 }

  /// Lets the storm take place, and checks it; if it fails, no process is left.
  mutating func run() async throws -> (checker: HistoryChecker, violations: [HistoryViolation]) {
    do {
      try await open()
      for _ in 0..<options.processes { try start() }
      if let plant = options.plant { return try await runUntilFound(plant) }
      try await doFaults()
      try await failOver()
      try await finish()
    } catch {
      killAll()
      throw error
    }
    return try await check()
  }

  func killAll() {
    for process in processes { process.send(SIGKILL) }
  }

  /// All faults but failovers, those of the server beside those of processes.
  private mutating func doFaults() async throws {
    let end = HistoryClock.now + Int64(options.seconds) * 1_000_000_000
    let limit = HistoryClock.now + Int64(60 + options.seconds + 10 * options.rounds) * 1_000_000_000
    let serverLane = startServerLane()
    var plan = processFaults.flatMap { Array(repeating: $0, count: options.rounds) }
    plan.shuffle(using: &numbers)
    var next = HistoryClock.now
    while true {
      guard HistoryClock.now < limit else {
        throw StormError("The storm has not come to an end; \(plan.count) faults are left.")
      }
      try await tick()
      if !plan.isEmpty {
        if HistoryClock.now >= next, try performOne(of: &plan) {
          next = HistoryClock.now + Int64.random(in: 20...120, using: &numbers) * 1_000_000
        }
      } else if HistoryClock.now >= max(next, pauseUntil) {
        // Again, what a process was killed before it could do.
        plan = try missingFaults()
        if plan.isEmpty, serverLane?.isDone ?? true, HistoryClock.now >= end { break }
        next = HistoryClock.now + 300_000_000
      }
    }
    try await serverLane?.wait()
    for (name, count) in server?.counts ?? [:] { counts[name] = count }
  }

  private var processFaults: [StormOptions.Fault] {
    options.effectiveFaults.filter { !$0.needsServer }
  }

  private mutating func missingFaults() throws -> [StormOptions.Fault] {
    try record.readEntries()
    counts[StormOptions.Fault.cut.rawValue] = record.silences
    return processFaults.flatMap { fault in
      Array(
        repeating: fault, count: max(0, options.rounds - counts[fault.rawValue, default: 0]))
    }
  }

  private func startServerLane() -> StormLane? {
    let faults = options.effectiveFaults.filter { $0.needsServer && $0 != .failover }
    guard let server, !faults.isEmpty else { return nil }
    var plan = faults.flatMap { Array(repeating: $0, count: options.rounds) }
    var numbers = SplitMix64(seed: options.seed &+ 1)
    plan.shuffle(using: &numbers)
    let (time, history, faultsInOrder) = (site.longTime * 3 / 4, history, plan)
    return StormLane {
      for fault in faultsInOrder {
        try await server.perform(fault, time, history)
        try await Task.sleep(for: .milliseconds(30))
      }
    }
  }

  /// Replaces the server by replicas that have lost its last decisions.
  private mutating func failOver() async throws {
    guard let server, options.effectiveFaults.contains(.failover) else { return }
    violationsBeforeFailover = try await record.check()
    let (time, history) = (site.longTime, history)
    for _ in 0..<options.failovers {
      let lane = StormLane { try await server.perform(.failover, time, history) }
      while !lane.isDone { try await tick() }
      try await lane.wait()
    }
    counts = counts.merging(server.counts) { $1 }
  }

  private func open() async throws {
    let session = LendingSession.current(job: "storm")
    _ = try await store.insist(.open(settings: site.settings, session: session))
    for (name, labels) in StormSite.stock {
      let add = LendingUpkeep.add(
        name: name, labels: labels, payload: Array(name.utf8), token: .random())
      _ = try await store.insist(.keep(add))
    }
    _ = try await store.insist(.close(session: session.id))
  }

  mutating func start() throws {
    started += 1
    processes.append(try StormProcess("w\(started)", at: site))
  }

  /// Checks what all have written down, when nothing is lent any more.
  private mutating func check() async throws -> (
    checker: HistoryChecker, violations: [HistoryViolation]
  ) {
    try await Task.sleep(for: site.longTime)
    _ = try await store.insist(.sweep)
    let failovers = counts[StormOptions.Fault.failover.rawValue, default: 0]
    let checker = try await record.checkerAtRest()
    let properties =
      failovers > 0
      ? HistoryViolation.Property.afterFailover : Set(HistoryViolation.Property.allCases)
    let violations = violationsBeforeFailover + checker.violations(of: properties)
    for fault in options.effectiveFaults where server != nil || !fault.needsServer {
      let asked = fault == .failover ? options.failovers : options.rounds
      let count = counts[fault.rawValue, default: 0]
      if count < asked {
        throw StormError("\(fault.rawValue) happened \(count) times; \(asked) were asked for.")
      }
    }
    return (checker, violations)
  }
}
#endif
