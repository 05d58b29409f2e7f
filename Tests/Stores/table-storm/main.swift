#if SQLite && PostgreSQL
import Foundation

do {
  let options = try TableStormOptions(Array(CommandLine.arguments.dropFirst()))
  if let (follows, number, folder) = options.worker {
    let site = TableStormSite(folder: folder, options: options)
    if follows { try await runFollower(number, site) } else { try await runWriter(number, site) }
  } else {
    exit(try await options.showsPlants ? runPlants(options) : runStorm(options))
  }
} catch {
  FileHandle.standardError.write(Data("table-storm: \(error)\n".utf8))
  exit(2)
}

/// Runs one storm in a folder of its own.
func outcome(of options: TableStormOptions) async throws -> TableStorm.Outcome {
  var template = Array((NSTemporaryDirectory() + "table-storm-XXXXXX").utf8CString)
  guard mkdtemp(&template) != nil else { throw TableStormError("There is no folder to work in.") }
  let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  defer {
    if options.keepsFiles {
      report("The files are in \(folder).")
    } else {
      try? FileManager.default.removeItem(atPath: folder)
    }
  }
  var storm = try TableStorm(options, folder: folder)
  defer { storm.end() }
  return try await storm.run()
}

func runStorm(_ options: TableStormOptions) async throws -> Int32 {
  report(
    "table-storm: seed \(options.seed), \(options.store), \(options.writers) writers, "
      + "\(options.followers) followers")
  let outcome = try await outcome(of: options)
  report(outcome.summary)
  for violation in outcome.violations.prefix(20) {
    report("follower \(violation.follower), state \(violation.state): \(violation.sentence)")
  }
  let count = outcome.violations.count
  let verdict = count == 0 ? "Every state was exact." : "\(count) violations."
  report("table-storm: seed \(options.seed): \(verdict)")
  return count == 0 ? 0 : 1
}

/// Makes each mistake on purpose, and none at last.
func runPlants(_ options: TableStormOptions) async throws -> Int32 {
  var isAsExpected = true
  for plant in TableStormOptions.Plant.allCases.map({ $0 }) + [nil] {
    // The numbers of transactions in SQLite are in the order of their commits.
    if plant == .late, options.store == "sqlite" { continue }
    var options = options
    options.plant = plant
    options.rounds = min(options.rounds, 2)
    let violations = try await outcome(of: options).violations
    isAsExpected = isAsExpected && violations.isEmpty == (plant == nil)
    report("\(plant?.rawValue ?? "none"): \(violations.first?.sentence ?? "nothing was found")")
  }
  report(isAsExpected ? "table-storm: as expected" : "table-storm: NOT as expected")
  return isAsExpected ? 0 : 1
}

/// Prints a line at once, also into a file.
func report(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
#else
import StageFloor

exitForMissingTraits(of: "table-storm", traits: "SQLite,PostgreSQL")
#endif
