#if SQLite && PostgreSQL
import Foundation
import PostgresCluster

// Measures what lending among processes costs:
//
//     swift run -c release --traits SQLite,PostgreSQL store-bench
//       [--smoke] [--only postgres|sqlite|tables|lines] [--crowd PROCESSES] [--json FILE]
//
// `--crowd` measures only that many processes of `lend run` at once, on both stores; the program
// `lend` must be built, too.
//
// `--smoke` runs briefly, and checks only what must hold on every machine. A missed target is
// reported and is not a failure. PostgreSQL runs in a private cluster, which is started and stopped
// here; without it, its cases are skipped.

@main
enum Bench {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      if arguments.first == "--client", arguments.count == 4, let seconds = Double(arguments[3]) {
        return try await ClientProcess.race(arguments[1], pool: arguments[2], seconds: seconds)
      }
      if arguments.first == "--holder", arguments.count == 3 {
        return try await ClientProcess.hold(arguments[1], pool: arguments[2])
      }
      if arguments.first == "--table-writer", arguments.count == 2 {
        return try TableWriter.run(arguments[1])
      }
      if arguments.first == "--table-memory", arguments.count == 3 {
        return try await TableMemory.run(arguments[1], arguments[2])
      }
      if arguments.first == "--crowd-holder", arguments.count == 2 {
        return try await CrowdHolder.run(arguments[1])
      }
      try await measure(arguments)
    } catch {
      FileHandle.standardError.write(Data("error: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func measure(_ arguments: [String]) async throws {
    var isSmoke = false
    var only: String?
    var crowd: Int?
    var json: String?
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--smoke": isSmoke = true
      case "--only": only = rest.popFirst()
      case "--crowd": crowd = rest.popFirst().flatMap { Int($0) }
      case "--json": json = rest.popFirst()
      default: throw BenchError("There is no option \(argument).")
      }
    }
    let report = Report(isSmoke: isSmoke)
    let folder = FileManager.default.temporaryDirectory.path + "/bench-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    if let crowd {
      try await measureCrowds(of: crowd, report, folder: folder)
    } else {
      if only == nil || only == "sqlite" {
        try await SQLiteCases(report: report, folder: folder).run()
      }
      if only == nil || only == "tables" {
        try await TableCases(report: report, folder: folder).run()
      }
      if only != "sqlite", only != "tables" {
        try await measurePostgres(report, onlyLines: only == "lines")
      }
    }
    report.print()
    if let json { try report.write(to: json) }
    if !report.isMet { exit(1) }
  }
}
#else
import StageFloor

@main
enum Bench {
  static func main() { exitForMissingTraits(of: "store-bench", traits: "SQLite,PostgreSQL") }
}
#endif
