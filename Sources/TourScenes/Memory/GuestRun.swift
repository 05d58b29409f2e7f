internal import Foundation
internal import Stagecraft
internal import StagecraftTestKit

/// Warns a child through a pipe and kills it above a limit, like a service manager and the kernel.
struct MemoryLimiter: Sendable {
  let limit: Int
  let pipe: PressureFIFO
  private(set) var warnings = 0
  private(set) var peak = 0
  private(set) var hasKilled = false
  private var nextWarning = ContinuousClock.now

  init(limit: Int) throws {
    self.limit = limit
    pipe = try PressureFIFO()
  }

  /// Whether the memory of other processes can be read here.
  static var isSupported: Bool { SmallFile.exists("/proc/self/statm") }

  mutating func look(at child: ChildProcess) {
    let resident = child.resident ?? 0
    peak = max(peak, resident)
    if resident > limit {
      child.end()
      hasKilled = true
    } else if resident > limit / 10 * 6, .now >= nextWarning {
      nextWarning = .now + .milliseconds(200)
      warnings += 1
      pipe.signal()
    }
  }
}

/// The result of a guest's process.
struct GuestReport: Sendable {
  var sources: [String] = []
  var progress: [GuestSummary] = []
  var passes: [GuestPass] = []
  var summary: GuestSummary?
  var ending = ChildProcess.Ending.unknown
  var limiter: MemoryLimiter?
  /// Why the guest was killed although it used little memory: it did not end in time.
  var overdue: String?

  /// The highest memory use.
  var peak: Int { limiter?.peak ?? summary?.peak ?? 0 }
  /// The number of bytes that all passes released.
  var released: Int { passes.reduce(0) { $0 + $1.released } }

  /// Whether the guest was killed for using too much memory.
  var wasKilled: Bool {
    overdue == nil && ending == .killed(signal: SIGKILL) && summary == nil
      && limiter?.hasKilled != false
  }
}

/// Starts a guest, reads its output, and kills it if it does not end in time.
struct GuestRun: Sendable {
  let guest: MemoryGuest
  /// The program and its first arguments, to which those of the guest are added.
  var command: [String]
  /// The limit of a memory limiter; nil for a guest without one.
  var enforcedLimit: Int?
  var patience: Duration

  init(_ guest: MemoryGuest, command: [String], enforcedLimit: Int? = nil) {
    (self.guest, self.command, self.enforcedLimit) = (guest, command, enforcedLimit)
    let work = Duration.seconds(guest.amount / max(1, guest.pace))
    patience = .seconds(60) + max(.milliseconds(guest.milliseconds), work) * 3
  }

  /// Runs the guest; each line of its output is passed to `onLine` on another thread.
  func play(onLine: @escaping @Sendable (GuestLine) -> Void = { _ in }) async throws -> GuestReport
  {
    try await Task.onThread { Result { try run(onLine) } }.value.get()
  }

  @available(*, noasync)
  private func run(_ onLine: (GuestLine) -> Void) throws -> GuestReport {
    var report = GuestReport(limiter: try enforcedLimit.map { try MemoryLimiter(limit: $0) })
    defer { report.limiter?.pipe.end() }
    var environment = ProcessInfo.processInfo.environment
    environment["MEMORY_PRESSURE_WATCH"] = nil
    environment["MEMORY_PRESSURE_WRITE"] = nil
    environment.merge(report.limiter?.pipe.environment ?? [:]) { $1 }
    let child = try ChildProcess(
      command[0], command.dropFirst() + guest.arguments, environment: environment)
    func read(until end: ContinuousClock.Instant) -> Bool {
      child.readLines(until: end) { bytes in
        guard let line = try? JSONDecoder().decode(GuestLine.self, from: Data(bytes)) else {
          return
        }
        switch line {
        case .began(let sources): report.sources = sources
        case .working(let summary): report.progress.append(summary)
        case .pass(let pass): report.passes.append(pass)
        case .ended(let summary): report.summary = summary
        }
        onLine(line)
      }
    }
    let end = ContinuousClock.now + patience
    var isComplete = false
    while !isComplete, .now < end {
      isComplete = read(until: report.limiter == nil ? end : min(end, .now + .milliseconds(5)))
      report.limiter?.look(at: child)
    }
    report.ending = isComplete ? child.waitForEnd(until: end) : .unknown
    guard report.ending == .unknown else { return report }

    let facts = child.facts.joined(separator: "; ")
    child.end()
    let last = ContinuousClock.now + ChildProcess.grace
    _ = read(until: last)
    report.ending = child.waitForEnd(until: last)
    report.overdue = "It had not ended after \(patience), and was killed. \(facts)."
    return report
  }
}
