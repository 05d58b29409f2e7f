#if SQLite && PostgreSQL
import Foundation
import PostgresCluster
import StagecraftPostgresStore
import StagecraftSQLiteStore

extension Bench {
  /// Runs a crowd at a file, and one at a server with the default of 100 connections.
  static func measureCrowds(of size: Int, _ report: Report, folder: String) async throws {
    try await Crowd(size, "SQLite", at: folder + "/crowd.sqlite", report, folder: folder).run()
    let cluster: PostgresCluster
    do {
      cluster = try PostgresCluster(PostgresCluster.Options(listensOnTCP: true))
    } catch let error as PostgresNotInstalled {
      return report.add("PostgreSQL", "skipped: \(error)")
    }
    defer { cluster.remove() }
    let address = "postgres://postgres@127.0.0.1:\(cluster.port)/postgres"
    try await PostgresStore.initialize(PostgresAddress(address))
    try await Crowd(size, "PostgreSQL", at: address, report, folder: folder).run()
  }
}

/// Processes of `lend run` that all come at once, beside processes that hold leases.
struct Crowd {
  private let size: Int
  private let title: String
  private let address: String
  private let report: Report
  private let folder: String

  static let poolName = "crowd"
  private static let timeToLive = 6
  private let holders = 10

  init(_ size: Int, _ title: String, at address: String, _ report: Report, folder: String) {
    self.size = size
    self.title = title
    self.address = address
    self.report = report
    self.folder = folder
  }

  static func makeStore(at address: String) throws -> any LeaseStore {
    address.hasPrefix("postgres:") ? try PostgresStore(address) : SQLiteStore(address)
  }

  func run() async throws {
    let settings = SharedPoolSettings(timeToLive: .seconds(Self.timeToLive))
    let pool = try await SharedPool(
      Self.poolName, at: Self.makeStore(at: address), settings: settings)
    for number in 1...holders { try await pool.add("", named: "held-\(number)", labels: ["held"]) }
    for number in 1...8 { try await pool.add("", named: "thing-\(number)", labels: ["thing"]) }
    await pool.close()

    let children = try (0..<holders).map { _ in try Child(["--crowd-holder", address]) }
    for child in children { try child.go() }
    let (members, seconds) = try gather()
    let lines = children.map { $0.finish() }
    let held = lines.compactMap {
      try? JSONDecoder().decode(CrowdHolder.Result.self, from: Data($0.utf8))
    }
    guard held.count == holders else { throw BenchError("A holder failed: \(lines)") }
    report.add(
      "\(title): \(size) processes at once, \(ProcessInfo.processInfo.processorCount) processors",
      "ended after \(seconds.text): \(members.ends)")
    report.add(
      "\(title): waits",
      "\(try await joined()) stood in line; \(members.waits.summary), longest "
        + members.waits.quantile(1).text)
    report.check("\(title): ended with 125", members.codes[125] == nil, members.complaints)
    report.check(
      "\(title): two holders at once", members.overlaps.isEmpty, members.overlaps.first ?? "0")
    report.add(
      "\(title): renewals of \(holders) holders, \(Self.timeToLive) s to live",
      "\(held.reduce(0) { $0 + $1.renewals }); longest \((held.map(\.longest).max() ?? 0).text)")
    let lost = held.reduce(0) { $0 + $1.lost }
    report.check("\(title): holders that lost a lease", lost == 0, String(lost))
  }

  /// How many requests joined the line.
  private func joined() async throws -> Int {
    let pool = try await SharedPool(Self.poolName, at: Self.makeStore(at: address))
    var (count, last) = (0, Int64(0))
    while case let events = try await pool.events(after: last, limit: 1_000), !events.isEmpty {
      count += events.count { $0.kind == .joined }
      last = events.last?.number ?? last
    }
    await pool.close()
    return count
  }

  /// Starts the processes, and waits for their ends.
  private func gather() throws -> (CrowdMembers, seconds: Double) {
    let output = "\(folder)/\(title)-output"
    let errors = "\(folder)/\(title)-errors"
    // Times as the shell reads them, in hundredths of a second since the machine has started.
    let script = """
      read from rest </proc/uptime; sleep 0.02; read to rest </proc/uptime
      echo "$0 $LEND_NAME $from $to"
      """
    let lend =
      URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().path + "/lend"
    guard FileManager.default.isExecutableFile(atPath: lend) else {
      throw BenchError("There is no program \(lend). Build it with --product lend.")
    }
    let begin = Clock.wall
    var processes: [pid_t] = []
    var starts: [Double] = []
    for number in 0..<size {
      starts.append(uptime())
      processes.append(
        try start(
          [
            lend, "run", "--at", address, "--pool", Self.poolName, "--label", "thing", "--wait",
            "5m", "--", "sh", "-c", script, String(number),
          ], output: output, errors: errors))
    }
    var codes: [Int32: Int] = [:]
    for process in processes { codes[code(of: process), default: 0] += 1 }
    let seconds = Clock.wall - begin
    return (
      CrowdMembers(
        codes: codes, starts: starts,
        output: (try? String(contentsOfFile: output, encoding: .utf8)) ?? "",
        errors: (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""), seconds
    )
  }

  private func uptime() -> Double {
    let text = (try? String(contentsOfFile: "/proc/uptime", encoding: .utf8)) ?? ""
    return text.split(separator: " ").first.flatMap { Double($0) } ?? .nan
  }

  private func start(_ words: [String], output: String, errors: String) throws -> pid_t {
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0)
    let flags = O_WRONLY | O_CREAT | O_APPEND
    for (descriptor, path) in [(Int32(1), output), (2, errors)] {
      posix_spawn_file_actions_addopen(&files, descriptor, path, flags, 0o600)
    }
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    let error = posix_spawn(&process, words[0], &files, nil, &arguments, environ)
    if error != 0 { throw BenchError("A process cannot be started: \(error)") }
    return process
  }

  /// The exit code of a process, or a signal's number with a minus.
  private func code(of process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f)
  }
}

/// What has become of the processes of a crowd.
struct CrowdMembers {
  let codes: [Int32: Int]
  private(set) var waits = Times()
  /// Leases of one resource that overlap.
  private(set) var overlaps: [String] = []
  private let errors: String

  init(codes: [Int32: Int], starts: [Double], output: String, errors: String) {
    self.codes = codes
    self.errors = errors
    var held: [String: [(from: Double, to: Double)]] = [:]
    for line in output.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 4, let number = Int(words[0]), let from = Double(words[2]),
        let to = Double(words[3])
      else { continue }
      waits.append(from - starts[number])
      held[String(words[1]), default: []].append((from, to))
    }
    for (name, leases) in held {
      let sorted = leases.sorted { $0.from < $1.from }
      for (first, second) in zip(sorted, sorted.dropFirst()) where second.from < first.to {
        overlaps.append("\(name) from \(second.from) to \(first.to)")
      }
    }
  }

  var ends: String {
    codes.sorted { $0.key < $1.key }.map { "\($0.value) with \($0.key)" }.joined(separator: ", ")
  }

  /// How many failed, and the first sentence.
  var complaints: String {
    let first = errors.split(separator: "\n").first.map { ": \($0)" } ?? ""
    return "\(codes[125] ?? 0)\(first)"
  }
}

/// A process that holds a lease while a crowd comes.
enum CrowdHolder {
  /// What it prints.
  struct Result: Codable {
    var renewals = 0
    /// The longest time of a renewal, in seconds.
    var longest = 0.0
    var lost = 0
  }

  static func run(_ address: String) async throws {
    let pool = try await SharedPool(Crowd.poolName, at: Crowd.makeStore(at: address))
    let result = Mutexed(Result())
    let token = pool.observe { event in
      result.with { result in
        switch event {
        case .renewed(_, let roundTrip):
          result.renewals += 1
          result.longest = max(result.longest, roundTrip / .seconds(1))
        case .ending, .lost: result.lost += 1
        default: break
        }
      }
    }
    let lease = try await pool.lease(where: ["held"])
    print("ready")
    fflush(nil)
    _ = readLine()
    // The end of the input is the end of the crowd.
    _ = readLine()
    if !lease.isStillMine { result.with { $0.lost += 1 } }
    token.cancel()
    await lease.release()
    await pool.close()
    print(String(decoding: try JSONEncoder().encode(result.with { $0 }), as: UTF8.self))
  }
}
#endif
