#if SQLite && PostgreSQL
import Foundation
import PostgresCluster
import StageFloor

/// Starts processes that edit and follow one table, does faults to them, and checks what was shown.
struct TableStorm {
  struct Outcome {
    var violations: [TableStormChecker.Violation]
    var summary: String
  }

  let site: TableStormSite
  private let cluster: PostgresCluster?
  private let proxy: CuttingProxy?
  private var numbers: SplitMix64
  private var writers: [Int: Program] = [:]
  private var followers: [Int: Program] = [:]
  private var stopped: [(program: Program, until: ContinuousClock.Instant)] = []
  private var counts: [TableStormOptions.Fault: Int] = [:]
  private var starts = 0

  var options: TableStormOptions { site.options }

  init(_ options: TableStormOptions, folder: String) throws {
    site = TableStormSite(folder: folder, options: options)
    numbers = SplitMix64(seed: options.seed)
    guard !site.isSQLite else {
      (cluster, proxy) = (nil, nil)
      _ = try Program.output(of: ["sqlite3", site.file, site.setup])
      return
    }
    guard options.store == "cluster" else {
      throw TableStormError("There is no store \"\(options.store)\".\n\n\(TableStormOptions.usage)")
    }
    // It loses nothing when it is killed, but the machine must go on.
    let cluster = try PostgresCluster(PostgresCluster.Options(settings: ["fsync": "off"]))
    try cluster.execute("create database storm")
    try cluster.execute(site.setup, in: "storm")
    let proxy = try CuttingProxy(to: cluster)
    try cluster.address(through: proxy, database: "storm")
      .write(toFile: folder + "/address", atomically: true, encoding: .utf8)
    (self.cluster, self.proxy) = (cluster, proxy)
  }

  mutating func run() async throws -> Outcome {
    defer {
      for program in writers.values { program.killAndWait() }
      for program in followers.values { program.killAndWait() }
    }
    for number in 0..<options.followers { try startFollower(number) }
    for number in 1...options.writers { try startWriter(number) }
    try await pause(.seconds(1))
    if let cluster {
      try cluster.execute(
        "update stagecraft.edition set log_length = \(TableStormOptions.keptChanges)", in: "storm")
    }
    var plan = TableStormOptions.Fault.allCases
      .filter { cluster != nil || !$0.needsServer }
      .flatMap { Array(repeating: $0, count: options.rounds) }
    plan.shuffle(using: &numbers)
    for fault in plan {
      try await perform(fault)
      counts[fault, default: 0] += 1
      try await pause(.milliseconds(Int.random(in: 50...300, using: &numbers)))
    }
    try await pause(.seconds(1))
    continueStopped()
    for writer in writers.values { writer.killAndWait() }
    writers = [:]
    return try await check()
  }

  /// Ends the server.
  func end() {
    proxy?.stop()
    cluster?.remove()
  }

  // MARK: Processes

  private mutating func startFollower(_ number: Int) throws {
    followers[number] = try Program(again: ["--follower", "\(number)", site.folder] + common)
  }

  private var common: [String] {
    ["--store", options.store, "--seed", "\(options.seed)", "--writers", "\(options.writers)"]
      + (options.plant.map { ["--plant", $0.rawValue] } ?? [])
  }

  /// Every second one writes plain SQL.
  private mutating func startWriter(_ number: Int) throws {
    guard !number.isMultiple(of: 2) else {
      writers[number] = try Program(again: ["--writer", "\(number)", site.folder] + common)
      return
    }
    starts += 1
    let path = "\(site.folder)/writer-\(number).sql"
    let seed = options.seed &+ UInt64(number * 1_000_003 + starts)
    try script(ofWriter: number, seed: seed, isSQLite: site.isSQLite)
      .write(toFile: path, atomically: true, encoding: .utf8)
    writers[number] =
      if let cluster {
        try Program(["psql", "-X", "-q", "-d", cluster.address(database: "storm"), "-f", path])
      } else {
        try Program(["sqlite3", site.file, ".read \(path)"])
      }
  }

  /// Lets time pass, in which stopped processes go on and ended ones are replaced.
  private mutating func pause(_ duration: Duration) async throws {
    let end = ContinuousClock.now + duration
    repeat {
      let now = ContinuousClock.now
      for (program, until) in stopped where until <= now { program.send(SIGCONT) }
      stopped.removeAll { $0.until <= now }
      for (number, program) in writers where program.ended() != nil { try startWriter(number) }
      for (number, program) in followers where program.ended() != nil {
        throw TableStormError("Follower \(number) has ended by itself.")
      }
      try await Task.sleep(for: .milliseconds(10))
    } while ContinuousClock.now < end
  }

  private mutating func perform(_ fault: TableStormOptions.Fault) async throws {
    let writer = Int.random(in: 1...options.writers, using: &numbers)
    let follower = Int.random(in: 0..<options.followers, using: &numbers)
    let time = Duration.milliseconds(Int.random(in: 100...1_000, using: &numbers))
    switch fault {
    case .killWriter:
      stop(writers[writer], for: nil)
      try startWriter(writer)
    case .killFollower:
      stop(followers[follower], for: nil)
      try startFollower(follower)
    case .stopWriter: stop(writers[writer], for: time)
    case .stopFollower: stop(followers[follower], for: time)
    case .outrun:
      continueStopped()
      followers[follower]?.send(SIGSTOP)
      try site.execute(site.filling, cluster)
      // Commits that the follower misses.
      try await pause(.milliseconds(300))
      try site.execute(site.filling, cluster)
      followers[follower]?.send(SIGCONT)
    case .truncate:
      continueStopped()
      try site.execute(site.truncation, cluster)
    case .rename:
      continueStopped()
      try site.execute("alter table stock rename to stock_away", cluster)
      try await pause(.milliseconds(200))
      try site.execute("alter table stock_away rename to stock", cluster)
    case .addColumn:
      continueStopped()
      let number = counts[.addColumn, default: 0]
      try site.execute("alter table stock add column extra_\(number) text", cluster)
    case .restart: try cluster?.restart(.fast)
    case .crash: try cluster?.restart(.immediate)
    case .unnotified:
      proxy?.setDropsNotifications(true)
      try await pause(time)
      proxy?.setDropsNotifications(false)
    case .halfOpen:
      proxy?.setHalfOpen(true)
      try await pause(time * 3)
      proxy?.setHalfOpen(false)
    }
  }

  /// Stops a process for a time, or kills it.
  private mutating func stop(_ program: Program?, for time: Duration?) {
    guard let program else { return }
    if let time {
      program.send(SIGSTOP)
      stopped.append((program, .now + time))
    } else {
      stopped.removeAll { $0.program.identifier == program.identifier }
      program.killAndWait()
    }
  }

  /// Those that are stopped may hold locks.
  private mutating func continueStopped() {
    for (program, _) in stopped { program.send(SIGCONT) }
    stopped = []
  }

  // MARK: Checking

  private func states(of follower: Int) -> [ShownState] {
    let text = try? String(
      contentsOfFile: site.shownFile(ofFollower: follower), encoding: .utf8)
    return (text ?? "").split(separator: "\n").compactMap { ShownState($0) }
  }

  private func check() async throws -> Outcome {
    // What killed writers have left is over: the table does not change any more.
    var rows = try tableRows()
    func end(_ follower: Int) -> ShownState {
      ShownState(
        rows, writers: options.writers, limit: TableStormOptions.limit(ofFollower: follower))
    }
    // A follower connects again after pauses, on a machine that may be busy.
    let limit = ContinuousClock.now + .seconds(options.plant == nil ? 60 : 5)
    while ContinuousClock.now < limit {
      try await Task.sleep(for: .milliseconds(100))
      let newer = try tableRows()
      let isSame = Set(newer) == Set(rows)
      rows = newer
      if isSame, (0..<options.followers).allSatisfy({ states(of: $0).last == end($0) }) { break }
    }
    for follower in followers.values { follower.killAndWait() }
    let journal = try site.query(
      "select writer, seq, id, n, gone, title from journal order by writer, seq, number", cluster
    ).compactMap { row -> TableStormChecker.Entry? in
      let numbers = row.prefix(5).compactMap { Int($0) }
      guard row.count == 6, numbers.count == 5 else { return nil }
      return TableStormChecker.Entry(
        writer: numbers[0], seq: numbers[1], id: numbers[2], n: numbers[3],
        title: row[5].isEmpty ? nil : String(row[5]), isGone: numbers[4] == 1)
    }
    let checker = TableStormChecker(journal, writers: options.writers)
    var violations: [TableStormChecker.Violation] = []
    var shown = 0
    for follower in 0..<options.followers {
      let states = states(of: follower)
      shown += states.count
      violations += checker.check(
        states, of: follower, limit: TableStormOptions.limit(ofFollower: follower),
        end: end(follower))
    }
    let rereads = (0..<options.followers).reduce(0) { sum, follower in
      let file = site.rereadFile(ofFollower: follower)
      return sum + ((try? String(contentsOfFile: file, encoding: .utf8))?.count ?? 0)
    }
    let lost = proxy?.droppedNotifications ?? 0
    // Otherwise the storm would not show what it is for.
    if options.plant == nil {
      let effects: [(TableStormOptions.Fault, Int)] = [(.outrun, rereads), (.unnotified, lost)]
      for (fault, count) in effects
      where counts[fault, default: 0] > 0 && count == 0 {
        throw TableStormError("The fault \(fault.rawValue) has had no effect.")
      }
    }
    let faults = counts.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.key.rawValue) \($0.value)" }.joined(separator: ", ")
    let transactions = end(0).counts.reduce(0, +)
    return Outcome(
      violations: violations,
      summary:
        """
        \(transactions) transactions, \(journal.count) edits, \(shown) states shown, \
        \(rereads) logs outrun, \(lost) notifications lost; \(faults)
        """)
  }

  private func tableRows() throws -> [StormRow] {
    try site.query("select id, n, writer, title from stock", cluster).compactMap { row in
      let numbers = row.prefix(3).compactMap { Int($0) }
      guard row.count == 4, numbers.count == 3 else { return nil }
      return StormRow(
        id: numbers[0], n: numbers[1], writer: numbers[2],
        title: row[3].isEmpty ? nil : String(row[3]))
    }
  }
}
#endif
