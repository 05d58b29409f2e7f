#if SQLite && PostgreSQL
import Foundation
import LendingProof
import Synchronization

do {
  let options = try StormOptions(Array(CommandLine.arguments.dropFirst()))
  if let (name, folder) = options.worker {
    try await runWorker(name, StormSite(folder: folder, options: options))
  } else {
    // Workers inherit this, until they hear these signals.
    for number in [SIGUSR1, SIGUSR2] { signal(number, SIG_IGN) }
    exit(try await options.showsPlants ? runPlants(options) : runStorm(options))
  }
} catch {
  FileHandle.standardError.write(Data("storm: \(error)\n".utf8))
  exit(2)
}

/// Borrows until SIGTERM arrives.
func runWorker(_ name: String, _ site: StormSite) async throws {
  let isEnding = Mutex(false)
  func receive(_ number: Int32, _ action: @escaping @Sendable () -> Void)
    -> any DispatchSourceSignal
  {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler(handler: action)
    source.resume()
    return source
  }
  var sources = [receive(SIGTERM) { isEnding.withLock { $0 = true } }]
  let worker = try await StormWorker(name, at: site)
  sources.append(receive(SIGUSR1) { worker.fallSilent() })
  sources.append(receive(SIGUSR2) { worker.pause() })
  _ = FileManager.default.createFile(atPath: site.readiness(of: name), contents: nil)
  let number = UInt64(name.dropFirst()) ?? 0
  let parent = getppid()
  await worker.run(seed: site.options.seed &+ number &* 104_729) {
    // It also ends if the storm does.
    isEnding.withLock { $0 } || getppid() != parent
  }
  for source in sources { source.cancel() }
  exit(0)
}

func runStorm(_ options: StormOptions) async throws -> Int32 {
  // Without the address, which may contain a password.
  let kind = options.store.prefix { $0 != ":" }
  print("storm: seed \(options.seed), \(kind), \(options.processes) processes")
  let outcome = try await StormOutcome(options)
  print(outcome.summary)
  if let folder = outcome.folder { print("The histories are in \(folder).") }
  for violation in outcome.violations { print(violation) }
  let count = outcome.violations.count
  let verdict = count == 0 ? "Nothing was violated." : "\(count) violations."
  print("storm: seed \(options.seed): \(verdict)")
  return count == 0 ? 0 : 1
}

/// Makes each mistake on purpose, and none at last.
func runPlants(_ options: StormOptions) async throws -> Int32 {
  report("storm: seed \(options.seed), each mistake until it is found, for at most 60 s")
  var isAsExpected = true
  for plant in StormOptions.plants + [nil] {
    var options = options
    options.plant = plant
    options.rounds = min(options.rounds, 5)
    let outcome = try await StormOutcome(options)
    let name = plant ?? "none"
    let found = outcome.violations.first.map { "\($0.property.rawValue): \($0.sentence)" }
    isAsExpected = isAsExpected && (found != nil) == (plant != nil)
    let padding = String(repeating: " ", count: max(0, 10 - name.count))
    let seconds = String(format: "%5.1f s", outcome.seconds)
    report("\(name)\(padding)\(seconds)  \(found ?? "nothing was found")")
  }
  report(isAsExpected ? "storm: as expected" : "storm: NOT as expected")
  return isAsExpected ? 0 : 1
}

/// Prints a line at once, also into a file.
func report(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
#else
import StageFloor

exitForMissingTraits(of: "storm", traits: "SQLite,PostgreSQL")
#endif
