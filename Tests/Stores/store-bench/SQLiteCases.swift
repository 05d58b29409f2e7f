#if SQLite && PostgreSQL
import Foundation
import StagecraftSQLiteStore
@_spi(Store) import StagecraftSharedPools

/// What a pool on SQLite costs when several processes share it.
struct SQLiteCases {
  let report: Report
  let folder: String
  var seconds: Double { report.isSmoke ? 0.5 : 4 }

  func run() async throws {
    report.add("One flush of the disk of the temporary folder (F)", flushTime(in: folder).text)
    for (processes, things) in [(1, 16), (8, 16), (8, 1)] {
      try await race(processes: processes, things: things)
    }
    try await deadHolder()
  }

  private func path(_ name: String) -> String { "\(folder)/\(name).sqlite" }

  /// Processes that take and give as fast as they can.
  private func race(processes: Int, things: Int) async throws {
    let path = path("race-\(processes)-\(things)")
    let client = try await BenchClient(SQLiteStore(path), pool: "race")
    try await client.stock(things)
    let children = try (0..<processes).map { _ in
      try Child(["--client", path, "race", String(seconds)])
    }
    for child in children { try child.go() }
    let lines = children.map { $0.finish() }
    let results = lines.compactMap {
      try? JSONDecoder().decode(ClientResult.self, from: Data($0.utf8))
    }
    guard results.count == processes else { throw BenchError("A client failed: \(lines)") }
    let counts = results.map(\.pairs)
    let rate = Double(counts.reduce(0, +)) / seconds
    var handing = Times()
    for result in results { for time in result.handing { handing.append(time) } }
    let longest = results.map(\.longest).max() ?? 0
    let least = counts.min() ?? 0
    let most = counts.max() ?? 0
    let title = "SQLite, pairs a second, \(processes) processes, \(things) resources"
    let figure = "\(rate.whole); least and most \(least), \(most); longest wait \(longest.text)"
    if processes == 8, things == 16 {
      report.add(title, figure, target: "≥ 3,000", isMet: rate >= 3_000)
      report.add(
        "SQLite, fairness of 8 processes",
        String(format: "least served %.0f %% of the most", 100 * Double(least) / Double(most)),
        target: "≥ 50 %", isMet: least * 2 >= most)
    } else {
      report.add(title, figure)
    }
    if things == 1 {
      report.add(
        "SQLite, hand-over to the waiting process", handing.summary, target: "p50 ≤ 0.5 ms",
        isMet: handing.median <= 0.0005)
      report.record("sqlite-hand-off", [("stagecraft", handing.median)])
    }
    report.record("sqlite-\(processes)-\(things)", [("stagecraft", 1 / rate)])
  }

  /// How soon after a holder's death the next one has the resource.
  private func deadHolder() async throws {
    var times = Times()
    for round in 0..<(report.isSmoke ? 2 : 15) {
      let path = path("dead-\(round)")
      let store = SQLiteStore(path)
      let pool = try await SharedPool("dead", at: store)
      try await pool.add("", named: "thing", labels: ["any"])
      let child = try Child(["--holder", path, "dead"])
      // The child says when it holds the resource.
      _ = child.line()
      let waiting = Task { try await pool.lease(timeout: .unlimited) }
      while try await pool.report().waiting == 0 { await Task.yield() }
      let begin = Clock.wall
      child.kill()
      let lease = try await waiting.value
      times.append(Clock.wall - begin)
      await lease.release()
      await pool.close()
      _ = child.finish()
    }
    report.add(
      "SQLite, from SIGKILL of the holder to the next one", times.summary, target: "≤ 100 ms",
      isMet: times.quantile(1) <= 0.1)
  }
}

/// What a client's process prints.
struct ClientResult: Codable {
  var pairs: Int
  var longest: Double
  /// From the return of the one resource, as its borrower wrote it down, to the next grant.
  var handing: [Double]
}

/// The client's process.
enum ClientProcess {
  static func race(_ path: String, pool name: String, seconds: Double) async throws {
    let pool = try await SharedPool(name, at: SQLiteStore(path))
    print("ready")
    fflush(nil)
    _ = readLine()
    // The moment of the last return, for all processes.
    let shared = SharedMoment(path + ".moment")
    let end = Clock.wall + seconds
    var result = ClientResult(pairs: 0, longest: 0, handing: [])
    while Clock.wall < end {
      let begin = Clock.wall
      let lease = try await pool.lease(where: ["any"], timeout: .unlimited)
      let now = Clock.wall
      result.longest = max(result.longest, now - begin)
      let returned = shared.value
      // Only if this process was waiting when it was returned.
      if returned > begin, result.handing.count < 2_000 { result.handing.append(now - returned) }
      shared.value = Clock.wall
      await lease.release()
      result.pairs += 1
    }
    await pool.close()
    print(String(decoding: try JSONEncoder().encode(result), as: UTF8.self))
  }

  static func hold(_ path: String, pool name: String) async throws {
    let pool = try await SharedPool(name, at: SQLiteStore(path))
    let lease = try await pool.lease()
    print("held \(lease.name)")
    fflush(nil)
    _ = readLine()
    withExtendedLifetime(lease) {}
  }
}

/// An instant in a file that processes share by mapping it.
final class SharedMoment {
  private let memory: UnsafeMutablePointer<Double>

  init(_ path: String) {
    let file = open(path, O_CREAT | O_RDWR, 0o600)
    ftruncate(file, 4096)
    let mapped = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    close(file)
    memory = mapped!.assumingMemoryBound(to: Double.self)
  }

  var value: Double {
    get { memory.pointee }
    set { memory.pointee = newValue }
  }
}
#endif
